package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.rule.support.NamedPageSize;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.PoolGrowth;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.size.Availability;
import io.github.hpjvm.advisor.size.Found;
import io.github.hpjvm.advisor.size.GroupRaise;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Optional;

/** The answer for a heap that did not get its hugetlb pages because the pool was short, or a control group denied them. */
final class ShortPool {
    /** Measured on 17, 21, 25, 27 and 28; 11 starts with what there is, if that is more than its reserve. */
    private static final String OF_Z =
            " and ZGC commits its heap page by page: with pages in the pool, but too few for its"
                    + " initial heap, it does not start (\"Failed to allocate initial Java heap\")";

    private final RuleContext context;
    private final Backing heap;
    private final HugePool pool;
    private final Optional<Span> bill;

    /** The pages of the pool that the JVM has now. */
    private final Bytes held;

    private final boolean isZ;

    /** The limits of the control groups; empty if they are unknown. */
    private final Optional<List<GroupLimit>> limits;

    /** How the limits rise; empty if the need or the limits are unknown. */
    private final Optional<GroupRaise> raise;

    /** Where the missing pages can come from; empty if the need or the limits are unknown. */
    private final Optional<Availability> availability;

    private final NamedPageSize named;
    private final List<Action> actions;

    ShortPool(RuleContext context, Backing heap, HugePool pool, Optional<Span> bill) {
        this.context = context;
        this.heap = heap;
        this.pool = pool;
        this.bill = bill;
        this.held = PageFacts.held(context);
        this.isZ = PageFacts.isZ(context);
        this.limits = PoolGrowth.limits(context, PageFacts.poolPage(context));
        this.raise = limits.flatMap(known -> bill.map(it -> GroupRaise.ofReservations(
                context.groups(),
                pool.pageSize(),
                known,
                held,
                PageFacts.touched(context),
                pool.pageSize().times(it.max()))));
        this.availability = bill.filter(it -> limits.isPresent())
                .flatMap(it -> PoolGrowth.availability(context, pool, PoolGrowth.missing(pool, it, held)));
        this.named = NamedPageSize.of(context, pool.pageSize());
        this.actions = actions();
    }

    List<Outcome> outcomes() {
        return context.finding(Severity.WARNING, summary(), explanation(), benefit(), actions);
    }

    /** The actions: none if the limits are unknown, or if the host has too little memory. */
    private List<Action> actions() {
        if (bill.isEmpty()) {
            return limits.isPresent() ? named.actions() : List.of();
        }
        return raise.map(it -> PoolGrowth.actions(context, pool, bill.get(), held, it, availability))
                .orElse(List.of());
    }

    /** The granted part of the heap, the cause, and the state of the pool. */
    private String summary() {
        boolean byGroup = deniedByGroup();
        String granted = hasSome()
                ? "only a part of the heap is on huge pages (" + heap.hugeMin().rounded() + " of "
                        + heap.residentMin().rounded() + "): "
                : PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.THP))
                        ? "the heap is on transparent huge pages instead: "
                        : "the heap has none: ";
        return "Hugetlb pages are requested, but " + granted
                + (byGroup ? "its control group does not allow the reservation, and " : "") + available()
                + bill.map(it -> more(PoolGrowth.missing(pool, it, held), byGroup))
                        .orElse("");
    }

    private boolean hasSome() {
        return heap.pages().stream()
                .anyMatch(pages ->
                        pages.kind() == PageKind.HUGETLB && !pages.min().isZero());
    }

    /** Returns whether the pool has enough pages, and a limit of a control group is below the need. */
    private boolean deniedByGroup() {
        return raise.filter(GroupRaise::isNeeded).isPresent()
                && PoolGrowth.missing(pool, bill.orElseThrow(), held) == 0;
    }

    private String available() {
        return pool.total() == 0
                ? "the pool of " + pool.pageSize() + " pages is empty"
                : pool.usable() + " of the pool's " + pool.total() + " pages of " + pool.pageSize() + " are available";
    }

    /** One sentence for each property of this case. */
    private String explanation() {
        String need = bill.map(it -> "This JVM needs " + it.max() + " pages"
                        + (it.max() > it.min() ? " at most" : "")
                        + ". The heap size divided by " + pool.pageSize()
                        + " is too few: the JVM reserves the code cache first, and"
                        + (isZ ? OF_Z : " then the heap, all or nothing"))
                .orElse("Now " + available());
        boolean wasted = !held.isZero() && !hasSome();
        boolean tooLittleMemory = raise.isPresent() && actions.isEmpty();
        boolean notReserved =
                !tooLittleMemory && raise.filter(GroupRaise::isNeeded).isPresent();
        String how = raise.filter(it -> !tooLittleMemory)
                .map(it -> it.how(availability.isPresent()))
                .orElse("");
        boolean otherSize = !pool.pageSize().equals(PageFacts.poolPage(context));
        String pages = availability
                .map(it -> it.sentence(PoolGrowth.missing(pool, bill.orElseThrow(), held), pool.pageSize()))
                .filter(sentence -> !sentence.isEmpty() && !actions.isEmpty())
                .map(sentence -> " " + sentence)
                .orElse("");
        return need + "."
                + (otherSize ? LargePagesNotGranted.whole(context, pool.pageSize()) : "")
                + (bill.isEmpty() && limits.isPresent() ? named.explanation() : "")
                + (wasted
                        ? " This JVM holds " + held
                                + " of the pool for other regions than its heap, with little benefit."
                        : "")
                + (tooLittleMemory
                        ? " The host has too little memory for a pool of that size. Reduce the heap first."
                        : "")
                + (notReserved ? " Its control group does not allow it to reserve that many pages." : "")
                + how
                + pages
                + (mayLack() && isZ && !actions.isEmpty()
                        ? " Restart ZGC only if the pool has all pages: with some of them it does not start."
                        : "")
                + (limits.isEmpty()
                        ? " The plan adds no pages because the limits of the control groups are unknown: above"
                                + " a limit the JVM would die of SIGBUS."
                        : "");
    }

    private boolean mayLack() {
        return availability.filter(Availability::mayLackPages).isPresent();
    }

    private String benefit() {
        boolean atBoot = availability
                .filter(it -> it.found() == Found.AT_BOOT && !actions.isEmpty())
                .isPresent();
        return (atBoot
                        ? "After a reboot"
                        : actions.isEmpty() || mayLack()
                                ? "With enough pages in the pool and a restart"
                                : "After a restart")
                + " the whole heap is on "
                + (bill.isEmpty() && !actions.isEmpty() ? "huge" : pool.pageSize())
                + " pages."
                + (atBoot || mayLack() ? " Transparent huge pages need no pool." : "")
                + " Check: hp-cli advise --pid N shows the heap as HUGETLB.";
    }

    /** The number of pages that the pool lacks. A pool that lacks none now was too small when the JVM started. */
    private static String more(long missing, boolean byGroup) {
        return missing > 0
                ? ", " + missing + " more are needed"
                : byGroup ? "" : ". That is enough now, but was not when the JVM started";
    }
}

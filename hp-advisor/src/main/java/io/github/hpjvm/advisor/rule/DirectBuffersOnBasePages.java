package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Environment;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.Malloc;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.Tunables;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/**
 * Native memory on base pages. HotSpot's flags cover its heap, its code and the tables of its collector. Memory that
 * malloc maps, such as direct buffers, opts in only with {@code glibc.malloc.hugetlb=1} (glibc 2.35 and newer). glibc
 * then advises mappings and steps of the main arena that hold a huge page of the PMD size or more (madvise_thp and sysmalloc
 * in {@code malloc.c}). From 2.44 on it advises none where a huge page has more than 32 MiB (MAX_THP_PAGESIZE in
 * {@code hugepages.h}).
 */
final class DirectBuffersOnBasePages implements Rule {
    /** What a user can do if smaps was not read. */
    private static final String EXACT = "run it with --exact, which reads smaps and may stall the JVM";

    private static final Bytes WORTH_SAYING = Bytes.ofGiB(1);

    /** DEFAULT_THP_PAGESIZE of glibc 2.43 and newer on aarch64 ("malloc: Enable 2MB THP by default on Aarch64"). */
    private static final Bytes LEAST_ON_AARCH64 = Bytes.ofMiB(2);

    private static final Bytes LARGEST_OF_MALLOC = Bytes.ofMiB(32);

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-504",
                        "native memory on base pages beside a heap on huge pages",
                        "native",
                        Family.OUTSIDE_HEAP,
                        Affected.NATIVE)
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (PageFacts.requested(context) == Requested.NONE) {
            return context.notApplicable("huge pages are not requested");
        }
        Optional<Backing> own =
                context.maybeJvm("native", jvm -> jvm.region(RegionName.NATIVE).backing());
        if (own.isEmpty()) {
            return context.notApplicable("native memory cannot be distinguished from other memory here");
        }
        Bytes base = own.get().baseMin();
        if (base.compareTo(WORTH_SAYING) < 0) {
            return context.pass(base.rounded() + " of native memory on base pages: too little to benefit");
        }
        ThpPolicy policy = context.host("THP policy", Host::thp);
        if (!policy.effective().equals("madvise")) {
            return context.notApplicable(
                    "glibc cannot change the pages: the host is in " + policy.effective() + " mode");
        }
        if (!policy.enabled().equals("madvise")) {
            return context.notApplicable(
                    "glibc reads the global file only (sysdeps/unix/sysv/linux/malloc-hugepages.c), which is "
                            + policy.enabled());
        }
        Bytes page = policy.pmdSize();
        if (page.compareTo(LARGEST_OF_MALLOC) > 0) {
            return context.notApplicable("glibc uses transparent huge pages of " + page
                    + " for allocations of this size only, and since 2.44 for none");
        }
        Optional<Malloc> library = context.malloc();
        if (library.isEmpty()) {
            return context.unknown(new Missing("the library of malloc", Reason.NOT_PRESENT, "/proc/PID/maps", ""));
        }
        if (library.get() != Malloc.GLIBC) {
            return context.notApplicable("malloc is " + library.get().words() + ", which reads no tunable of glibc");
        }
        String tunables = context.maybeJvm("environment", Jvm::environment)
                .map(variables -> variables.getOrDefault(Tunables.VARIABLE, ""))
                .orElse("");
        String malloc = Tunables.malloc(tunables);
        if (malloc.equals("1")) {
            return afterTheTunable(context, base, tunables, page, "glibc.malloc.hugetlb=1 is set");
        }
        if (!malloc.isEmpty()) {
            return context.notApplicable("malloc has a setting already: glibc.malloc.hugetlb=" + malloc);
        }
        boolean arm = context.maybeHost("kernel", Host::kernel)
                .flatMap(Kernel::architecture)
                .filter("aarch64"::equals)
                .isPresent();
        Optional<Bytes> advised = context.region(RegionName.NATIVE).advised();
        if (arm && advised.filter(bytes -> !bytes.isZero()).isPresent()) {
            return afterTheTunable(context, base, tunables, LEAST_ON_AARCH64, "malloc opts in by default");
        }
        return context.finding(
                Severity.INFO,
                base.rounded()
                        + " of native memory are on base pages: the JVM's page flags do not affect native memory",
                "malloc provides direct buffers and the memory of native libraries. It uses huge"
                        + " pages only if a tunable of glibc enables them, and only for allocations of " + page
                        + " or more."
                        + (arm
                                ? " On aarch64 glibc 2.43 and newer opts in by default: the tunable changes nothing there."
                                : ""),
                "With GLIBC_TUNABLES=glibc.malloc.hugetlb=1 (glibc 2.35 and newer) transparent huge"
                        + " pages back large buffers too. Resident size can grow. Check: hp-cli advise --pid N,"
                        + " the line native.",
                List.of(new Environment(Tunables.VARIABLE, Tunables.withMalloc(tunables, "1"))));
    }

    /** Judges native memory that is on base pages although malloc is to opt in: the cause that is left. */
    private static List<Outcome> afterTheTunable(
            RuleContext context, Bytes base, String tunables, Bytes page, String although) {
        String summary = base.rounded() + " of native memory are on base pages although " + although;
        Optional<Bytes> advised = context.region(RegionName.NATIVE).advised();
        if (advised.isEmpty()) {
            throw context.undecided(new Missing(
                    "memory that malloc advised for huge pages", Reason.SKIPPED, "VmFlags in smaps", EXACT));
        }
        context.note("native memory with MADV_HUGEPAGE", advised.get().toString(), "VmFlags in smaps");
        if (advised.get().compareTo(base) >= 0) {
            return context.finding(
                    Severity.INFO,
                    summary,
                    "malloc opted in for " + advised.get().rounded() + ". The kernel found no free block of this size"
                            + " when the memory was touched, or it has split the pages since.",
                    "No tunable changes that. khugepaged collapses the base pages slowly.",
                    List.of());
        }
        boolean oneArena = Tunables.value(tunables, Tunables.ARENAS).equals("1");
        return context.finding(
                Severity.INFO,
                summary,
                "malloc opted in for " + advised.get().rounded() + " only. "
                        + (oneArena
                                ? "It has one arena, so the memory is not glibc's: glibc is older than 2.35, the program"
                                        + " uses another malloc, or a library maps the memory itself."
                                : "malloc opts in for blocks of " + page
                                        + " or more. Smaller blocks are in arenas of threads,"
                                        + " which grow in smaller steps. Only the main arena grows by whole huge pages."),
                oneArena
                        ? "No tunable of glibc changes that."
                        : "With glibc.malloc.arena_max=1 all threads use the main arena. Threads that call malloc at the"
                                + " same time then wait for each other. If the memory stays on base pages, glibc does"
                                + " not provide it. Check: hp-cli advise --pid N, the line native.",
                oneArena
                        ? List.of()
                        : List.of(new Environment(Tunables.VARIABLE, Tunables.with(tunables, Tunables.ARENAS, "1"))));
    }
}

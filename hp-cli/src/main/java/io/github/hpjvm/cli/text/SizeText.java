package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.plan.PoolAlternative;
import io.github.hpjvm.advisor.size.GroupRaise;
import io.github.hpjvm.advisor.size.NodeGrowth;
import io.github.hpjvm.advisor.size.NodeRoom;
import io.github.hpjvm.advisor.size.NodeShortage;
import io.github.hpjvm.advisor.size.PoolSize;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.size.Tenant;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The sizes of pools as text: the command first, then how its number is computed. */
public final class SizeText {
    private static final String INDENT = "  ";

    private final PoolSizes sizes;
    private final Optional<VmIdentity> jdk;
    private final boolean colour;
    private final List<String> lines = new ArrayList<>();

    private SizeText(PoolSizes sizes, Optional<VmIdentity> jdk, boolean colour) {
        this.sizes = sizes;
        this.jdk = jdk;
        this.colour = colour;
    }

    /**
     * The sizes as text.
     *
     * @param jdk the JDK of a command line; empty for processes
     */
    public static String write(PoolSizes sizes, Optional<VmIdentity> jdk, boolean colour) {
        return new SizeText(sizes, jdk, colour).text();
    }

    private String text() {
        sizes.pools().forEach(this::pool);
        sizes.tenants().stream().filter(tenant -> !tenant.isIdle()).forEach(this::tenant);
        idleTenants();
        jdk.ifPresent(vm -> lines.add("Computed for " + PredictionText.name(vm) + "."));
        if (sizes.pools().isEmpty()) {
            lines.add(0, sizes.isIdle() ? "No JVM here requests pages of a pool." : "The pool sizes are unknown.");
        }
        return String.join("\n", lines) + "\n";
    }

    private void pool(PoolSize size) {
        HugePool pool = size.pool();
        String page = pool.pageSize() + " pages";
        if (size.isRefused()) {
            say(Style.BAD, "Not possible: " + refusal(size) + ".");
        } else if (!sizes.objecting(pool.pageSize()).isEmpty()) {
            say(Style.BAD, "A pool of " + page + " is not advised: " + objections(pool.pageSize()) + ".");
        } else if (!size.nodes().isEmpty()) {
            size.nodes().forEach(shortage -> nodes(shortage, size.nodesAtBoot()));
            if (size.nodesAtBoot()) {
                say(Style.BOLD, "Set the pools of the nodes at boot" + known() + ":");
                size.nodeActions().forEach(action -> lines.add(INDENT + ActionText.of(action)));
            } else if (size.moreBesideNodes() > 0) {
                grow(size, page);
            }
        } else if (size.more() == 0) {
            say(Style.GOOD, "The pool of " + page + " is large enough" + known() + ": " + pool.total() + " pages.");
            idle(size);
        } else {
            grow(size, page);
        }
        arithmetic(size);
        lines.add("");
    }

    private void grow(PoolSize size, String page) {
        say(Style.BOLD, "Set the pool of " + page + " to " + size.toWrite() + " pages" + known() + ":");
        lines.add(INDENT + command(size));
        how(size);
    }

    private String known() {
        return sizes.isComplete() ? "" : ", without the processes whose need is unknown";
    }

    private void nodes(NodeShortage shortage, boolean atBoot) {
        boolean one = shortage.tenants().size() == 1;
        String nodes = (shortage.nodes().size() == 1 ? "node " : "nodes ")
                + shortage.nodes().stream().map(String::valueOf).collect(Collectors.joining(", "));
        say(
                Style.BAD,
                "The pool has too few pages of " + shortage.pageSize() + " on NUMA " + nodes + ": "
                        + String.join("; ", shortage.tenants()) + (one ? " may use" : " together may use")
                        + " no other node and " + (one ? "needs " : "need ") + shortage.need()
                        + " pages. Available there: "
                        + shortage.available()
                        + (shortage.held() > 0 ? ", and " + shortage.held() + " returned by a restart" : "") + ".");
        if (atBoot) {
            return;
        }
        for (NodeGrowth growth : shortage.growth()) {
            say(
                    Style.BOLD,
                    "Set the pool of node " + growth.pool().node() + " to " + growth.toWrite()
                            + " pages, before a restart:");
            lines.add(INDENT + ActionText.of(growth.action()));
        }
        wrap(NodeRoom.CAVEAT, INDENT);
    }

    private String objections(Bytes pageSize) {
        return sizes.objecting(pageSize).stream()
                .map(tenant -> tenant.name() + ": " + stripped(tenant.objection()))
                .collect(Collectors.joining("; "));
    }

    private static String stripped(String text) {
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    private void idle(PoolSize size) {
        if (size.idle() > 0 && sizes.isComplete()) {
            wrap(
                    size.idle() + " pages (" + Sizes.of(size.pool().pageSize().times(size.idle()))
                            + ") stay unused: " + (size.pool().total() - size.idle())
                            + " pages are enough for these processes and the ones that use the pool now.",
                    INDENT);
        }
    }

    /** The reason why a pool of that size is refused, and what to do instead; without a full stop. */
    static String refusal(PoolSize size) {
        Bytes pageSize = size.pool().pageSize();
        return size.more() + " more " + pageSize + " pages (" + pageSize.times(size.more())
                + ") would leave this host without memory; "
                + size.available().orElse(Bytes.ZERO).rounded()
                + " are available. Use a smaller heap, or transparent huge pages, which reserve nothing";
    }

    /**
     * The steps for the limits that are below the need of a tenant, without full stops.
     *
     * @param ofHost the step for a limit that an administrator sets
     */
    static List<String> raises(Tenant tenant, PoolSizes sizes, Function<GroupLimit, String> ofHost) {
        List<GroupRaise> raises = sizes.raises(tenant);
        if (raises.stream().noneMatch(raise -> raise.isNeeded() && !raise.isOfHost())) {
            return tenant.limits().stream().map(ofHost).distinct().toList();
        }
        return raises.stream().flatMap(raise -> steps(raise).stream()).toList();
    }

    private static List<String> steps(GroupRaise raise) {
        List<String> steps =
                new ArrayList<>(raise.actions().stream().map(ActionText::of).toList());
        String how = stripped(raise.how(false).strip());
        if (raise.isOfPod() && !how.isEmpty()) {
            steps.set(steps.size() - 1, steps.get(steps.size() - 1) + ". " + how);
        }
        return steps;
    }

    /** The step for a limit that is below the need, where an administrator sets it. */
    static String raise(GroupLimit limit) {
        return "raise " + limit.file() + ", which allows " + limit.limit();
    }

    /** The command, or the kernel argument, that sets a pool to its size. */
    static String command(PoolSize size) {
        return ActionText.of(PoolAlternative.action(size));
    }

    private void how(PoolSize size) {
        String found = size.availability().sentence(size.more(), size.pool().pageSize());
        if (!found.isEmpty()) {
            wrap(found, INDENT);
        }
        if (size.stopFirst()) {
            wrap("Stop these processes first: the pool needs the memory that they use now.", INDENT);
        }
    }

    private void arithmetic(PoolSize size) {
        HugePool pool = size.pool();
        wrap(
                "Needed: " + size.need() + " pages"
                        + (size.headroom() > 0 ? " and " + size.headroom() + " of headroom" : "")
                        + ". The pool has " + pool.total() + ": " + pool.usable() + " available"
                        + (size.held() > 0 ? ", " + size.held() + " returned when these processes stop" : "")
                        + ", " + size.ofOthers()
                        + " used by others: processes, or files of a hugetlbfs that keep their pages"
                        + (sizes.rolling() ? " or by the old ones, which still run" : "") + ".",
                INDENT);
    }

    private void tenant(Tenant tenant) {
        lines.add(Style.BOLD.of(tenant.name(), colour));
        if (!tenant.isKnown()) {
            wrap("unknown: " + tenant.unknown() + ".", INDENT);
            return;
        }
        new TreeMap<>(tenant.need())
                .forEach((page, pages) -> wrap(
                        pages + " pages of " + page + " ("
                                + Sizes.of(page.times(pages)) + ")"
                                + (tenant.held().getOrDefault(page, 0L) > 0
                                        ? "; uses " + tenant.held().get(page) + " now"
                                        : "")
                                + parts(tenant, page),
                        INDENT));
        if (!tenant.asIf().isEmpty()) {
            wrap("Computed as if the JVM were started with " + tenant.asIf() + ".", INDENT);
        }
        raises(tenant, sizes, SizeText::raise)
                .forEach(step -> wrap("A control group allows less: " + step + ".", INDENT));
    }

    /** {@code : heap 512, code 256, gc 10}. */
    private static String parts(Tenant tenant, Bytes page) {
        String parts = tenant.parts().getOrDefault(page, Map.of()).entrySet().stream()
                .map(part -> part.getKey() + " " + part.getValue())
                .collect(Collectors.joining(", "));
        return parts.isEmpty() ? "" : ": " + parts;
    }

    /** The JVMs that request no pages of a pool, in one sentence. */
    private void idleTenants() {
        List<String> names = sizes.tenants().stream()
                .filter(Tenant::isIdle)
                .map(Tenant::name)
                .toList();
        if (!names.isEmpty()) {
            wrap("Not counted, because they request no pages of a pool: " + String.join("; ", names) + ".", "");
        }
    }

    private void say(Style style, String text) {
        int first = lines.size();
        wrap(text, "");
        lines.subList(first, lines.size()).replaceAll(line -> style.of(line, colour));
    }

    private void wrap(String text, String indent) {
        lines.addAll(Paragraph.wrap(text, indent, indent));
    }
}

package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.RangeList;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.rule.support.MissingFactException;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.size.NodeGrowth;
import io.github.hpjvm.advisor.size.NodeRoom;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A pool that has too few pages on the NUMA nodes that this process may use. A cpuset binds the process to these
 * nodes, and the kernel refuses a mapping that those nodes cannot serve (allowed_mems_nr and hugetlb_acct_memory in
 * {@code mm/hugetlb.c}). Free pages of a node may be reserved: the kernel counts these for the whole host only.
 */
final class PoolOfNode implements Rule {
    private static final String ALLOWED = "Mems_allowed_list";

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-109",
                        "too few hugetlb pages on the NUMA nodes that the process may use",
                        "heap",
                        Family.HUGE_PAGES,
                        Affected.HEAP)
                .whenRequested(Requested.HUGETLB)
                .inHealthCheck();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        Backing heap = PageFacts.heap(context);
        if (PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.HUGETLB))) {
            return context.pass("pages of the hugetlb pool back the heap");
        }
        List<NodePool> pools = context.host("pools of the nodes", Host::nodePools);
        Bytes size = PageFacts.pageSize(context).largest();
        List<NodePool> ofSize =
                pools.stream().filter(pool -> pool.pageSize().equals(size)).toList();
        if (ofSize.size() < 2) {
            return context.notApplicable("the host has one NUMA node");
        }
        Optional<String> list = context.jvm("status", Jvm::status).field(ALLOWED);
        Optional<Span> bill = PageFacts.bill(context);
        if (list.isEmpty() || bill.isEmpty()) {
            return context.notApplicable("the nodes that the process may use, or its need of pages, are unknown");
        }
        context.note("nodes", list.get(), "/proc/PID/status, " + ALLOWED);
        Optional<RangeList> nodes = RangeList.parse(list.get());
        List<NodePool> allowed = ofSize.stream()
                .filter(pool -> nodes.isEmpty() || nodes.get().contains(pool.node()))
                .toList();
        return judged(context, ofSize, allowed, bill.get().max());
    }

    private static List<Outcome> judged(RuleContext context, List<NodePool> all, List<NodePool> allowed, long need) {
        Bytes size = all.get(0).pageSize();
        long held = PageFacts.held(context).value() / size.value();
        // Pages that it has only reserved are free on the nodes, too.
        long untouched = Math.min(held, PageFacts.untouched(context));
        long usable = PageFacts.pool(context.host("hugetlb pools", Host::pools), size)
                .map(pool -> pool.usable() + untouched)
                .orElse(Long.MAX_VALUE);
        long everywhere = Math.min(NodePool.free(all), usable) + held - untouched;
        long here = Math.min(NodePool.free(allowed), usable) + held - untouched;
        if (allowed.size() == all.size() || allowed.isEmpty() || here >= need) {
            return context.notApplicable("NUMA nodes are not the cause: " + here + " of " + everywhere
                    + " free pages are on nodes that the process may use, and it needs " + need);
        }
        List<NodeGrowth> growth = NodeGrowth.of(allowed, need - here, 0, context.nodeRoom());
        String nodes = growth.size() == 1 ? "this node" : "these nodes";
        List<Action> actions = new ArrayList<>(context.growing(growth));
        boolean atBoot = actions.get(0).kind() == Action.Kind.KERNEL_ARG;
        if (!atBoot) {
            actions.add(new RestartJvm());
        }
        return context.finding(
                Severity.WARNING,
                "Hugetlb pages are requested, but the NUMA nodes that this process may use have too few: " + here
                        + " of " + everywhere + " free pages are there, and it needs " + need,
                "A cpuset binds the process to "
                        + (allowed.size() == 1 ? "node " + allowed.get(0).node() : allowed.size() + " nodes")
                        + ". vm.nr_hugepages spreads its pages over all nodes, so some are out of reach."
                        + " This rule does not read the binding that numactl sets."
                        + (atBoot
                                ? " The kernel can allocate pages of " + size + " reliably only at boot. The argument"
                                        + " names all nodes that have such pages."
                                : ""),
                (atBoot ? "After a reboot" : "After a restart") + " the heap is on pages of " + nodes + "."
                        + (atBoot ? "" : " " + NodeRoom.CAVEAT)
                        + " Check: hp-cli advise --pid N shows the heap as HUGETLB.",
                actions);
    }

    /** Returns whether the rule reports a finding; false if facts are absent. */
    static boolean holds(RuleContext context) {
        try {
            return new PoolOfNode().evaluate(context.about("heap")).get(0) instanceof Outcome.Finding;
        } catch (MissingFactException e) {
            return false;
        }
    }
}

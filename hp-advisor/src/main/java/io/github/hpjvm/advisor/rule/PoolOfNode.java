package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.RangeList;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.rule.support.MissingFactException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The pool has enough pages, but on NUMA nodes that this process may not use: a cpuset binds it to others, and a mapping
 * is refused that they cannot serve (allowed_mems_nr and hugetlb_acct_memory in {@code mm/hugetlb.c}).
 */
final class PoolOfNode implements Rule {
    private static final String ALLOWED = "Mems_allowed_list";

    @Override
    public String id() {
        return "HP-109";
    }

    @Override
    public String title() {
        return "a hugetlb pool on other NUMA nodes than the process may use";
    }

    @Override
    public String subject() {
        return "heap";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (Asked.pages(look) != Requested.HUGETLB) {
            return look.notApplicable("large pages of a hugetlb pool were not asked for");
        }
        Backing heap = Asked.heap(look);
        if (Asked.kind(look, heap).equals(Optional.of(PageKind.HUGETLB))) {
            return look.pass("the heap is on pages of the hugetlb pool");
        }
        List<NodePool> pools = look.host("pools of the nodes", Host::nodePools);
        Bytes size = Asked.pageSize(look).largest();
        List<NodePool> ofSize =
                pools.stream().filter(pool -> pool.pageSize().equals(size)).toList();
        if (ofSize.size() < 2) {
            return look.notApplicable("the host has one NUMA node");
        }
        Optional<String> list = look.jvm("status", Jvm::status).field(ALLOWED);
        Optional<Span> bill = Asked.bill(look);
        if (list.isEmpty() || bill.isEmpty()) {
            return look.notApplicable("which nodes it may use, or what it needs of them, is not known");
        }
        look.note("nodes", list.get(), "/proc/PID/status, " + ALLOWED);
        Optional<RangeList> nodes = RangeList.parse(list.get());
        List<NodePool> allowed = ofSize.stream()
                .filter(pool -> nodes.isEmpty() || nodes.get().contains(pool.node()))
                .toList();
        return judged(look, ofSize, allowed, bill.get().max());
    }

    private static List<Outcome> judged(Look look, List<NodePool> all, List<NodePool> allowed, long need) {
        long held = Asked.held(look).value() / all.get(0).pageSize().value();
        long here = free(allowed) + held;
        long everywhere = free(all) + held;
        if (allowed.size() == all.size() || allowed.isEmpty() || here >= need || everywhere < need) {
            return look.notApplicable("it is not the nodes that are in the way: " + here + " of " + everywhere
                    + " free pages are on nodes that it may use, and " + need + " are needed");
        }
        NodePool node = allowed.get(0);
        List<Action> actions = new ArrayList<>();
        PoolSetting setting = PoolSetting.ofNode(node.node(), node.pageSize().value());
        actions.add(setting.write(
                node.total() + need - here,
                Math.max(0, node.total() - node.surplus()),
                node.pageSize().times(need - here) + " of that node taken from all others"));
        actions.add(new Action.RestartJvm());
        return look.finding(
                Severity.WARNING,
                "Large pages were requested and the pool has them on the wrong NUMA nodes: " + everywhere
                        + " pages are free, " + here + " of them on nodes that this process may use, and it needs "
                        + need,
                "A cpuset binds the process to "
                        + (allowed.size() == 1 ? "node " + node.node() : allowed.size() + " nodes")
                        + ". vm.nr_hugepages spreads its pages over all nodes, so the pool looks large enough. What"
                        + " numactl binds is not seen here.",
                "After a restart the heap is on pages of that node; check: hp-cli advise --pid N shows it as HUGETLB.",
                actions);
    }

    /** Whether that is the cause; not, where it cannot be told. */
    static boolean holds(Look look) {
        try {
            return new PoolOfNode().evaluate(look.about("heap")).get(0) instanceof Outcome.Finding;
        } catch (MissingFactException e) {
            return false;
        }
    }

    private static long free(List<NodePool> pools) {
        return pools.stream().mapToLong(NodePool::free).sum();
    }
}

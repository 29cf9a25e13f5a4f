package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Optional;

/**
 * Forks of a JVM on transparent huge pages. After a fork parent and child share pages until the first write. Kernels
 * before 5.8 then copy the whole huge page. Later kernels copy one base page, and the huge page stays split (commit
 * 3917c80280c9). By default the JVM starts processes with posix_spawn (vfork before 13). The child then runs in the memory of
 * its parent until it executes a program (CLONE_VM), and no page becomes copy-on-write.
 */
final class ForkOnThp implements Rule {
    private static final String FORK = "-Djdk.lang.Process.launchMechanism=fork";
    private static final String VFORK = "-Djdk.lang.Process.launchMechanism=vfork";

    /** From this release on VFORK means FORK. Seen with strace: vfork up to 26, clone without CLONE_VM on 27 and 28. */
    private static final int NO_VFORK_SINCE = 27;

    private static final Bytes WORTH_SAYING = Bytes.ofMiB(64);

    @Override
    public Declaration declaration() {
        return new Declaration(
                "HP-208", "fork of a JVM on transparent huge pages", "heap", Family.SIDE_EFFECTS, Affected.NONE);
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        boolean vforkIsFork = context.maybeJvm("VM", Jvm::identity)
                .flatMap(VmIdentity::release)
                .filter(version -> version.feature() >= NO_VFORK_SINCE)
                .isPresent();
        List<String> options = context.jvm("arguments", Jvm::arguments).texts().stream()
                .filter(text -> text.equalsIgnoreCase(FORK) || vforkIsFork && text.equalsIgnoreCase(VFORK))
                .distinct()
                .toList();
        if (options.isEmpty()) {
            return context.notApplicable("the JVM starts processes without copies of its page tables");
        }
        Bytes huge = PageFacts.heap(context).pages().stream()
                .filter(pages -> pages.kind() == PageKind.THP)
                .map(Pages::min)
                .reduce(Bytes.ZERO, Bytes::plus);
        if (huge.compareTo(WORTH_SAYING) < 0) {
            return context.notApplicable("transparent huge pages do not back the heap");
        }
        boolean whole = context.host("kernel", Host::kernel).isAtLeast(5, 8).equals(Optional.of(false));
        return context.finding(
                whole ? Severity.WARNING : Severity.INFO,
                "The JVM starts processes by fork, which "
                        + (whole ? "copies whole huge pages" : "splits its huge pages"),
                whole
                        ? "On kernels before 5.8 the first write to a huge page after a fork copies all of it while"
                                + " the thread waits."
                        : "Since Linux 5.8 the first write to a huge page after a fork copies a base page. The"
                                + " others stay split until khugepaged collapses them.",
                "Without the option the JVM uses posix_spawn (vfork before 13), and its pages stay"
                        + " the same. Check: AnonHugePages in /proc/PID/smaps_rollup after the JVM has started"
                        + " a process.",
                List.of(new JvmFlag(List.of(), options)));
    }
}

package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.Look;
import java.util.List;
import java.util.Optional;

/**
 * A parent that forks shares its pages with the child, and copies at the first write: kernels before 5.8 the huge page
 * as a whole, since then one base page of it, after which the huge page stays split (commit 3917c80280c9). The JVM
 * starts processes by vfork or posix_spawn, which share nothing, unless it is told to fork.
 */
final class ForkOnThp implements Rule {
    private static final String FORK = "-Djdk.lang.Process.launchMechanism=fork";
    private static final Bytes WORTH_SAYING = Bytes.ofMiB(64);

    @Override
    public String id() {
        return "HP-208";
    }

    @Override
    public String title() {
        return "a JVM on transparent huge pages that forks";
    }

    @Override
    public String subject() {
        return "heap";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        List<String> told = look.jvm("arguments", Jvm::arguments).texts().stream()
                .filter(text -> text.equalsIgnoreCase(FORK))
                .distinct()
                .toList();
        if (told.isEmpty()) {
            return look.notApplicable("it starts processes without sharing its memory with them");
        }
        Bytes huge = Asked.heap(look).pages().stream()
                .filter(pages -> pages.kind() == PageKind.THP)
                .map(Pages::min)
                .reduce(Bytes.ZERO, Bytes::plus);
        if (huge.compareTo(WORTH_SAYING) < 0) {
            return look.notApplicable("the heap is not on transparent huge pages");
        }
        boolean whole = look.host("kernel", Host::kernel).isAtLeast(5, 8).equals(Optional.of(false));
        return look.finding(
                whole ? Severity.WARNING : Severity.INFO,
                "The JVM was told to start processes by fork, which "
                        + (whole ? "copies huge pages as a whole" : "splits its huge pages"),
                whole
                        ? "On kernels before 5.8 each first write after a fork copies 2 MiB while the thread waits."
                        : "Since Linux 5.8 the first write to a huge page after a fork copies 4 KiB and leaves the other"
                                + " 511 on base pages, until khugepaged comes by.",
                "Without the option the JVM uses posix_spawn (vfork before 13), and its pages stay as they are; check:"
                        + " AnonHugePages in /proc/PID/smaps_rollup after the next process was started.",
                List.of(new Action.JvmFlag(List.of(), told)));
    }
}

package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.Look;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * On aarch64 with base pages of 64 KiB a transparent huge page is 512 MiB (hpage_pmd_size): a small heap has no room for
 * one, and a large one is rounded up and resident in steps of it.
 */
final class ThpOf512MiB implements Rule {
    /** 2 MiB with base pages of 4 KiB, 32 MiB with 16 KiB: what is larger is that of 64 KiB. */
    private static final Bytes USUAL = Bytes.ofMiB(32);

    private static final Bytes SMALLER = Bytes.ofMiB(2);
    private static final Path OF_2_MIB = Path.of("/sys/kernel/mm/transparent_hugepage/hugepages-2048kB/enabled");

    @Override
    public String id() {
        return "HP-602";
    }

    @Override
    public String title() {
        return "transparent huge pages of 512 MiB";
    }

    @Override
    public String subject() {
        return "heap";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        ThpPolicy policy = look.host("THP policy", Host::thp);
        if (policy.pmdSize().compareTo(USUAL) <= 0) {
            return look.notApplicable("a transparent huge page is " + policy.pmdSize() + " here");
        }
        if (Asked.pages(look) != Requested.THP) {
            return look.notApplicable("transparent huge pages were not asked for");
        }
        Bytes max = HeapArguments.max(look);
        boolean tooSmall = max.compareTo(policy.pmdSize().times(2)) < 0;
        Optional<String> word = look.maybeHost("THP settings", Host::thpSettings)
                .flatMap(settings -> settings.size(SMALLER))
                .flatMap(ThpSize::enabled);
        boolean closed = word.filter("never"::equals).isPresent();
        List<Action> actions = new ArrayList<>();
        if (tooSmall && closed) {
            actions.add(new Action.KernelFile(OF_2_MIB, "madvise", "never", ""));
            actions.add(new Action.RestartJvm());
        }
        return look.finding(
                tooSmall ? Severity.WARNING : Severity.INFO,
                "A transparent huge page is " + policy.pmdSize() + " on this host"
                        + (tooSmall
                                ? ": a heap of " + max + " has hardly room for one"
                                : ", and the heap is resident in steps of it"),
                "That is the size with base pages of "
                        + look.maybeHost("base page", Host::basePage)
                                .map(Bytes::toString)
                                .orElse("64 KiB")
                        + ". The heap is aligned to it, and whoever touches a byte has all of it cleared and resident.",
                "Better here: the hugetlb pool of 2 MiB pages (-XX:+UseLargePages -XX:LargePageSizeInBytes=2m; hp-cli size),"
                        + (word.isPresent()
                                ? " or transparent huge pages of 2 MiB (" + OF_2_MIB + " says " + word.get() + ")."
                                : " or a kernel of 6.8 or newer, which has transparent huge pages of 2 MiB as well."),
                actions);
    }
}

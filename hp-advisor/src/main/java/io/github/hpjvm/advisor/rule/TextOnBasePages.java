package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugeText;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Look;
import java.util.List;
import java.util.Optional;

/**
 * The JVM's own libraries are files, for which no flag of HotSpot asks huge pages. Alibaba Cloud Linux has a switch of its
 * own, {@code hugetext_enabled}; elsewhere there is nothing to be set.
 */
final class TextOnBasePages implements Rule {
    private static final String FILE = "/sys/kernel/mm/transparent_hugepage/hugetext_enabled";
    private static final Bytes WORTH_SAYING = Bytes.ofMiB(8);

    @Override
    public String id() {
        return "HP-502";
    }

    @Override
    public String title() {
        return "the JVM's libraries on base pages where the kernel has huge text";
    }

    @Override
    public String subject() {
        return "text";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        Optional<HugeText> switches = look.rareHost("hugetext", Host::hugeText);
        if (switches.isEmpty()) {
            return look.notApplicable("this kernel has no switch for huge pages of files that are executed");
        }
        if (switches.get().files()) {
            return look.pass("hugetext is on");
        }
        Bytes text =
                look.jvm("text", jvm -> jvm.region(RegionName.TEXT).backing()).residentMin();
        if (text.compareTo(WORTH_SAYING) < 0) {
            return look.notApplicable("of executed files " + text + " are resident: too little to gain");
        }
        return look.finding(
                Severity.INFO,
                "This kernel can put executed files onto huge pages, and is not told to: " + text.rounded()
                        + " of the JVM's libraries are on base pages",
                "It is a switch of Alibaba Cloud Linux for the whole host, and of use where instruction TLB misses are"
                        + " many. HotSpot's flags do not reach its own libraries.",
                "To try it: echo " + (switches.get().enabled() | 1) + " > " + FILE
                        + "; FilePmdMapped in smaps grows within minutes. It is not undone by writing the old number"
                        + " alone: the page cache keeps its pages.",
                List.of());
    }
}

package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugeText;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Optional;

/**
 * The JVM's libraries on base pages. They are files, which no flag of HotSpot affects. Alibaba Cloud Linux has a
 * setting for them, {@code hugetext_enabled}. Other kernels have none.
 */
final class TextOnBasePages implements Rule {
    private static final String FILE = "/sys/kernel/mm/transparent_hugepage/hugetext_enabled";
    private static final Bytes WORTH_SAYING = Bytes.ofMiB(8);

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-502",
                        "JVM libraries on base pages although the kernel supports huge text",
                        "text",
                        Family.OUTSIDE_HEAP,
                        Affected.TEXT)
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        Optional<HugeText> switches = context.rareHost("hugetext", Host::hugeText);
        if (switches.isEmpty()) {
            return context.notApplicable("this kernel has no setting for huge pages of executable files");
        }
        if (switches.get().files()) {
            return context.pass("hugetext_enabled covers files");
        }
        Bytes text = context.jvm("text", jvm -> jvm.region(RegionName.TEXT).backing())
                .residentMin();
        if (text.compareTo(WORTH_SAYING) < 0) {
            return context.notApplicable("only " + text + " of executable files are resident: too little to benefit");
        }
        return context.finding(
                Severity.INFO,
                "This kernel can back executable files with huge pages, but hugetext_enabled disables" + " that: "
                        + text.rounded() + " of the JVM's libraries are on base pages",
                "hugetext_enabled is a setting of Alibaba Cloud Linux for the whole host. It helps if"
                        + " instruction TLB misses are frequent. HotSpot's flags do not affect its own"
                        + " libraries.",
                "To try it: " + Setting.command(String.valueOf(switches.get().enabled() | 1), FILE)
                        + ". FilePmdMapped in smaps grows within minutes. Writing the old number does not undo"
                        + " it fully: the page cache keeps its pages.",
                List.of());
    }
}

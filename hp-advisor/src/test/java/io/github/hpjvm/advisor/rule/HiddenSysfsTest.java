package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.counted;
import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.version;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.KernelConfig;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.SysfsView;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HiddenSysfsTest {
    private static final String ID = "HP-111";
    private static final String THP = "-XX:+UseTransparentHugePages";
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);

    private static Judged judged(Jvm jvm) {
        return Judged.by(ID, host(), jvm);
    }

    private static Jvm sees(Jvm jvm, Optional<String> enabled, Bytes... sizes) {
        SysfsView view = new SysfsView(enabled, Optional.empty(), List.of(sizes));
        Fact<SysfsView> fact = known(view, "/proc/4242/root/sys/kernel/mm");
        return with(jvm, "sysfs", Optional.of(fact));
    }

    /** The counters of a snapshot whose kernel was built without THP do not show a sandbox. */
    @Test
    void aKernelWithoutThpIsNoSandbox() {
        Host host = with(
                counted(with(host(), "thp", Fact.absent(Reason.NOT_PRESENT, Source.of("/sys"))), 5, 0),
                "kernelConfig",
                known(
                        new KernelConfig(Map.of("CONFIG_TRANSPARENT_HUGEPAGE", "n"), Optional.empty()),
                        "/proc/config.gz"));
        Jvm asked = g1(17, "-XX:+UseTransparentHugePages");
        Judged.by("HP-111", host, asked).passes();
        Outcome.Finding finding = Judged.by("HP-102", host, asked).finds(WARNING);
        assertTrue(finding.summary().contains("built without them"), finding.summary());
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void reportsHiddenFiles() {
        Jvm thp = sees(g1(21, THP), Optional.empty());
        assertTrue(judged(thp).finds(WARNING).expectedEffect().contains("bind mount"));
        assertTrue(judged(thp).finds(WARNING).explanation().contains("enabled is hidden"));
        judged(sees(g1(25, "-XX:+UseLargePages"), Optional.of("madvise"))).finds(WARNING);
        Judged.by("HP-102", host(), thp).doesNotApply("another rule");
        Judged.by("HP-101", host(), sees(g1(25, "-XX:+UseLargePages"), Optional.empty()))
                .doesNotApply("another rule");
        Judged.by("HP-103", host(), sees(g1(25), Optional.empty())).doesNotApply("sandbox");
    }

    /** hp-cli in the sandbox of the JVM. */
    @Test
    void reportsFilesThatAreHiddenFromTheReaderToo() {
        Host without =
                host().withThp(Fact.absent(Reason.NOT_PRESENT, Source.of("/sys/kernel/mm/transparent_hugepage")));
        Host hidden = without.withVmstat(known(new VmStat(Map.of("thp_fault_alloc", 7L)), "/proc/vmstat"));
        assertTrue(
                Judged.by(ID, hidden, g1(21, THP)).finds(WARNING).explanation().contains("is hidden"));
        Judged.by("HP-102", hidden, g1(21, THP)).doesNotApply("another rule");
        Judged.by(ID, hidden, g1(11, THP)).doesNotApply("does not read");
        Host none = without.withVmstat(known(new VmStat(Map.of("pgfault", 7L)), "/proc/vmstat"));
        Judged.by(ID, none, g1(21, THP)).passes();
    }

    @Test
    void passesWhereTheFilesAreSeen() {
        judged(g1(21, THP)).passes();
        judged(sees(g1(21, THP), Optional.of("madvise"))).passes();
        judged(sees(g1(21, "-XX:+UseLargePages"), Optional.empty(), TWO_MIB)).passes();
        judged(sees(heap(g1(21, THP), on(PageKind.THP, Bytes.ofGiB(1))), Optional.empty()))
                .passes();
    }

    @Test
    void doesNotApplyWithoutRequestOrToReleasesThatDoNotRead() {
        judged(sees(g1(21), Optional.empty())).doesNotApply("not requested");
        judged(sees(g1(11, THP), Optional.empty())).doesNotApply("does not read");
        judged(sees(version(g1(17, THP), "17.0.9"), Optional.empty())).doesNotApply("does not read");
    }

    @Test
    void missingFactsAreNamed() {
        Fact<SysfsView> unread = denied("/proc/4242/root/sys");
        judged(with(g1(21, THP), "sysfs", Optional.of(unread))).needs("/sys/kernel/mm of the JVM", Reason.DENIED);
    }
}

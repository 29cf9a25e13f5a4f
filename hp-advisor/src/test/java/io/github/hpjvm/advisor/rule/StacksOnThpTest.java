package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.kernel;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.policy;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.version;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.ChangeJdk;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StacksOnThpTest {
    private static final String ID = "HP-202";
    private static final Host OLD = kernel(thp("always", "-", "never"), "4.18.0-553.el8.x86_64");

    private static Jvm threads(String version, int threads) {
        return JvmSamples.status(version(g1(17), version), "Threads", String.valueOf(threads));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void appliesOnlyInAlwaysMode() {
        Judged.by(ID, host(), threads("1.8.0_442", 10_000)).doesNotApply("not in always mode");
        Judged.by(ID, kernel(OLD, "6.7.0"), threads("1.8.0_442", 10_000)).passes();
    }

    /** Older versions of glibc ignore the tunable, so that stacks on huge pages show that it has no effect. */
    @Test
    void knowsTheTunableOfGlibc() {
        Jvm excluded = JvmSamples.environment(
                threads("1.8.0_442", 1000), "GLIBC_TUNABLES", "glibc.malloc.hugetlb=1:glibc.pthread.stack_hugetlb=0");
        Judged.by(ID, OLD, excluded).doesNotApply("excludes the stacks");
        Jvm without =
                JvmSamples.environment(threads("1.8.0_442", 1000), "GLIBC_TUNABLES", "glibc.pthread.stack_hugetlb=1");
        Judged.by(ID, OLD, without).finds(WARNING);
        Jvm ignored = JvmSamples.located(excluded, RegionName.STACKS, on(PageKind.THP, Bytes.ofMiB(1000)));
        assertTrue(Judged.by(ID, OLD, ignored).finds(WARNING).explanation().contains("stack_hugetlb=0 has no effect"));
    }

    @ParameterizedTest
    @CsvSource({
        "1.8.0_504, true",
        "11.0.20, true",
        "11.0.33, false",
        "17.0.9, true",
        "17.0.10, false",
        "20.0.2, true",
        "21, true",
        "21.0.1, false",
        "25.0.1, false"
    })
    void dependsOnTheUpdate(String version, boolean hit) {
        Judged judged = Judged.by(ID, OLD, threads(version, 1000));
        if (hit) {
            judged.finds(WARNING);
        } else {
            judged.passes();
        }
    }

    @Test
    void observedStacksDecide() {
        Jvm base = JvmSamples.located(threads("17.0.8", 1000), RegionName.STACKS, on(PageKind.BASE, Bytes.ofGiB(1)));
        Judged.by(ID, OLD, base).passes();
        Jvm few = JvmSamples.located(threads("17.0.8", 40), RegionName.STACKS, on(PageKind.THP, Bytes.ofMiB(80)));
        assertEquals(
                List.of(new ChangeJdk(List.of("17.0.10", "21.0.1"))),
                Judged.by(ID, OLD, few).actions(WARNING));
        Judged.by(ID, OLD, threads("17.0.8", 255)).doesNotApply("255 threads");
    }

    /** A huge page of 32 or 512 MiB does not lie in a stack of 2 MiB: the threads do not take one each. */
    @ParameterizedTest
    @ValueSource(ints = {2, 32, 512})
    void aThreadTakesAtMostItsStack(int mib) {
        Host host = with(
                OLD, "thp", known(with(policy("always", "-", "never"), "pmdSize", Bytes.ofMiB(mib)), "/sys/kernel/mm"));
        Judged.by(ID, host, threads("17.0.8", 255)).doesNotApply("255 threads");
        Outcome.Finding finding = Judged.by(ID, host, threads("17.0.8", 1000)).finds(WARNING);
        assertTrue(finding.summary().contains("1000 threads can take 2"), finding.summary());
        assertTrue(finding.explanation().contains("a few KiB takes 2 MiB."), finding.explanation());
        Jvm large = with(
                threads("17.0.8", 1000),
                "flags",
                known(Map.of("ThreadStackSize", new VmFlag("32768", "product", "command line")), "jcmd"));
        assertTrue(Judged.by(ID, host, large)
                .finds(WARNING)
                .explanation()
                .contains("a few KiB takes " + Math.min(mib, 32) + " MiB."));
    }

    @Test
    void theMitigationCanBeDisabled() {
        Jvm off = JvmSamples.told(threads("21.0.5", 1000), "-XX:+UnlockDiagnosticVMOptions", "-XX:-THPStackMitigation");
        Judged judged = Judged.by(ID, OLD, off);
        assertTrue(judged.finds(WARNING).explanation().contains("-XX:-THPStackMitigation disables"), judged::toString);
        assertEquals(List.of(new JvmFlag(List.of(), List.of("-XX:-THPStackMitigation"))), judged.actions(WARNING));
        Jvm onAgain = JvmSamples.told(
                threads("21.0.5", 1000),
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-THPStackMitigation",
                "-XX:+THPStackMitigation");
        Judged.by(ID, OLD, onAgain).passes();
    }

    /** musl maps stacks without MAP_STACK. */
    @Test
    void stacksThatAreSeenOnHugePagesOverruleTheKernel() {
        Host newer = kernel(OLD, "6.8.0");
        Jvm seen = JvmSamples.located(threads("11.0.20", 1000), RegionName.STACKS, on(PageKind.THP, Bytes.ofMiB(1000)));
        String text = Judged.by(ID, newer, seen).finds(WARNING).explanation();
        assertTrue(text.contains("MAP_STACK") && !text.contains("older than 6.7"), text);
        Jvm few = JvmSamples.located(threads("11.0.20", 1000), RegionName.STACKS, on(PageKind.THP, Bytes.ofMiB(62)));
        Judged.by(ID, newer, few).passes();
    }

    @Test
    void jdk8HasNoUpdateWithTheMitigation() {
        assertEquals(List.of(), Judged.by(ID, OLD, threads("1.8.0_504", 1000)).actions(WARNING));
    }
}

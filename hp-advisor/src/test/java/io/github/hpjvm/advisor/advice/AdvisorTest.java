package io.github.hpjvm.advisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.json.AdviceJson;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.LiveFacts;
import io.github.hpjvm.advisor.read.Manner;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same facts give the same advice, also when they were a document in between. */
class AdvisorTest {

    static List<Path> hosts() throws IOException, URISyntaxException {
        Path folder = Path.of(
                Objects.requireNonNull(AdvisorTest.class.getResource("/hosts")).toURI());
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static List<Jvm> jvms() {
        String thp = "-XX:+UseTransparentHugePages";
        String large = "-XX:+UseLargePages";
        return List.of(
                JvmSamples.g1(8),
                JvmSamples.g1(17, thp),
                JvmSamples.g1(25, large),
                JvmSamples.heap(JvmSamples.g1(21, thp), JvmSamples.on(PageKind.THP, Bytes.ofGiB(1))),
                JvmSamples.heap(JvmSamples.g1(21, large), JvmSamples.on(PageKind.HUGETLB, Bytes.ofGiB(1))),
                JvmSamples.heap(JvmSamples.g1(17, thp), JvmSamples.unclear(PageKind.THP, Bytes.ofGiB(1))),
                JvmSamples.limited(JvmSamples.g1(17, large), true, JvmSamples.limit("/a", 64, 2)),
                JvmSamples.jvm(17, Collector.ZGC, Bytes.ofGiB(2), thp),
                JvmSamples.jvm(8, Collector.CMS, Bytes.ofMiB(1000), large),
                JvmSamples.other(VmKind.OPENJ9),
                JvmSamples.vanished());
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void aSnapshotGivesTheSameAdviceAsItsHost(Path tree) {
        List<Jvm> all = new ArrayList<>(jvms());
        all.addAll(LiveFacts.take(Roots.under(tree), List.of(4242L), Manner.sparing(Contact.never()))
                .jvms());
        for (Jvm jvm : all) {
            Facts facts = FactsSamples.facts(HostFacts.read(Roots.under(tree)), jvm);
            Facts again = FactsJson.read(FactsJson.write(facts));
            assertEquals(facts, again);
            assertEquals(FactsJson.write(facts), FactsJson.write(again));
            Advice advice = Advisor.advise(facts, jvm);
            assertEquals(advice, Advisor.advise(facts, jvm));
            Advice later = Advisor.advise(again, again.jvms().get(0));
            assertEquals(advice, later);
            assertEquals(AdviceJson.write(advice), AdviceJson.write(later));
        }
    }

    @Test
    void theLocaleDoesNotMatter() {
        Facts facts = FactsSamples.facts(FactsSamples.pool(100, 50, 0), jvms().toArray(Jvm[]::new));
        List<String> before = documents(facts);
        Locale locale = Locale.getDefault();
        try {
            for (String tag : List.of("de-DE", "tr-TR", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva")) {
                Locale.setDefault(Locale.forLanguageTag(tag));
                assertEquals(before, documents(facts), tag);
                assertEquals(facts, FactsJson.read(before.get(0)), tag);
            }
        } finally {
            Locale.setDefault(locale);
        }
    }

    private static List<String> documents(Facts facts) {
        List<String> all = new ArrayList<>(List.of(FactsJson.write(facts)));
        facts.jvms().forEach(jvm -> all.add(AdviceJson.write(Advisor.advise(facts, jvm))));
        return all;
    }

    @Test
    void documentsAreAscii() {
        Jvm jvm = JvmSamples.g1(17, "-Dname=\u00e9\u4e2d\ud83d\ude00", "-Dcut=\ud83d");
        Facts facts = FactsSamples.facts(FactsSamples.host(), jvm);
        for (String document : documents(facts)) {
            assertTrue(document.chars().allMatch(c -> c < 128), document);
        }
        assertEquals(facts, FactsJson.read(FactsJson.write(facts)));
    }

    @Test
    void findingsAreOrderedBySeverity() {
        Jvm jvm = JvmSamples.heap(
                JvmSamples.limited(JvmSamples.g1(17, "-XX:+UseLargePages"), false, JvmSamples.limit("/a", 64, 0)),
                JvmSamples.partly(PageKind.HUGETLB, Bytes.ofMiB(512), Bytes.ofMiB(512)));
        Advice advice = Advisor.advise(FactsSamples.facts(FactsSamples.host(), jvm), jvm);
        assertEquals(
                List.of(Severity.CRITICAL, Severity.WARNING),
                advice.findings().stream().map(Outcome.Finding::severity).toList());
        assertEquals(Severity.CRITICAL, advice.worst().orElseThrow());
        assertEquals(Requested.HUGETLB, advice.requested());
    }

    @Test
    void absentFactsAreListed() {
        Jvm jvm = JvmSamples.vanished();
        Advice advice = Advisor.advise(FactsSamples.facts(FactsSamples.host(), jvm), jvm);
        List<String> unknowns = advice.unknowns().stream().map(Missing::fact).toList();
        assertTrue(
                unknowns.containsAll(List.of("VM", "arguments", "flags", "control groups", "heap")),
                unknowns.toString());
        assertEquals(Requested.UNKNOWN, advice.requested());
    }

    /** An absent fact of the host that a rule requires is listed once. Others are not listed. */
    @Test
    void absentHostFactsOfRulesAreListed() {
        Jvm jvm = JvmSamples.limited(JvmSamples.g1(17, "-XX:+UseLargePages"), false, JvmSamples.limit("/a", 64, 0));
        Host blind = FactsSamples.with(
                FactsSamples.with(FactsSamples.host(), "pools", FactsSamples.denied("/sys/kernel/mm/hugepages")),
                "memory",
                FactsSamples.denied("/proc/meminfo"));
        Advice advice = Advisor.advise(FactsSamples.facts(blind, jvm), jvm);
        List<String> ofHost = advice.unknowns().stream()
                .filter(missing -> missing.reason() == Reason.DENIED)
                .map(missing -> missing.fact() + " " + missing.source())
                .toList();
        assertEquals(List.of("hugetlb pools /sys/kernel/mm/hugepages", "memory /proc/meminfo"), ofHost);
        assertTrue(
                advice.unknowns().stream().noneMatch(missing -> missing.source().contains("vmstat")),
                advice.unknowns().toString());
    }

    @Test
    void unreadArgumentsAreListed() {
        Jvm jvm = FactsSamples.with(
                JvmSamples.g1(17),
                "arguments",
                FactsSamples.known(
                        FactsSamples.with(JvmSamples.told(), "unread", List.of("/etc/java.args")),
                        "/proc/4242/cmdline"));
        Advice advice = Advisor.advise(FactsSamples.facts(FactsSamples.host(), jvm), jvm);
        assertEquals(
                List.of("/etc/java.args"),
                advice.unknowns().stream()
                        .filter(missing -> missing.fact().equals("requested pages"))
                        .map(Missing::source)
                        .toList());
    }

    @Test
    void regionsWithoutFlagsAreNotRequested() {
        Jvm jvm = JvmSamples.g1(17, "-XX:+UseLargePages");
        Advice advice = Advisor.advise(FactsSamples.facts(FactsSamples.host(), jvm), jvm);
        assertEquals(Requested.HUGETLB, advice.requested(RegionName.HEAP));
        assertEquals(Requested.NONE, advice.requested(RegionName.STACKS));
    }
}

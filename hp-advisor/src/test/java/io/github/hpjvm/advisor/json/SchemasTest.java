package io.github.hpjvm.advisor.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.github.hpjvm.advisor.Draws;
import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.PublishedSchema;
import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.compare.SnapshotDifference;
import io.github.hpjvm.advisor.emit.Form;
import io.github.hpjvm.advisor.emit.Situations;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.finding.Evidence;
import io.github.hpjvm.advisor.fleet.FleetReport;
import io.github.hpjvm.advisor.fleet.FleetSummary;
import io.github.hpjvm.advisor.fleet.HostLabels;
import io.github.hpjvm.advisor.gain.GainBound;
import io.github.hpjvm.advisor.goal.Answer;
import io.github.hpjvm.advisor.hotspot.KnownBugs;
import io.github.hpjvm.advisor.read.LiveFacts;
import io.github.hpjvm.advisor.read.Manner;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.rule.Rules;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.size.Tenant;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.watch.Cause;
import io.github.hpjvm.advisor.watch.HeapPast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schemas in docs/schema, which are also in the jar, say what the documents are. */
class SchemasTest {
    private static final String FACTS = "snapshot";
    private static final String ADVICE = "advise";

    private static Schema schema(String name) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(PublishedSchema.named(name).text());
    }

    private static void assertValid(String schema, String document) {
        assertEquals(List.of(), schema(schema).validate(document, InputFormat.JSON), document);
    }

    private static void assertInvalid(String schema, String document) {
        assertFalse(schema(schema).validate(document, InputFormat.JSON).isEmpty(), document);
    }

    static List<Path> hosts() throws IOException {
        return HostTrees.all();
    }

    static Set<String> generated() {
        return GeneratedSchemas.all().keySet();
    }

    static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(PublishedSchema.folder())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".schema.json"))
                    .map(name -> name.replace(".schema.json", ""))
                    .sorted()
                    .toList();
        }
    }

    /** After a change of a record that is meant, {@code -Dhp.schemas.write=true} writes the file. */
    @ParameterizedTest
    @MethodSource("generated")
    void schemasMatchTheRecords(String name) throws IOException {
        String now = GeneratedSchemas.all().get(name);
        if (Boolean.getBoolean("hp.schemas.write")) {
            Files.writeString(PublishedSchema.file(name), now);
        }
        assertEquals(PublishedSchema.named(name).text(), now, "write it with -Dhp.schemas.write=true");
    }

    @ParameterizedTest
    @MethodSource("names")
    void schemasAreValidSchemasWithTheirAddress(String name) throws IOException {
        Schema meta = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema("{\"$ref\": \"https://json-schema.org/draft/2020-12/schema\"}");
        String text = PublishedSchema.named(name).text();
        assertEquals(List.of(), meta.validate(text, InputFormat.JSON));
        assertTrue(text.replace(" :", ":").contains("\"$id\": \"" + PublishedSchema.address(name) + "\""), text);
        String table = Files.readString(PublishedSchema.folder().resolve("README.md"));
        assertTrue(table.contains("(" + name + ".schema.json)"), name + " is not in docs/schema/README.md");
        assertFalse(PublishedSchema.named(name).permits("{}"), name);
        assertFalse(PublishedSchema.named(name).permits("[]"), name);
    }

    @Test
    void documentsOfRecordsAreDescribed() throws IOException {
        Jvm jvm = JvmSamples.g1(21, "-XX:+UseLargePages");
        Host host = FactsSamples.pool(600, 600, 0);
        Facts facts = FactsSamples.facts(host, jvm);
        PublishedSchema.named("host").assertDescribes(FactsJson.write("host", host));
        PublishedSchema.named("jvms").assertDescribes(JvmsJson.write(List.of(jvm, JvmSamples.vanished())));
        PoolSizes sizes = PoolSizes.of(
                List.of(JvmTenant.of(jvm, host), Tenant.unknown("x", "why"), Tenant.without("y")), 5, true, host);
        PublishedSchema.named("size").assertDescribes(SizesJson.write(sizes));
        PublishedSchema.named("emit")
                .assertDescribes(ConfigJson.write(Form.SHELL, Form.SHELL.files(Advisor.advise(facts, jvm))));
        PublishedSchema.named("explain").assertDescribes(RulesJson.write(Rules.all()));
        PublishedSchema.named("explain").assertDescribes(RulesJson.ofBugs(KnownBugs.all()));
        Facts before = FactsSamples.facts(FactsSamples.host(), JvmSamples.g1(17));
        PublishedSchema.named("diff")
                .assertDescribes(SnapshotDifferenceJson.write(SnapshotDifference.of(before, facts)));
        FleetReport report = FleetReport.of("a.json", facts, HostLabels.ofNames());
        FleetSummary summary = new FleetSummary();
        summary.add(report);
        report.rows().forEach(row -> PublishedSchema.named("fleet-row").assertDescribes(FleetJson.write(row)));
        PublishedSchema.named("fleet").assertDescribes(FleetJson.write(summary));
        PublishedSchema.named("fleet")
                .assertDescribes(FleetJson.write(summary, Optional.of(new Answer("thp", Optional.empty(), "not yet"))));
    }

    @Test
    void readingsOfWatchAreDescribed() {
        PublishedSchema watch = PublishedSchema.named("watch");
        watch.assertDescribes(WatchJsonTest.line(0));
        watch.assertDescribes(WatchJsonTest.line(0.05));
        assertFalse(watch.permits(WatchJsonTest.line(0).replace("\"heap\"", "\"HEAP\"")));
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void capturedHostsAreValid(Path tree) {
        assertValid(
                FACTS,
                FactsJson.write(LiveFacts.take(Roots.under(tree), List.of(4242L), Manner.sparing(Contact.never()))));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 1})
    void documentsOfRandomFactsAreValid(double absent) {
        RandomFacts random = new RandomFacts(RandomFacts.seed(3), absent);
        Schema facts = schema(FACTS);
        Schema advice = schema(ADVICE);
        for (int draw = 0; draw < Draws.of(1000); draw++) {
            Facts drawn = random.facts();
            String written = FactsJson.write(drawn);
            assertEquals(List.of(), facts.validate(written, InputFormat.JSON), written);
            String advised = AdviceJson.write(Advisor.advise(drawn, drawn.jvms().get(0)));
            assertEquals(List.of(), advice.validate(advised, InputFormat.JSON), advised);
        }
    }

    static Stream<Jvm> jvms() {
        return Stream.of(
                JvmSamples.g1(8),
                JvmSamples.g1(17, "-XX:+UseLargePages"),
                JvmSamples.g1(21, "-XX:+UseTransparentHugePages"),
                JvmSamples.heap(
                        JvmSamples.g1(25, "-XX:+UseLargePages"), JvmSamples.on(PageKind.HUGETLB, Bytes.ofGiB(1))),
                JvmSamples.heap(JvmSamples.g1(17), JvmSamples.unclear(PageKind.THP, Bytes.ofGiB(1))),
                JvmSamples.limited(JvmSamples.g1(17, "-XX:+UseLargePages"), false, JvmSamples.limit("/a", 64, 0)),
                JvmSamples.other(VmKind.OPENJ9),
                JvmSamples.vanished());
    }

    @Test
    void everyKindOfActionIsValid() {
        for (Advice advice : Situations.all().values()) {
            assertValid(ADVICE, AdviceJson.write(advice));
        }
    }

    @ParameterizedTest
    @MethodSource("jvms")
    void adviceIsValid(Jvm jvm) {
        for (Host host :
                List.of(FactsSamples.host(), FactsSamples.pool(600, 600, 0), FactsSamples.thp("never", "-", "never"))) {
            assertValid(ADVICE, AdviceJson.write(Advisor.advise(FactsSamples.facts(host, jvm), jvm)));
        }
    }

    @Test
    void gainIsValidWithAndWithoutABound() {
        Jvm jvm = JvmSamples.g1(17);
        Advice advice = Advisor.advise(FactsSamples.facts(FactsSamples.host(), jvm), jvm);
        for (OptionalDouble atMost : List.of(OptionalDouble.empty(), OptionalDouble.of(0.108))) {
            GainBound bound = new GainBound(GainBound.Source.TLB, "tlb.json", atMost, "text", List.of("limit"));
            String document = AdviceJson.write(advice, Optional.of(bound), Optional.empty());
            assertValid(ADVICE, document);
            assertInvalid(ADVICE, document.replaceFirst("\"atMost\" : [0-9.nul]+", "\"atMost\" : 2"));
        }
    }

    @Test
    void requirementIsValidWithEachAnswer() {
        Jvm jvm = JvmSamples.g1(17);
        Advice advice = Advisor.advise(FactsSamples.facts(FactsSamples.host(), jvm), jvm);
        for (Optional<Boolean> holds : List.of(Optional.<Boolean>empty(), Optional.of(true), Optional.of(false))) {
            String document =
                    AdviceJson.write(advice, Optional.empty(), Optional.of(new Answer("thp=90", holds, "reason")));
            assertValid(ADVICE, document);
            assertInvalid(ADVICE, document.replaceFirst("\"holds\" : [a-z]+", "\"holds\" : 1"));
        }
    }

    @Test
    void historyIsValidWithLossesAndWithTheJvmBefore() {
        Jvm jvm = JvmSamples.g1(17);
        Advice advice = Advisor.advise(FactsSamples.facts(FactsSamples.host(), jvm), jvm);
        Instant time = Instant.parse("2026-01-02T03:04:05Z");
        HeapPast.Loss loss = new HeapPast.Loss(
                time,
                1,
                time,
                0,
                Optional.empty(),
                Cause.SPLIT,
                "text",
                List.of(new Evidence("thp_split_page", "+3", "/proc/vmstat")));
        for (HeapPast past : List.of(
                new HeapPast(7, time, time, 2, 1, 0, List.of(loss), Optional.empty()),
                new HeapPast(7, time, time, 1, 0, 0, List.of(), Optional.of(new HeapPast.Before(6, time, 0.9))))) {
            String document = AdviceJson.write(advice, Optional.empty(), Optional.empty(), Optional.of(past));
            assertValid(ADVICE, document);
            assertInvalid(ADVICE, document.replaceFirst("\"readings\" : [0-9]+", "\"readings\" : 0"));
        }
    }

    /** A schema that everything fits would prove nothing. */
    @Test
    void otherDocumentsAreInvalid() {
        Jvm jvm = JvmSamples.g1(17, "-XX:+UseLargePages");
        Facts facts = FactsSamples.facts(FactsSamples.host(), jvm);
        String snapshot = FactsJson.write(facts);
        String advice = AdviceJson.write(Advisor.advise(facts, jvm));
        for (String schema : List.of(FACTS, ADVICE)) {
            assertInvalid(schema, "{}");
            assertInvalid(schema, "[]");
        }
        assertInvalid(FACTS, advice);
        assertInvalid(ADVICE, snapshot);
        assertInvalid(FACTS, snapshot.replace("\"pid\" : 4242", "\"pid\" : \"4242\""));
        assertInvalid(FACTS, snapshot.replace("\"HOTSPOT\"", "\"HOTPOT\""));
        assertInvalid(FACTS, snapshot.replace("\"SKIPPED\"", "\"OVER\""));
        assertInvalid(FACTS, snapshot.replace("\"schemaVersion\" : 1", "\"schemaVersion\" : 2"));
        assertInvalid(ADVICE, advice.replace("\"WARNING\"", "\"BAD\""));
        assertInvalid(ADVICE, advice.replace("\"a1\"", "\"1\""));
        assertInvalid(ADVICE, advice.replace("\"SYSCTL\"", "\"SYSCALL\""));
        assertInvalid(ADVICE, advice.replace("\"FINDING\"", "\"PASS\""));
        assertInvalid(ADVICE, advice.replace("\"coverage\"", "\"covered\""));
    }
}

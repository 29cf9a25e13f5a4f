package io.github.hpjvm.advisor.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.emit.Situations;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.gain.GainBound;
import io.github.hpjvm.advisor.goal.Answer;
import io.github.hpjvm.advisor.read.LiveFacts;
import io.github.hpjvm.advisor.read.Manner;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schemas that ship in the jar say what the documents are. */
class SchemasTest {
    private static final String FACTS = "facts-schema.json";
    private static final String ADVICE = "advice-schema.json";

    private static String shipped(String name) {
        try (InputStream in = Objects.requireNonNull(FactsJson.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Schema schema(String name) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(shipped(name));
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

    /** What is generated now is in {@code target/facts-schema.json}: after a change that is meant, copy it over. */
    @Test
    void snapshotSchemaMatchesTheRecords() throws IOException {
        String now = FactsSchema.text();
        Files.writeString(Path.of("target", FACTS), now);
        assertEquals(shipped(FACTS), now, "see target/" + FACTS);
    }

    @ParameterizedTest
    @ValueSource(strings = {FACTS, ADVICE})
    void schemasAreValidSchemas(String name) {
        Schema meta = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema("{\"$ref\": \"https://json-schema.org/draft/2020-12/schema\"}");
        assertEquals(List.of(), meta.validate(shipped(name), InputFormat.JSON));
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
        for (int draw = 0; draw < 200; draw++) {
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

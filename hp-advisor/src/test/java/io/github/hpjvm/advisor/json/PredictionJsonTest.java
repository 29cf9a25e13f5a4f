package io.github.hpjvm.advisor.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.github.hpjvm.advisor.PublishedSchema;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.Risk;
import io.github.hpjvm.advisor.hotspot.RiskCode;
import io.github.hpjvm.advisor.hotspot.Warning;
import io.github.hpjvm.advisor.hotspot.WarningCode;
import io.github.hpjvm.advisor.hotspot.When;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A prediction as JSON, compared with the contract and with the schema. */
class PredictionJsonTest {

    private static final VmIdentity VM = new VmIdentity(
            VmKind.HOTSPOT,
            Optional.of(JavaVersion.parse("21.0.9")),
            "21.0.9+10",
            "",
            Optional.of(Collector.G1),
            Optional.of(Bytes.ofGiB(1)));

    private static Prediction full() {
        List<RegionForecast> regions = Arrays.stream(RegionName.values())
                .filter(name -> name != RegionName.FILES)
                .map(name -> new RegionForecast(
                        name, Optional.of(PageKind.HUGETLB), Bytes.ofMiB(2), When.AT_START, "why", "file"))
                .toList();
        PoolForecast pool = new PoolForecast(
                Bytes.ofMiB(2),
                OptionalInt.of(1),
                new Span(640, 641),
                new Span(642, 643),
                new Span(120, 121),
                new Span(122, 123));
        return new Prediction(
                VM,
                Optional.of(true),
                "",
                regions,
                List.of(pool),
                Arrays.stream(WarningCode.values())
                        .map(code -> new Warning(code, "it says"))
                        .toList(),
                Arrays.stream(RiskCode.values())
                        .map(code -> new Risk(code, "it may"))
                        .toList(),
                List.of(new Missing("fact", Reason.DENIED, "source", "grant")));
    }

    private static Prediction unknown() {
        return new Prediction(
                VmIdentity.of(VmKind.HOTSPOT),
                Optional.empty(),
                "",
                List.of(new RegionForecast(RegionName.HEAP, Optional.empty(), Bytes.ofKiB(4), When.NEVER, "why", "")),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static Prediction refused() {
        return new Prediction(VM, Optional.of(false), "No.", List.of(), List.of(), List.of(), List.of(), List.of());
    }

    private static Schema schema() {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(PublishedSchema.named("predict").text());
    }

    @Test
    void matchesItsSchema() {
        for (Prediction prediction : List.of(full(), unknown(), refused())) {
            String text = PredictionJson.write(prediction);
            assertEquals(List.of(), schema().validate(text, InputFormat.JSON), text);
        }
    }

    /** A schema that everything fits would prove nothing. */
    @Test
    void otherDocumentsAreInvalid() {
        String text = PredictionJson.write(full());
        for (String wrong : List.of(
                "{}",
                "[]",
                text.replace("\"HUGETLB\"", "\"HUGE\""),
                text.replace("\"AT_START\"", "\"SOON\""),
                text.replace("\"heap\"", "\"heaps\""),
                text.replace("\"starts\" : true", "\"starts\" : \"yes\""),
                text.replace("\"starts\" : true", "\"starts\" : false"),
                text.replace("\"refusal\" : null", "\"refusal\" : \"No.\""),
                text.replace("\"full\"", "\"grown\""),
                text.replace("\"G1\"", "\"G2\""),
                text.replace("\"schemaVersion\" : 1", "\"schemaVersion\" : 2"))) {
            assertFalse(schema().validate(wrong, InputFormat.JSON).isEmpty(), wrong);
        }
    }

    @Test
    void hasTheMembersOfTheContract() {
        Map<?, ?> root = (Map<?, ?>) JsonText.read(PredictionJson.write(full()));
        assertEquals(
                List.of(
                        "schemaVersion",
                        "jvm",
                        "starts",
                        "refusal",
                        "regions",
                        "pools",
                        "warnings",
                        "risks",
                        "unknowns"),
                List.copyOf(root.keySet()));
        Map<?, ?> pool = (Map<?, ?>) ((List<?>) root.get("pools")).get(0);
        assertEquals(Map.of("start", List.of(640L, 641L), "full", List.of(642L, 643L)), pool.get("need"));
        assertEquals(Map.of("start", List.of(120L, 121L), "full", List.of(122L, 123L)), pool.get("willTake"));
        assertEquals(1L, pool.get("node"));
        Map<?, ?> jvm = (Map<?, ?>) root.get("jvm");
        assertEquals(21L, jvm.get("release"));
        assertEquals(null, jvm.get("vendor"), "what is not known is null");
    }
}

package io.github.hpjvm.advisor.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests records that are documents; {@link FactsJsonTest} tests those of facts. */
class RecordCodecTest {
    private record Part(String name, double share, Bytes size) {}

    private record Whole(
            String text,
            boolean yes,
            int small,
            long large,
            double share,
            OptionalDouble maybe,
            OptionalInt few,
            OptionalLong many,
            Optional<PageKind> kind,
            Optional<Instant> at,
            List<Double> shares,
            List<Number> numbers,
            List<Optional<Long>> gaps,
            Map<String, Part> parts,
            Part part,
            @Nullable Part further,
            InPlace<Inner> inner) {}

    private record Inner(Optional<String> first, int second) {}

    private static final Whole FULL = new Whole(
            "a\nb",
            true,
            1,
            1L << 40,
            0.5,
            OptionalDouble.of(0.25),
            OptionalInt.of(2),
            OptionalLong.of(3),
            Optional.of(PageKind.THP),
            Optional.of(Instant.EPOCH),
            List.of(1.5, Double.NaN),
            List.of(4L, 2.5),
            List.of(Optional.of(7L), Optional.empty()),
            Map.of("x", new Part("y", 1, Bytes.of(4096))),
            new Part("z", Double.NaN, Bytes.ZERO),
            new Part("", 2, Bytes.ZERO),
            new InPlace<>(new Inner(Optional.of("1st"), 2)));

    private static Whole read(String text) {
        return RecordCodec.decodeLenient(JsonText.read(text), Whole.class);
    }

    private static String refusal(String text) {
        return assertThrows(JsonFormatException.class, () -> read(text)).getMessage();
    }

    @Test
    void readsWhatItWrote() {
        String text = JsonText.writeListsInLine(RecordCodec.encodeRecord(FULL));
        assertEquals(FULL, read(text));
        assertEquals(text, JsonText.writeListsInLine(RecordCodec.encode(read(text))));
    }

    @Test
    void nothingIsReadOfWhatIsAbsentOrNull() {
        Whole nothing = new Whole(
                "",
                false,
                0,
                0,
                Double.NaN,
                OptionalDouble.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                new Part("", Double.NaN, Bytes.ZERO),
                new Part("", Double.NaN, Bytes.ZERO),
                new InPlace<>(new Inner(Optional.empty(), 0)));
        assertEquals(nothing, read("{\"other\" : 1}"));
        assertEquals(nothing, read("{\"text\" : null, \"small\" : null, \"share\" : null, \"part\" : null}"));
        assertEquals(
                "Whole.text is missing",
                assertThrows(JsonFormatException.class, () -> RecordCodec.decode(Map.of(), Whole.class))
                        .getMessage());
    }

    @Test
    void aListContinuesItsLineAndANullComponentHasNoMember() {
        record Head(int a, Optional<String> b) {}
        record Row(InPlace<Head> head, @Nullable String c, List<Integer> d, List<Part> e, Map<String, Long> f) {}
        assertEquals(
                "{\n  \"a\" : 1,\n  \"b\" : null,\n  \"d\" : [ 1, 2 ],\n  \"e\" : [ {\n    \"name\" : \"\\u00E9\",\n"
                        + "    \"share\" : null,\n    \"size\" : 5\n  } ],\n  \"f\" : { }\n}\n",
                JsonText.writeListsInLine(RecordCodec.encode(new Row(
                        new InPlace<>(new Head(1, Optional.empty())),
                        null,
                        List.of(1, 2),
                        List.of(new Part("\u00e9", Double.POSITIVE_INFINITY, Bytes.of(5))),
                        Map.of()))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]|the document is [], not an object",
                "{\"text\":5}|text is 5, not a string",
                "{\"yes\":\"true\"}|yes is \"true\", not true or false",
                "{\"small\":4294967296}|small is 4294967296, not a whole number",
                "{\"large\":1.5}|large is 1.5, not a whole number",
                "{\"share\":\"NaN\"}|share is \"NaN\", not a number",
                "{\"maybe\":1e999}|maybe is Infinity, not a number",
                "{\"few\":true}|few is true, not a whole number",
                "{\"kind\":\"HUGE\"}|kind is \"HUGE\", not one of BASE, THP, HUGETLB, MIXED",
                "{\"at\":\"today\"}|at is \"today\", not a time",
                "{\"shares\":{}}|shares is {}, not a list",
                "{\"shares\":[1,\"x\"]}|shares[1] is \"x\", not a number",
                "{\"parts\":[1]}|parts is [1], not an object",
                "{\"parts\":{\"x\":{\"size\":-1}}}|parts.x.size is -1, not a size in bytes",
                "{\"part\":7}|part is 7, not an object",
                "{\"second\":true}|second is true, not a whole number"
            })
    void namesTheMemberThatIsNotOfItsShape(String text, String message) {
        assertEquals(message, refusal(text));
    }

    @Test
    void aMessageIsShortAndHasNoHiddenCharacters() {
        assertEquals(
                "small is \"" + "x".repeat(39) + "..., not a whole number",
                refusal("{\"small\":\"" + "x".repeat(100) + "\"}"));
        assertEquals("parts.?[2J is \"\\u202E\", not an object", refusal("{\"parts\":{\"\\u001b[2J\":\"\u202e\"}}"));
    }

    /** A list of arguments is long, and a failure may have lines. */
    @Test
    void aTextKeepsItsLinesAndItsLengthButNoControlCharacters() {
        String text = "x".repeat(20_000) + "\n\ty";
        assertEquals(
                text + "\ufffd",
                read(JsonText.writeLine(Map.of("text", text + "\u001b"))).text());
    }
}

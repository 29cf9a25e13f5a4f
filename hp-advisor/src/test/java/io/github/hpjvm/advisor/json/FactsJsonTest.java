package io.github.hpjvm.advisor.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.hpjvm.advisor.Draws;
import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.HugePageUsers;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.MachineNames;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.PostMortem;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots: what is written is read again; what is damaged is refused in one line, and nothing else happens. */
@Timeout(60)
class FactsJsonTest {
    private static final Facts FACTS = FactsSamples.facts(
            FactsSamples.pool(651, 0, 0),
            JvmSamples.limited(JvmSamples.g1(17, "-XX:+UseLargePages"), true, JvmSamples.limit("/a", 64, 2)));
    private static final String DOCUMENT = FactsJson.write(FACTS);

    /** Every record that is reachable from what is ever written. */
    static Set<Class<?>> records() {
        Set<Class<?>> found = new LinkedHashSet<>();
        Stream.of(Facts.class, HugePageUsers.class, PostMortem.class, MachineNames.class)
                .forEach(type -> collect(type, found));
        return found;
    }

    private static void collect(Type type, Set<Class<?>> found) {
        if (type instanceof ParameterizedType generic) {
            for (Type argument : generic.getActualTypeArguments()) {
                collect(argument, found);
            }
        } else if (type instanceof Class<?> plain && plain.isRecord() && found.add(plain)) {
            for (RecordComponent component : plain.getRecordComponents()) {
                collect(component.getGenericType(), found);
            }
        }
    }

    /** One that holds something which the codec, or the generator, does not know ends here, by its name. */
    @ParameterizedTest
    @MethodSource("records")
    void recordsSurviveARoundTrip(Class<? extends Record> type) {
        long seed = RandomFacts.seed(type.getName().hashCode());
        RandomFacts random = new RandomFacts(seed, 0.2);
        for (int draw = 0; draw < 40; draw++) {
            Record record = type == Jvm.class ? random.jvm() : random.any(type);
            Object plain = ((List<?>) JsonText.read(JsonText.write(List.of(RecordCodec.encode(record))))).get(0);
            Record again = RecordCodec.decode(plain, type);
            assertEquals(record, again, "seed " + seed + ", draw " + draw);
        }
    }

    @Test
    void documentsSurviveARoundTripByteByByte() {
        long seed = RandomFacts.seed(11);
        RandomFacts random = new RandomFacts(seed, 0.2);
        for (int draw = 0; draw < Draws.of(1200); draw++) {
            Facts facts = random.facts();
            String written = FactsJson.write(facts);
            Facts again = FactsJson.read(written);
            assertEquals(facts, again, "seed " + seed + ", draw " + draw);
            assertEquals(written, FactsJson.write(again), "seed " + seed + ", draw " + draw);
            assertTrue(written.endsWith("}\n") && !written.contains("\r"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"takenAt\"",
                "\"kernel\"",
                "\"release\"",
                "\"thp\"",
                "\"pid\"",
                "\"absent\"",
                "\"path\"",
                "\"pageSize\""
            })
    void unknownMembersAreIgnored(String before) {
        String extended = DOCUMENT.replace(before, "\"unheardOf\" : [{\"a\" : null}, 1.5e3, true], " + before);
        assertFalse(extended.equals(DOCUMENT), before);
        assertEquals(FACTS, FactsJson.read(extended));
    }

    /** Takes out one member after the other, wherever it is. */
    @Test
    void missingMemberIsNamedInOneLine() {
        Map<?, ?> root = (Map<?, ?>) JsonText.read(DOCUMENT);
        List<String> refused = new ArrayList<>();
        without(root, root, refused);
        Set<String> names = Set.copyOf(refused);
        for (String name :
                List.of("schemaVersion", "takenAt", "host", "jvms", "kernel", "pid", "source", "enabled", "regions")) {
            assertTrue(names.contains(name), name + " can be missing: " + names);
        }
    }

    private static void without(Object node, Map<?, ?> root, List<String> refused) {
        if (node instanceof List<?> list) {
            list.forEach(one -> without(one, root, refused));
        } else if (node instanceof Map<?, ?> map) {
            for (Object name : List.copyOf(map.keySet())) {
                @SuppressWarnings("unchecked")
                Map<Object, Object> members = (Map<Object, Object>) map;
                Object value = members.remove(name);
                try {
                    FactsJson.read(JsonText.write(root));
                } catch (JsonFormatException e) {
                    assertOneLine(e);
                    String named = name.equals("absent") ? "value" : (String) name;
                    assertTrue(e.getMessage().contains(named), name + ": " + e.getMessage());
                    refused.add((String) name);
                }
                members.put(name, value);
            }
            map.values().forEach(one -> without(one, root, refused));
        }
    }

    @Test
    void aNewerSchemaIsRefusedInOneLine() {
        for (String version : List.of("2", "17", "9223372036854775807")) {
            String newer = DOCUMENT.replace("\"schemaVersion\" : 1", "\"schemaVersion\" : " + version);
            JsonFormatException e = assertThrows(JsonFormatException.class, () -> FactsJson.read(newer));
            assertTrue(
                    e.getMessage().contains("schema " + version)
                            && e.getMessage().contains("newer"),
                    e.getMessage());
            assertOneLine(e);
        }
        assertEquals(FACTS, FactsJson.read(DOCUMENT.replace("\"takenAt\"", "\"new\" : 1, \"takenAt\"")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "1",
                "\"text\"",
                "[]",
                "{}",
                "{\"schemaVersion\" : null}",
                "{\"schemaVersion\" : \"1\"}",
                "{\"schemaVersion\" : 1.0}",
                "{\"schemaVersion\" : 1}",
                "{\"schemaVersion\" : 1, \"takenAt\" : \"yesterday\", \"host\" : {}, \"jvms\" : []}",
                "<html>"
            })
    void otherDocumentsAreRefused(String text) {
        assertOneLine(assertThrows(JsonFormatException.class, () -> FactsJson.read(text)));
    }

    @Test
    void truncatedDocumentsAreRefused() {
        String whole = DOCUMENT.stripTrailing();
        int step = Draws.LAB ? 1 : 7;
        for (int end = 0; end < whole.length(); end += step) {
            String cut = whole.substring(0, end);
            assertOneLine(assertThrows(JsonFormatException.class, () -> FactsJson.read(cut)));
        }
        assertEquals(FACTS, FactsJson.read(whole));
    }

    @Test
    void twoDocumentsAreRefused() {
        assertOneLine(assertThrows(JsonFormatException.class, () -> FactsJson.read(DOCUMENT + DOCUMENT)));
        assertOneLine(assertThrows(JsonFormatException.class, () -> FactsJson.read(DOCUMENT + "x")));
    }

    @Test
    void nulCharactersAreRefused() {
        for (int at = 0; at < DOCUMENT.length(); at += 13) {
            String damaged = DOCUMENT.substring(0, at) + '\0' + DOCUMENT.substring(at);
            assertOneLine(assertThrows(JsonFormatException.class, () -> FactsJson.read(damaged)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "99999999999999999999",
        "-99999999999999999999",
        "-1",
        "1e400",
        "1.5",
        "NaN",
        "Infinity",
        "true",
        "{}",
        "[]",
        "null"
    })
    void malformedNumbersAreRefused(String number) {
        String size = DOCUMENT.replaceAll("\"pageSize\" : \\d+", "\"pageSize\" : " + number);
        assertOneLine(assertThrows(JsonFormatException.class, () -> FactsJson.read(size)));
    }

    @Test
    void numbersOfAnyLengthAreRefused() {
        for (int digits : List.of(20, 500, 5000, 1 << 20)) {
            String damaged = DOCUMENT.replace("\"pid\" : 4242", "\"pid\" : " + "9".repeat(digits));
            assertOneLine(assertThrows(JsonFormatException.class, () -> FactsJson.read(damaged)));
        }
    }

    /** What a long can hold and an int cannot: the number of a NUMA node. */
    @Test
    void aNumberThatIsTooLargeForAnIntIsRefused() {
        Map<String, Object> pool = new LinkedHashMap<>(
                Map.of("node", 1L << 32, "pageSize", 2097152L, "total", 1L, "free", 1L, "surplus", 0L));
        JsonFormatException e = assertThrows(JsonFormatException.class, () -> RecordCodec.decode(pool, NodePool.class));
        assertTrue(e.getMessage().contains("node"), e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "[{\"a\":[", "{\"schemaVersion\":1,\"host\":"})
    void deepNestingIsRefused(String piece) {
        for (int depth : List.of(900, 1001, 100_000)) {
            assertOneLine(assertThrows(JsonFormatException.class, () -> FactsJson.read(piece.repeat(depth))));
        }
    }

    @Test
    void mebibytesOfGarbageAreRefused() {
        long seed = RandomFacts.seed(1);
        SplittableRandom random = new SplittableRandom(seed);
        List<String> alphabets =
                List.of("{}[]\",:0e-. \n", "{\"a\":1}", "\"\\u0", " \n\t", "0123456789", "\u00ff\ud83d\0");
        for (String alphabet : alphabets) {
            StringBuilder text = new StringBuilder(1 << 20);
            while (text.length() < 1 << 20) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            assertOneLine(
                    assertThrows(JsonFormatException.class, () -> FactsJson.read(text.toString()), "seed " + seed));
        }
        for (String one : List.of("{", "[", "\"", "9", " ", "\0", "}", "-")) {
            assertOneLine(assertThrows(JsonFormatException.class, () -> FactsJson.read(one.repeat(1 << 20))));
        }
    }

    /** A damaged document is refused, or it is facts: then they can be advised on. */
    @Test
    void damagedDocumentIsRefusedOrGetsAdvice() {
        long seed = RandomFacts.seed(5);
        SplittableRandom random = new SplittableRandom(seed);
        int read = 0;
        int draws = Draws.of(5000);
        for (int draw = 0; draw < draws; draw++) {
            String damaged = damaged(random);
            try {
                Facts facts = FactsJson.read(damaged);
                facts.jvms().forEach(jvm -> AdviceJson.write(Advisor.advise(facts, jvm)));
                read++;
            } catch (JsonFormatException e) {
                assertOneLine(e);
            } catch (RuntimeException | StackOverflowError e) {
                fail("seed " + seed + ", draw " + draw + ": " + damaged, e);
            }
        }
        assertTrue(read > draws / 30, "only " + read + " could be read");
    }

    private static String damaged(SplittableRandom random) {
        StringBuilder text = new StringBuilder(DOCUMENT);
        for (int n = random.nextInt(1, 3); n > 0; n--) {
            int at = random.nextInt(text.length() - 40);
            int to = at + random.nextInt(1, 12);
            switch (random.nextInt(5)) {
                case 0 -> text.delete(at, to);
                case 1 -> text.insert(at, text.substring(at, to));
                case 2 -> text.setCharAt(at, "0123456789{}[]\",: truefalsn".charAt(random.nextInt(26)));
                case 3 -> swapped(text, random);
                default -> number(text, at, random);
            }
        }
        return text.toString();
    }

    /** One member's name for another's. */
    private static void swapped(StringBuilder text, SplittableRandom random) {
        List<String> names =
                List.of("known", "absent", "value", "min", "max", "mapped", "regions", "list", "total", "free");
        String from = "\"" + names.get(random.nextInt(names.size())) + "\"";
        int at = text.indexOf(from);
        if (at >= 0) {
            text.replace(at, at + from.length(), "\"" + names.get(random.nextInt(names.size())) + "\"");
        }
    }

    private static void number(StringBuilder text, int from, SplittableRandom random) {
        for (int i = from; i < text.length() - 1; i++) {
            if (text.charAt(i) == ' ' && Character.isDigit(text.charAt(i + 1))) {
                int end = i + 1;
                while (Character.isDigit(text.charAt(end))) {
                    end++;
                }
                text.replace(i + 1, end, Long.toString(random.nextLong() >>> random.nextInt(1, 60)));
                return;
            }
        }
    }

    @Test
    void quotedTextCannotBreakTheMessage() {
        String hostile = DOCUMENT.replace("\"HOTSPOT\"", "\"a\\nb\\u001b[31mc\\r\"");
        assertOneLine(assertThrows(JsonFormatException.class, () -> FactsJson.read(hostile)));
        String name = DOCUMENT.replace("\"MemTotal\" : ", "\"a\\nb\" : \"x\", \"MemTotal\" : ");
        assertOneLine(assertThrows(JsonFormatException.class, () -> FactsJson.read(name)));
    }

    @Test
    void jvmWithoutRegionsGetsAdvice() {
        Jvm bare = FactsSamples.with(JvmSamples.g1(17, "-XX:+UseLargePages"), "regions", List.of());
        Facts facts = FactsJson.read(FactsJson.write(FactsSamples.facts(FactsSamples.host(), bare)));
        String advice = AdviceJson.write(Advisor.advise(facts, facts.jvms().get(0)));
        assertTrue(advice.contains("\"UNKNOWN\""), advice);
    }

    @Test
    void nanIsNull() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("nan", Double.NaN);
        map.put("infinite", Double.NEGATIVE_INFINITY);
        map.put("half", 0.5);
        String text = JsonText.write(map);
        assertEquals("{\n  \"nan\" : null,\n  \"infinite\" : null,\n  \"half\" : 0.5\n}\n", text);
        Map<?, ?> again = (Map<?, ?>) JsonText.read(text);
        assertEquals(0.5, again.get("half"));
        assertEquals(Optional.empty(), Optional.ofNullable(again.get("nan")));
    }

    @Test
    void plainValuesKeepTheirTypesAndTheirOrder() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("z", Long.MAX_VALUE);
        map.put("a", Long.MIN_VALUE);
        map.put("text", "\u0000\n\"\\/\u00e9\ud83d");
        map.put("list", List.of(true, false, List.of(), Map.of()));
        map.put("null", null);
        Object again = JsonText.read(JsonText.write(map));
        assertEquals(map, again);
        assertEquals(
                List.of("z", "a", "text", "list", "null"),
                ((Map<?, ?>) again).keySet().stream().map(String::valueOf).collect(Collectors.toList()));
    }

    private static void assertOneLine(JsonFormatException e) {
        String message = e.getMessage();
        assertTrue(!message.isEmpty() && message.chars().noneMatch(Character::isISOControl), message);
        assertTrue(message.length() < 400, message);
    }

    @Test
    void namesTheExceededLimit() {
        assertEquals("it is nested deeper than 100 levels", refusal("[".repeat(101)));
        assertTrue(refusal("[" + "7".repeat(101) + "]").startsWith("it has a number of more than 100 characters"));
        assertTrue(refusal("[0." + "7".repeat(101) + "]").startsWith("it has a number of more than 100 characters"));
        assertTrue(
                refusal("[\"" + "x".repeat(17 << 20) + "\"]").startsWith("it has a text or a name that is too long"));
        assertTrue(refusal("{\"schemaVersion\": 1").startsWith("it ends in the middle, at line 1, column "));
    }

    private static String refusal(String text) {
        return assertThrows(JsonFormatException.class, () -> FactsJson.read(text))
                .getMessage();
    }
}

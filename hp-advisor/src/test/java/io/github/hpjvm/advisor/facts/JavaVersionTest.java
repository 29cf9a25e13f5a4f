package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JavaVersionTest {

    @ParameterizedTest
    @CsvSource({
        "1.8.0_504, 8, 0, 504, 0",
        "1.8.0, 8, 0, 0, 0",
        "1.8, 8, 0, 0, 0",
        "1.8.0_482-b08, 8, 0, 482, 0",
        "1.8.0-internal, 8, 0, 0, 0",
        "11.0.33-ea, 11, 0, 33, 0",
        "17.0.9+9, 17, 0, 9, 0",
        "17.0.15+6-Debian-1deb12u1, 17, 0, 15, 0",
        "21.0.13.0.3, 21, 0, 13, 0",
        "26.0.2.1, 26, 0, 2, 1",
        "9-internal, 9, 0, 0, 0",
        "25, 25, 0, 0, 0",
        "28-ea, 28, 0, 0, 0",
        "28-ea+18, 28, 0, 0, 0",
        "11.0.16.1+1-LTS, 11, 0, 16, 1"
    })
    void reads(String text, int feature, int interim, int update, int patch) {
        assertEquals(new JavaVersion(feature, interim, update, patch, text), JavaVersion.parse(text));
        assertEquals(text, JavaVersion.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "x",
                "17.",
                "17..1",
                "-17",
                "0",
                "1.x",
                "17 ",
                "17.0.9_1",
                "99999999999",
                "\n17",
                "1.8.0_",
                "17.0.9999999"
            })
    void refuses(String text) {
        String message = assertThrows(IllegalArgumentException.class, () -> JavaVersion.parse(text))
                .getMessage();
        assertEquals(1, message.lines().count(), message);
    }

    /** As these expressions read it. */
    @Test
    void readsTheDocumentedFormsOnly() {
        Pattern old = Pattern.compile("1\\.(\\d{1,3})(?:\\.(\\d{1,6})(?:_(\\d{1,6}))?)?([-+].*)?");
        Pattern modern = Pattern.compile(
                "(\\d{1,3})(?:\\.(\\d{1,6}))?(?:\\.(\\d{1,6}))?(?:\\.(\\d{1,6}))?(?:\\.\\d{1,6})*([-+].*)?");
        long seed = Long.getLong("hp.seed", 20_261_120);
        Random random = new Random(seed);
        int read = 0;
        for (int draw = 0; draw < 50_000; draw++) {
            String text = drawn(random);
            Matcher first = old.matcher(text);
            Matcher second = modern.matcher(text);
            String where = "-Dhp.seed=" + seed + ": '" + text + "'";
            if (first.matches()) {
                assertEquals(
                        new JavaVersion(number(first, 1), number(first, 2), number(first, 3), 0, text),
                        JavaVersion.parse(text),
                        where);
                read++;
            } else if (second.matches() && number(second, 1) > 0) {
                assertEquals(
                        new JavaVersion(
                                number(second, 1), number(second, 2), number(second, 3), number(second, 4), text),
                        JavaVersion.parse(text),
                        where);
                read++;
            } else {
                assertThrows(IllegalArgumentException.class, () -> JavaVersion.parse(text), where);
            }
        }
        assertTrue(read > 2_000, "some are versions: " + read);
    }

    private static int number(Matcher matcher, int group) {
        return matcher.group(group) == null ? 0 : Integer.parseInt(matcher.group(group));
    }

    private static String drawn(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(7); i > 0; i--) {
            String[] pieces = {
                "1", "1.", "8", "17", "0", ".", ".", "_", "-ea", "+9", "1000", "9999999", "x", "\n", "504"
            };
            text.append(pieces[random.nextInt(pieces.length - (random.nextBoolean() ? 4 : 0))]);
        }
        return text.toString();
    }

    @Test
    void compares() {
        List<String> ascending = List.of(
                "1.8.0_504",
                "11.0.33-ea",
                "11.0.33",
                "17.0.9",
                "17.0.9.1",
                "17.0.10",
                "21-ea",
                "21",
                "21.0.1",
                "28-ea+18");
        for (int i = 0; i < ascending.size(); i++) {
            for (int j = 0; j < ascending.size(); j++) {
                int order = JavaVersion.parse(ascending.get(i)).compareTo(JavaVersion.parse(ascending.get(j)));
                assertEquals(Integer.compare(i, j), Integer.signum(order), ascending.get(i) + " " + ascending.get(j));
            }
        }
    }

    @Test
    void isAtLeast() {
        JavaVersion version = JavaVersion.parse("17.0.9-ea");
        assertTrue(version.isAtLeast(17));
        assertFalse(version.isAtLeast(18));
        assertTrue(version.isAtLeast(17, 0, 9));
        assertFalse(version.isAtLeast(17, 0, 10));
        assertFalse(version.isAtLeast(17, 1, 0));
        assertTrue(version.isAtLeast(11, 0, 99));
        assertFalse(version.isAtLeast(21, 0, 0));
        assertTrue(version.isEarlyAccess());
    }
}

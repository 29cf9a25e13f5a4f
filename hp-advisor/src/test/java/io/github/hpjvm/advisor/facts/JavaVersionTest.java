package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
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

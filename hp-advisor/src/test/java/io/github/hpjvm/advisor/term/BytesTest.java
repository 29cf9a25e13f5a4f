package io.github.hpjvm.advisor.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BytesTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "123, 123",
        "4k, 4096",
        "2m, 2097152",
        "2M, 2097152",
        "2MiB, 2097152",
        "2MB, 2097152",
        "2048kB, 2097152",
        "1g, 1073741824",
        "1GiB, 1073741824",
        "3t, 3298534883328",
        "0000000000000000000000001k, 1024",
        "9223372036854775807, 9223372036854775807",
        "8388607t, 9223370937343148032"
    })
    void readsSizes(String text, long bytes) {
        assertEquals(Bytes.of(bytes), Bytes.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "k",
                "-1",
                "+1",
                "1.5g",
                "1 g",
                " 1g",
                "1x",
                "1kk",
                "1kib ",
                "0x10",
                "1p",
                "1mibi",
                "1\u212a",
                "\u0661",
                "9223372036854775808",
                "8388608t",
                "9007199254740992k",
                "99999999999999999999g",
                "1\n"
            })
    void refusesOtherTextInOneLine(String text) {
        String message = assertThrows(IllegalArgumentException.class, () -> Bytes.parse(text))
                .getMessage();
        assertEquals(1, message.lines().count(), message);
        assertTrue(message.contains("size"), message);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "17, 17 B",
        "1023, 1023 B",
        "1024, 1 KiB",
        "1280, 1.25 KiB",
        "1025, 1025 B",
        "524288, 512 KiB",
        "2097152, 2 MiB",
        "1610612736, 1.5 GiB",
        "1572864000, 1500 MiB",
        "1073741824, 1 GiB",
        "1073741825, 1073741825 B",
        "9223372036854775807, 9223372036854775807 B",
        "4611686018427387904, 4 EiB"
    })
    void showsExactUnits(long bytes, String text) {
        assertEquals(text, Bytes.of(bytes).toString());
    }

    @Test
    void checksItsLimits() {
        Bytes most = Bytes.of(Long.MAX_VALUE);
        assertThrows(IllegalArgumentException.class, () -> Bytes.of(-1));
        assertThrows(IllegalArgumentException.class, () -> Bytes.of(1).minus(Bytes.of(2)));
        assertThrows(IllegalArgumentException.class, () -> Bytes.of(1).times(-1));
        assertThrows(IllegalArgumentException.class, () -> Bytes.ofGiB(1L << 33));
        assertThrows(IllegalArgumentException.class, () -> Bytes.ofKiB(-1));
        assertThrows(ArithmeticException.class, () -> most.dividedRoundingUp(Bytes.ZERO));
        assertEquals(Bytes.ofGiB((1L << 33) - 1), Bytes.ofMiB((1L << 43) - 1024));
    }

    @Test
    void saturatesAtLargestSize() {
        Bytes most = Bytes.of(Long.MAX_VALUE);
        assertEquals(most, most.plus(Bytes.of(1)));
        assertEquals(most, most.plus(most));
        assertEquals(most, most.times(2));
        assertEquals(most, Bytes.ofMiB(2).times(Long.MAX_VALUE));
        assertEquals(most, Bytes.ofMiB(2).times(1L << 42));
        assertEquals(Bytes.ofMiB(1L << 42), Bytes.ofMiB(2).times(1L << 41));
        assertEquals(most, most.roundUpTo(Bytes.ofMiB(2)));
        assertEquals(Bytes.ZERO, most.times(0));
        assertEquals(Bytes.ZERO, Bytes.ZERO.times(Long.MAX_VALUE));
    }

    @Test
    void calculates() {
        Bytes two = Bytes.ofMiB(2);
        assertEquals(0, Bytes.ZERO.dividedRoundingUp(two));
        assertEquals(1, Bytes.of(1).dividedRoundingUp(two));
        assertEquals(513, Bytes.ofMiB(1025).dividedRoundingUp(two));
        assertEquals(Bytes.ofMiB(1026), Bytes.ofMiB(1025).roundUpTo(two));
        assertEquals(two, two.roundUpTo(two));
        assertEquals(Bytes.ofMiB(1), two.minus(Bytes.ofMiB(1)));
        assertEquals(Bytes.of(699050), two.dividedBy(3));
        assertEquals(two, two.max(Bytes.of(1)));
        assertEquals(Bytes.of(1), two.min(Bytes.of(1)));
        assertTrue(Bytes.ofKiB(0).isZero());
        assertFalse(two.isZero());
        assertTrue(two.compareTo(Bytes.ofGiB(1)) < 0);
    }

    @Test
    void shownTextParsesToTheSameSize() {
        long seed = 42;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            Bytes bytes = Bytes.of(random.nextLong(1L << random.nextInt(1, 50)) >> 8 << random.nextInt(12));
            String[] shown = bytes.toString().split(" ");
            long unit = shown[1].equals("B") ? 1 : Bytes.parse("1" + shown[1]).value();
            BigDecimal value = new BigDecimal(shown[0]).multiply(BigDecimal.valueOf(unit));
            assertEquals(bytes.value(), value.longValueExact(), () -> "seed " + seed + ": " + bytes);
        }
    }
}

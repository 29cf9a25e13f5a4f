package io.github.hpjvm.advisor.hotspot.flag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.JavaVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlagTableTest {

    private static final FlagTable TABLE = FlagTable.standard();

    private static KnownFlag find(String name, String version, String vendor) {
        return TABLE.find(name, Optional.of(JavaVersion.parse(version)), vendor);
    }

    @ParameterizedTest
    @CsvSource({
        "UseLargePages,              1.8.0_504, PRODUCT",
        "UseLargePages,              13,        PRODUCT",
        "UseLargePages,              28-ea,     PRODUCT",
        "UseHugeTLBFS,               21.0.1,    PRODUCT",
        "UseHugeTLBFS,               22.0.2,    OBSOLETE",
        "UseHugeTLBFS,               23,        NONE",
        "UseHugeTLBFS,               25.0.5,    NONE",
        "UseLargePagesInMetaspace,   15,        PRODUCT",
        "UseLargePagesInMetaspace,   16,        OBSOLETE",
        "UseLargePagesInMetaspace,   17,        NONE",
        "ZGenerational,              20,        UNKNOWN",
        "ZGenerational,              23,        PRODUCT",
        "ZGenerational,              24,        OBSOLETE",
        "ZGenerational,              26,        NONE",
        "UseConcMarkSweepGC,         13,        PRODUCT",
        "UseConcMarkSweepGC,         14,        OBSOLETE",
        "UseConcMarkSweepGC,         15,        NONE",
        "UseZGC,                     14,        EXPERIMENTAL",
        "UseZGC,                     15,        PRODUCT",
        "MaxRAM,                     27,        OBSOLETE",
        "MaxRAM,                     28,        NONE",
        "DefaultMaxRAMFraction,      17,        ALIAS",
        "TraceClassLoading,          11,        LOGGING",
        "TraceBytecodes,             21,        DEVELOP",
        "NoSuchFlag,                 21,        NONE",
    })
    void eachReleaseHasItsOwnAnswer(String name, String version, FlagKind kind) {
        assertEquals(kind, find(name, version, "").kind());
    }

    @ParameterizedTest
    @CsvSource({
        "THPStackMitigation,        17.0.9,  NONE",
        "THPStackMitigation,        17.0.10, DIAGNOSTIC",
        "THPStackMitigation,        21.0.0,  NONE",
        "THPStackMitigation,        21,      NONE",
        "THPStackMitigation,        21.0.1,  DIAGNOSTIC",
        "THPStackMitigation,        11.0.20, NONE",
        "THPStackMitigation,        11.0.32, NONE",
        "THPStackMitigation,        11.0.33, DIAGNOSTIC",
        "DisableTHPStackMitigation, 21.0.0,  NONE",
        "DisableTHPStackMitigation, 21.0.1,  NONE",
        "UseMadvPopulateWrite,      21.0.4,  NONE",
        "UseMadvPopulateWrite,      21.0.5,  DIAGNOSTIC",
        "TrimNativeHeapInterval,    17.0.8,  NONE",
        "TrimNativeHeapInterval,    17.0.10, EXPERIMENTAL",
        "TrimNativeHeapInterval,    17.0.11, UNKNOWN",
        "TrimNativeHeapInterval,    17.0.12, PRODUCT",
        "TrimNativeHeapInterval,    22.0.1,  EXPERIMENTAL",
    })
    void anUpdateMakesADifference(String name, String version, FlagKind kind) {
        assertEquals(kind, find(name, version, "").kind());
    }

    @ParameterizedTest
    @CsvSource({
        "UseShenandoahGC,  21, Oracle Corporation, UNSUPPORTED",
        "UseShenandoahGC,  21, Eclipse Adoptium,   PRODUCT",
        "UseShenandoahGC,  8,  Debian,             NONE",
        "UseShenandoahGC,  8,  Amazon.com Inc.,    UNKNOWN",
    })
    void aVendorMakesADifference(String name, String version, String vendor, FlagKind kind) {
        assertEquals(kind, find(name, version, vendor).kind());
    }

    @Test
    void withoutAReleaseOnlyCommonKindsAreKnown() {
        assertEquals(
                FlagKind.PRODUCT,
                TABLE.find("UseLargePages", Optional.empty(), "").kind());
        assertEquals(
                FlagKind.UNKNOWN, TABLE.find("UseSHM", Optional.empty(), "").kind());
        assertEquals(
                FlagKind.NONE, TABLE.find("NoSuchFlag", Optional.empty(), "").kind());
    }

    @Test
    void aReleaseThatIsNewerThanTheTableIsNotKnown() {
        assertEquals(FlagKind.UNKNOWN, find("UseLargePages", "29", "").kind());
    }

    /** A damaged row would only fail when a command line has that flag. */
    @Test
    void everyRowCanBeRead() {
        List<String> versions = List.of("1.8.0_504", "9", "14", "17.0.9", "21.0.3", "23", "28");
        int settable = 0;
        for (String name : TABLE.names()) {
            for (String version : versions) {
                KnownFlag flag = find(name, version, "");
                boolean typed = flag.kind() != FlagKind.PRODUCT || !flag.type().isEmpty();
                assertTrue(typed, () -> name + " has no type in " + version);
                assertEquals(flag.min().isEmpty(), flag.max().isEmpty(), name);
                settable += flag.kind().isSettable() ? 1 : 0;
            }
        }
        assertTrue(settable > 5 * 700, "only " + settable + " flags");
    }

    /** It is read as bytes, and the part that is sorted is looked up by halving. */
    @Test
    void theFileIsAsItIsRead() throws IOException {
        String text;
        try (InputStream in = FlagTable.class.getResourceAsStream("flags.tsv")) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertTrue(text.chars().allMatch(c -> c < 0x7f), "ASCII");
        String[] parts = text.split("\n# sorted\n");
        assertEquals(2, parts.length);
        assertTrue(parts[1].endsWith("\n"));
        String before = "";
        for (String line : parts[1].split("\n")) {
            String[] columns = line.split("\t", -1);
            assertTrue(before.compareTo(columns[0]) <= 0, line);
            assertTrue(columns.length < 6 || columns[5].isEmpty(), "an unreachable default: " + line);
            assertFalse(columns[3].equals("prefix"), "an unreachable prefix: " + line);
            before = columns[0];
        }
    }
}

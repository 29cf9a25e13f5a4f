package io.github.hpjvm.advisor.read.vm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.VmFlag;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lines as JVMFlag::print_on writes them, of 8 and of 9 and newer. */
class VmFlagsTest {

    private static Map<String, VmFlag> parse(String line) {
        return VmFlags.parse(line + "\n");
    }

    @Test
    void ofNewerReleases() {
        assertEquals(
                Map.of("MaxHeapSize", new VmFlag("268435456", "product", "command line")),
                parse("   size_t MaxHeapSize                              = 268435456                              "
                        + "  {product} {command line}"));
        assertEquals(
                Map.of("OnError", new VmFlag("", "product", "default")),
                parse("    ccstrlist OnError                     =              {product} {default}"));
        assertEquals(
                Map.of("ErrorFile", new VmFlag("/a {b} = c", "product", "command line")),
                parse("ccstr ErrorFile = /a {b} = c   {product} {command line}"));
        assertEquals(
                Map.of("UseNUMA", new VmFlag("false", "pd product", "default")),
                parse("     bool UseNUMA   = false     {pd product} {default}\r"));
    }

    @Test
    void ofEight() {
        assertEquals(
                Map.of("MaxHeapSize", new VmFlag("268435456", "product", "changed")),
                parse("    uintx MaxHeapSize                    := 268435456                 {product}"));
        assertEquals(
                Map.of("UseSHM", new VmFlag("false", "product", "default")),
                parse("     bool UseSHM                          = false                     {product}"));
        assertEquals(
                Map.of("Flags", new VmFlag("a", "product", "default")), parse("ccstrlist Flags   += a   {product}"));
    }

    @Test
    void otherLinesArePassedOver() {
        for (String line : new String[] {
            "4877:",
            "",
            "[Global flags]",
            "bool = true {product}",
            "bool A B = true {product}",
            "bool A = true",
            "bool A {product}",
            "bool A-B = true {product}",
            "= {x}",
            "a ={",
            "a b={}x",
            "{} = }",
            "x =:}{"
        }) {
            assertEquals(Map.of(), parse(line), line);
        }
    }

    @Test
    void theFirstOfTwoLinesCounts() {
        assertEquals(
                Map.of("A", new VmFlag("1", "product", "default")),
                VmFlags.parse("int A = 1 {product} {default}\nint A = 2 {product} {default}"));
    }

    @Test
    void noLineThrows() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder line = new StringBuilder();
            for (int k = random.nextInt(14); k > 0; k--) {
                line.append("aB =:+{}\n\t".charAt(random.nextInt(10)));
            }
            try {
                VmFlags.parse(line.toString());
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": '" + line + "'", e);
            }
        }
    }
}

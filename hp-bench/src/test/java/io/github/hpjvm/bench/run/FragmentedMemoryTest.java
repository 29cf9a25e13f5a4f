package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.console.error.BenchException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernel's index decides, not the percentage of blocks. */
class FragmentedMemoryTest {
    private static final Bytes FREE = Bytes.ofMiB(3584);

    private final FakeMemory host = new FakeMemory();

    /** Memory with given results of the next attempts. */
    private static final class FakeMemory implements FragmentedMemory.Host {
        private final List<String> done = new ArrayList<>();
        private Bytes free = FREE;
        private OptionalDouble unusable = OptionalDouble.of(0.02);
        private OptionalDouble next = OptionalDouble.of(0.96);
        private final List<Double> before = new ArrayList<>();

        @Override
        public Bytes free() {
            return free;
        }

        @Override
        public OptionalDouble unusable() {
            return unusable;
        }

        @Override
        public void fragment(Bytes bytes, int percent) {
            done.add(bytes + " " + percent);
            unusable = before.isEmpty() ? next : OptionalDouble.of(before.remove(0));
        }
    }

    private String refused(int percent) {
        String line = assertThrows(BenchException.class, () -> new FragmentedMemory(percent, host).prepare())
                .getMessage();
        assertEquals(1, line.lines().count(), line);
        assertTrue(line.startsWith("fragment: "), line);
        return line;
    }

    @Test
    void touchesFreeMemoryExceptTheMargin() throws IOException {
        new FragmentedMemory(100, host).prepare();
        assertEquals(List.of("3 GiB 100"), host.done);
    }

    /** Of 3.5 GiB, 3 GiB are touched: at 100 % an index of 0.857 can be expected, at 30 % one of 0.257. */
    @ParameterizedTest
    @CsvSource({
        "100, 0.96, true", "100, 0.43, true", "100, 0.42, false", "100, 0.02, false", "30, 0.26, true",
        "30, 0.13, true", "30, 0.12, false", "30, 0.02, false", "1, 0.02, true", "1, 0.0, false"
    })
    void requiresHalfOfTheExpectedShare(int percent, double index, boolean comesOut) throws IOException {
        host.next = OptionalDouble.of(index);
        if (comesOut) {
            FragmentedMemory memory = new FragmentedMemory(percent, host);
            memory.prepare();
            assertTrue(memory.keep());
        } else {
            String line = refused(percent);
            assertTrue(line.contains("is not fragmented enough"), line);
            assertTrue(line.contains(percent + " % of the blocks"), line);
        }
    }

    /** The next attempt touches memory that another process freed meanwhile. */
    @Test
    void retriesBeforeItFails() throws IOException {
        host.before.addAll(List.of(0.26, 0.3));
        FragmentedMemory memory = new FragmentedMemory(100, host);
        memory.prepare();
        assertEquals(3, host.done.size());
        host.unusable = OptionalDouble.of(0.1);
        host.before.addAll(List.of(0.2));
        assertTrue(memory.keep());
        assertEquals(5, host.done.size());
        host.done.clear();
        host.next = OptionalDouble.of(0.26);
        assertTrue(refused(100).contains("is not fragmented enough: 0.260 of"));
        assertEquals(4, host.done.size());
    }

    @Test
    void reportsTooLittleFreeMemory() {
        host.free = Bytes.ofMiB(512);
        assertTrue(refused(100).contains("512 MiB of memory are free"));
        assertEquals(List.of(), host.done);
    }

    @Test
    void failsWithoutBuddyinfo() {
        host.next = OptionalDouble.empty();
        assertTrue(refused(100).contains("/proc/buddyinfo"));
    }

    @Test
    void fragmentsAgainOnlyIfFragmentationDecreased() throws IOException {
        FragmentedMemory memory = new FragmentedMemory(100, host);
        memory.prepare();
        host.unusable = OptionalDouble.of(0.945);
        assertTrue(memory.keep());
        assertEquals(1, host.done.size());
        host.unusable = OptionalDouble.of(0.935);
        assertTrue(memory.keep());
        assertEquals(2, host.done.size());
    }

    @Test
    void isNotFragmentedIfARepetitionFails() throws IOException {
        FragmentedMemory memory = new FragmentedMemory(100, host);
        memory.prepare();
        host.unusable = OptionalDouble.of(0.1);
        host.next = OptionalDouble.of(0.2);
        assertFalse(memory.keep());
        int done = host.done.size();
        host.free = Bytes.ofMiB(100);
        assertFalse(memory.keep());
        assertEquals(done, host.done.size(), "nothing is left to be touched");
        host.free = FREE;
        host.next = OptionalDouble.of(0.95);
        assertTrue(memory.keep());
    }
}

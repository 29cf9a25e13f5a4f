package io.github.hpjvm.advisor.read.vm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.read.attach.UnixSockets;
import io.github.hpjvm.advisor.read.file.Mutations;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sections of the smallest files that have some, and of files that only look so. */
@Timeout(60)
class ElfFileTest {

    private static ElfFile file(byte[] bytes) {
        return new ElfFile((offset, length) -> Optional.of(
                offset >= bytes.length
                        ? new byte[0]
                        : Arrays.copyOfRange(bytes, (int) offset, (int) Math.min(bytes.length, offset + length))));
    }

    @Test
    void ofEitherByteOrder() {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            ElfFile file = file(ElfSample.with(".dynstr", "\0one\0two\0", order));
            assertTrue(file.hasSection(".dynstr") && file.hasSection(".shstrtab"), order::toString);
            assertFalse(file.hasSection(".dyn") || file.hasSection("dynstr"), order::toString);
            assertTrue(file.contains(".dynstr", "one") && file.contains(".dynstr", "two"), order::toString);
            assertFalse(file.contains(".dynstr", "tw") || file.contains(".text", "one"), order::toString);
        }
    }

    /** Of 32 bits, with sections of another size, with more of them than any linker writes, cut off, not to be read. */
    @Test
    void anUnreadableFileHasNoSection() {
        byte[] whole = ElfSample.hotSpot();
        int[][] changes = {{4, 1}, {58, 40}, {61, 100}, {62, 3}, {0, 0}};
        for (int[] change : changes) {
            byte[] bytes = whole.clone();
            bytes[change[0]] = (byte) change[1];
            assertFalse(file(bytes).hasSection(".dynstr"), () -> "byte " + change[0]);
        }
        for (int length = 0; length < whole.length; length++) {
            assertFalse(file(Arrays.copyOf(whole, length)).hasSection(".dynstr"));
        }
        assertFalse(new ElfFile((offset, length) -> Optional.empty()).hasSection(".dynstr"));
    }

    /** It never asks for more than it may, whatever the file says of itself. */
    @Test
    void damageIsSurvived() {
        String sample = new String(ElfSample.hotSpot(), StandardCharsets.ISO_8859_1);
        Mutations.survive(sample, text -> {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            ElfFile file = new ElfFile((offset, length) -> {
                assertTrue(offset >= 0 && length > 0 && length <= 1 << 20, () -> offset + ", " + length);
                return Optional.of(Arrays.copyOf(bytes, length));
            });
            file.hasSection(".svm_heap");
            file.contains(".dynstr", "gHotSpotVMStructs");
            file(bytes).contains(".dynstr", "gHotSpotVMStructs");
        });
    }

    @Test
    void socketsOfAnotherNameAreNotTaken() {
        String text = "Num RefCount Protocol Flags Type St Inode Path\n"
                + "0000: 00000002 0 00010000 1 01 99 /tmp/.java_pid1.tmp\n"
                + "0000: 00000003 0 00000000 1 03 98 @/tmp/.java_pid7\n";
        assertTrue(UnixSockets.isBound(text, ".java_pid1"));
        assertFalse(UnixSockets.isBound(text, ".java_pid11") || UnixSockets.isBound(text, ".java_pid"));
        assertEquals(false, UnixSockets.isBound("", ".java_pid1"));
        Mutations.survive(text, damaged -> UnixSockets.isBound(damaged, ".java_pid1"));
    }
}

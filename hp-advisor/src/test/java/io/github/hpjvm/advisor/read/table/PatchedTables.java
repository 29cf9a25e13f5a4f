package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.read.file.RawMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tables of captured JVMs with changes, for the fuzzer: its input is a list of changes, not the memory itself. */
public final class PatchedTables {

    /** One change: the number of a page, the place in it, and eight bytes. */
    private static final int CHANGE = 2 + 2 + 8;

    private static final List<Capture> CAPTURES = captures();

    private record Capture(CapturedMemory memory, AddressRange library, Mapped mapped, List<Long> numbers) {}

    private PatchedTables() {}

    private static List<Capture> captures() {
        List<Capture> captures = new ArrayList<>();
        try {
            for (String name : CapturedTablesTest.captures().toList()) {
                CapturedMemory memory = CapturedTablesTest.capture(name);
                AddressRange library = CapturedTablesTest.library(memory);
                captures.add(new Capture(
                        memory,
                        library,
                        new Mapped(memory.vmas(), library),
                        List.copyOf(memory.pages().keySet())));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return captures;
    }

    /**
     * Reads the tables of a capture with changes.
     *
     * @param input its first byte chooses the capture; each 12 bytes after it are a change. A change beyond the end of a page
     *     removes the page
     */
    public static Fact<VmTables> read(byte[] input) {
        Capture capture = CAPTURES.get(input.length == 0 ? 0 : Byte.toUnsignedInt(input[0]) % CAPTURES.size());
        Map<Long, Optional<byte[]>> changed = new HashMap<>();
        ByteBuffer changes = ByteBuffer.wrap(input);
        for (int at = 1; at + CHANGE <= input.length; at += CHANGE) {
            int index = Short.toUnsignedInt(changes.getShort(at))
                    % capture.numbers().size();
            long number = capture.numbers().get(index);
            int place = Short.toUnsignedInt(changes.getShort(at + 2)) % (PagedMemory.PAGE + 64);
            Optional<byte[]> page = changed.computeIfAbsent(
                    number, any -> Optional.of(capture.memory().pages().get(any).clone()));
            if (place > PagedMemory.PAGE - 8) {
                changed.put(number, Optional.empty());
            } else if (page.isPresent()) {
                changes.get(at + 4, page.get(), place, 8);
            }
        }
        RawMemory memory = (address, into) -> {
            Optional<byte[]> page = changed.get(address / PagedMemory.PAGE);
            if (page == null) {
                return capture.memory().read(address, into);
            }
            return new CapturedMemory(
                            "",
                            page.map(bytes -> Map.of(address / PagedMemory.PAGE, bytes))
                                    .orElse(Map.of()))
                    .read(address, into);
        };
        return TableReader.parse(memory, capture.library(), Optional.of(capture.mapped()), "/proc/PID/mem");
    }
}

package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.RawMemory;
import io.github.hpjvm.advisor.read.file.TargetMemory;
import io.github.hpjvm.advisor.term.Reason;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads the tables of a JVM in its memory. */
public final class TableReader {

    private TableReader() {}

    /**
     * Reads the tables.
     *
     * @param library the mappings of libjvm.so, from the first to the last
     * @param mappings all mappings, to search for metaspace and the tables of the collector; empty to leave these out
     * @param millis time limit; the reading is left to itself afterwards
     */
    public static Fact<VmTables> read(
            Path procRoot, long pid, Fact<AddressRange> library, Optional<List<Vma>> mappings, long millis) {
        return library.flatMap(range -> {
            Optional<Mapped> mapped = mappings.map(vmas -> new Mapped(vmas, range));
            String file = TargetMemory.file(procRoot, pid).toString();
            return TargetMemory.read(procRoot, pid, millis, raw -> {
                if (mapped.isEmpty()) {
                    return parse(raw, range, mapped, file);
                }
                try (TouchedMemory touched = TouchedMemory.of(raw, mapped.get(), procRoot, pid)) {
                    return parse(touched, range, mapped, file);
                }
            });
        });
    }

    /**
     * Reads the tables in this memory. Total: memory that is not HotSpot's gives an absent fact.
     *
     * @param library the mappings of libjvm.so, from the first to the last
     * @param mapped all mappings, to find what the tables leave out
     * @param file the source of the facts
     */
    static Fact<VmTables> parse(RawMemory raw, AddressRange library, Optional<Mapped> mapped, String file) {
        return parse(new PagedMemory(raw), library, mapped, file);
    }

    static Fact<VmTables> parse(PagedMemory memory, AddressRange library, Optional<Mapped> mapped, String file) {
        try {
            VmStructs structs = VmStructs.read(memory, new Symbols(memory, library));
            Optional<Shapes> shapes = mapped.map(m -> new Shapes(memory, m));
            return Fact.known(new TableFacts(structs, file, shapes).all(), Source.of(file));
        } catch (UnreadableMemoryException e) {
            String grant = e.reason() == Reason.SKIPPED ? "look again in a few seconds" : "";
            return Fact.absent(e.reason(), Source.of(file, String.valueOf(e.getMessage())), grant);
        }
    }
}

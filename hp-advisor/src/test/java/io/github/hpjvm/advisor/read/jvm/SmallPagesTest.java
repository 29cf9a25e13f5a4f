package io.github.hpjvm.advisor.read.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.SmallThp;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.memory.FolioSizes.Range;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallPagesTest {

    private static final Bytes KIB_64 = Bytes.ofKiB(64);
    private static final SmallThp POSSIBLE = new SmallThp(List.of(Bytes.ofKiB(16), KIB_64), true);
    private static final Backing BASE =
            new Backing(Bytes.ofMiB(512), List.of(Pages.exactly(PageKind.BASE, Bytes.ofKiB(4), Bytes.ofMiB(512))));

    private static Backing with(Map<Bytes, Range> sizes) {
        return SmallPages.in(BASE, SmallPages.base(BASE), Optional.ofNullable(sizes), POSSIBLE);
    }

    @Test
    void foliosOfSmallerSizesAreHugePages() {
        Backing backing = with(Map.of(KIB_64, new Range(Bytes.ofMiB(500), Bytes.ofMiB(500))));

        assertEquals(500.0 / 512, backing.coverage().getAsDouble());
        assertTrue(backing.kind().equals(Optional.of(PageKind.THP)));
        assertTrue(backing.hasSmallThp());
        assertEquals(Bytes.ofMiB(512), backing.residentMin());
    }

    @Test
    void aSampleGivesBounds() {
        Backing backing = with(Map.of(KIB_64, new Range(Bytes.ofMiB(256), Bytes.ofMiB(384))));

        assertTrue(backing.coverage().isEmpty());
        assertEquals(0.5, backing.coverageMin().getAsDouble());
        assertEquals(0.75, backing.coverageMax().getAsDouble());
    }

    @Test
    void withoutPrivilegeTheCoverageIsUnknownAndNotZero() {
        Backing backing = with(null);

        assertTrue(backing.coverage().isEmpty());
        assertEquals(0, backing.coverageMin().getAsDouble());
        assertEquals(1, backing.coverageMax().getAsDouble());
        assertTrue(backing.kind().isEmpty());
        assertTrue(backing.hidesSmallThp());
    }

    @Test
    void nothingChangesWithoutSmallerFolios() {
        assertEquals(BASE, with(Map.of()));
        assertFalse(BASE.hasSmallThp());
    }

    @Test
    void adviceExcludesThemOnlyInMadviseMode() {
        SmallThp advised = new SmallThp(List.of(KIB_64), false);

        assertTrue(advised.isExcluded(Optional.of(Bytes.ZERO)));
        assertFalse(advised.isExcluded(Optional.empty()));
        assertFalse(POSSIBLE.isExcluded(Optional.of(Bytes.ZERO)));
        assertTrue(SmallThp.none().isExcluded(Optional.empty()));
    }

    private static final long AT = 0x100000000L;
    private static final int PAGES = 32;

    @TempDir
    private Path proc;

    private void write(String file, long index, long... words) throws IOException {
        Path path = proc.resolve(file);
        Files.createDirectories(path.getParent());
        ByteBuffer bytes = ByteBuffer.allocate(words.length * Long.BYTES).order(ByteOrder.nativeOrder());
        bytes.asLongBuffer().put(words);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(bytes, index * Long.BYTES);
        }
    }

    /** The kernel counts pagemap in its base pages, also where no mapping of smaps shows their size. */
    @Test
    void entriesOfPagemapAreFoundByTheSizeOfBasePages() throws IOException {
        Bytes page = Bytes.ofKiB(64);
        long[] entries = new long[PAGES];
        long[] flags = new long[PAGES + 1];
        for (int i = 0; i < PAGES; i++) {
            entries[i] = 1L << 63 | 100 + i;
            flags[i] = 1L << 22 | (i == 0 ? 1L << 15 : 1L << 16);
        }
        write("4242/pagemap", AT / page.value(), entries);
        write("kpageflags", 100, flags);
        Bytes size = page.times(PAGES);
        AddressRange range = new AddressRange(AT, AT + size.value());
        Reach reach = new Reach(Contact.never(), true, 1000, Bytes.ofMiB(512))
                .with(new SmallThp(List.of(Bytes.ofMiB(2)), true));
        Backing seen = new Backing(size, List.of(Pages.exactly(PageKind.BASE, page, size)));
        Fact<Backing> folios = new LocatedRegions(proc, 4242, reach, page)
                .withSmallThp(
                        RegionName.HEAP,
                        Fact.known(List.of(range), Source.of("tables")),
                        Fact.known(seen, Source.of("pagemap")),
                        Optional.empty());
        assertEquals(Optional.of(PageKind.THP), folios.known().orElseThrow().kind());
    }
}

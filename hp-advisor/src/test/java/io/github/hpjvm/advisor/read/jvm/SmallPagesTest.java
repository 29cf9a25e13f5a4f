package io.github.hpjvm.advisor.read.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.SmallThp;
import io.github.hpjvm.advisor.read.memory.FolioSizes.Range;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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
}

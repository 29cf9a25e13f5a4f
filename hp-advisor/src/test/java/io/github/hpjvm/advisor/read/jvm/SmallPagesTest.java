package io.github.hpjvm.advisor.read.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.SmallThp;
import io.github.hpjvm.advisor.read.memory.FolioSizes.Range;
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

        assertThat(backing.coverage().getAsDouble()).isEqualTo(500.0 / 512);
        assertThat(backing.kind()).contains(PageKind.THP);
        assertThat(backing.hasSmallThp()).isTrue();
        assertThat(backing.residentMin()).isEqualTo(Bytes.ofMiB(512));
    }

    @Test
    void aSampleGivesBounds() {
        Backing backing = with(Map.of(KIB_64, new Range(Bytes.ofMiB(256), Bytes.ofMiB(384))));

        assertThat(backing.coverage()).isEmpty();
        assertThat(backing.coverageMin().getAsDouble()).isEqualTo(0.5);
        assertThat(backing.coverageMax().getAsDouble()).isEqualTo(0.75);
    }

    @Test
    void withoutPrivilegeTheCoverageIsUnknownAndNotZero() {
        Backing backing = with(null);

        assertThat(backing.coverage()).isEmpty();
        assertThat(backing.coverageMin().getAsDouble()).isZero();
        assertThat(backing.coverageMax().getAsDouble()).isEqualTo(1);
        assertThat(backing.kind()).isEmpty();
        assertThat(backing.hidesSmallThp()).isTrue();
    }

    @Test
    void nothingChangesWithoutSmallerFolios() {
        assertThat(with(Map.of())).isEqualTo(BASE);
        assertThat(BASE.hasSmallThp()).isFalse();
    }

    @Test
    void adviceExcludesThemOnlyInMadviseMode() {
        SmallThp advised = new SmallThp(List.of(KIB_64), false);

        assertThat(advised.isExcluded(Optional.of(Bytes.ZERO))).isTrue();
        assertThat(advised.isExcluded(Optional.empty())).isFalse();
        assertThat(POSSIBLE.isExcluded(Optional.of(Bytes.ZERO))).isFalse();
        assertThat(SmallThp.none().isExcluded(Optional.empty())).isTrue();
    }
}

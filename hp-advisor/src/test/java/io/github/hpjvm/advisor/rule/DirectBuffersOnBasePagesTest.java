package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.JvmSamples.environment;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.located;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.RegionName;
import java.util.List;
import org.junit.jupiter.api.Test;

class DirectBuffersOnBasePagesTest {
    private static final String ID = "HP-504";
    private static final Jvm BUFFERS =
            located(g1(17, "-XX:+UseTransparentHugePages"), RegionName.NATIVE, on(PageKind.BASE, Bytes.ofGiB(1)));

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void enablesTheTunableOfMalloc() {
        assertEquals(
                List.of(new Action.Environment("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")),
                Judged.by(ID, host(), BUFFERS).actions(INFO));
        assertEquals(
                List.of(new Action.Environment("GLIBC_TUNABLES", "glibc.malloc.arena_max=2:glibc.malloc.hugetlb=1")),
                Judged.by(ID, host(), environment(BUFFERS, "GLIBC_TUNABLES", "glibc.malloc.arena_max=2"))
                        .actions(INFO));
    }

    @Test
    void doesNotApplyOtherwise() {
        Judged.by(ID, host(), environment(BUFFERS, "GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"))
                .doesNotApply("has a setting");
        Judged.by(ID, thp("always", "-", "never"), BUFFERS).doesNotApply("always mode");
        Judged.by(ID, host(), g1(17)).doesNotApply("not requested");
        Judged.by(ID, host(), g1(17, "-XX:+UseLargePages")).doesNotApply("cannot be distinguished");
        Judged.by(ID, host(), located(BUFFERS, RegionName.NATIVE, on(PageKind.BASE, Bytes.ofMiB(1023))))
                .passes();
        Judged.by(ID, host(), located(BUFFERS, RegionName.NATIVE, on(PageKind.THP, Bytes.ofGiB(2))))
                .passes();
    }
}

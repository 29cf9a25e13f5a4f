package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.VmSysctls;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SharedMemoryDeniedTest {
    private static final String ID = "HP-110";
    private static final String SHM = "-XX:+UseSHM";

    private static Judged judged(Jvm jvm) {
        VmSysctls sysctls = new VmSysctls(Map.of("hugetlb_shm_group", 0L));
        return Judged.by(ID, with(pool(800, 800, 0), "vm", known(sysctls, "/proc/sys/vm")), jvm);
    }

    private static Jvm uid(Jvm jvm, int uid) {
        String ids = uid + "\t" + uid + "\t" + uid + "\t" + uid;
        return with(jvm, "status", known(new ProcStatus(Map.of("Name", "java", "Uid", ids)), "/proc/4242/status"));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 11, 17, 21})
    void aMappingNeedsNoPermission(int release) {
        List<Action> expected = List.of(new JvmFlag(List.of("-XX:+UseLargePages"), List.of(SHM)));
        assertEquals(expected, judged(uid(g1(release, SHM), 1000)).actions(WARNING));
        assertEquals(expected, judged(g1(release, SHM)).actions(WARNING), "for any user");
        Judged.by("HP-101", pool(800, 800, 0), uid(g1(release, SHM), 1000)).doesNotApply("another rule");
    }

    @Test
    void doesNotApplyToRootOrWithoutTheFlag() {
        judged(uid(g1(17, SHM), 0)).doesNotApply("may use the pool");
        judged(g1(17, "-XX:+UseLargePages")).doesNotApply("UseSHM is not set");
        judged(g1(17, SHM, "-XX:-UseSHM")).doesNotApply("not requested");
        judged(g1(17)).doesNotApply("not requested");
        judged(g1(25, "-XX:+UseLargePages", SHM)).doesNotApply("does not have this flag");
    }

    /**
     * Who is let in, by user, group, other groups and capability: seen on Linux 6.18 with JDK 17, on a pool of 300; the two
     * with other groups follow from in_group_p.
     */
    @ParameterizedTest
    @CsvSource({
        "65534, 65534, '',      0000000000000000, false",
        "65534, 0,     '',      0000000000000000, true",
        "65534, 65534, 24 0 27, 0000000000000000, true",
        "65534, 65534, 24 27,   0000000000004000, true",
        "65534, 65534, '',      000001ffffffbfff, false",
        "0,     0,     '',      000001ffffffbfff, true",
        "0,     65534, '',      000001ffffffbfff, false"
    })
    void capabilityOrGroupDecides(int uid, int gid, String groups, String capabilities, boolean may) {
        Jvm jvm = g1(17, SHM);
        for (String[] field :
                new String[][] {{"Uid", ids(uid)}, {"Gid", ids(gid)}, {"Groups", groups}, {"CapEff", capabilities}}) {
            jvm = JvmSamples.status(jvm, field[0], field[1]);
        }
        if (may) {
            judged(jvm).doesNotApply("may use the pool");
        } else {
            judged(jvm).finds(WARNING);
        }
    }

    private static String ids(int id) {
        return id + "\t" + id + "\t" + id + "\t" + id;
    }

    @Test
    void observedPagesDecide() {
        judged(heap(g1(17, SHM), on(PageKind.HUGETLB, Bytes.ofGiB(1)))).passes();
    }

    @Test
    void missingFactsAreNamed() {
        judged(JvmSamples.heapDenied(g1(17, SHM))).needs("heap", Reason.DENIED);
        judged(with(g1(17, SHM), "arguments", denied("/tmp"))).needs("arguments", Reason.DENIED);
    }
}

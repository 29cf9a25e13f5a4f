package io.github.hpjvm.advisor.hotspot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageRequestTest {

    @ParameterizedTest
    @CsvSource({
        "'',                                                      NONE,    NONE",
        "-XX:+UseLargePages,                                      HUGETLB, HUGETLB",
        "-XX:+UseTransparentHugePages,                            THP,     THP",
        "-XX:+UseLargePages -XX:+UseTransparentHugePages,         THP,     THP",
        "-XX:-UseLargePages -XX:+UseTransparentHugePages,         NONE,    NONE",
        "-XX:+UseLargePages -XX:-UseTransparentHugePages,         NONE,    HUGETLB",
        "-XX:+UseLargePages -XX:-UseLargePages,                   NONE,    NONE",
        "-XX:-UseLargePages -XX:+UseLargePages,                   HUGETLB, HUGETLB",
        "-XX:+UseTransparentHugePages -XX:-UseTransparentHugePages, NONE,  NONE",
        "-XX:+UseHugeTLBFS,                                       HUGETLB, NONE",
        "-XX:+UseSHM,                                             HUGETLB, NONE",
        "-XX:+UseLargePages -XX:-UseHugeTLBFS,                    NONE,    HUGETLB",
        "-XX:+UseLargePages -XX:-UseHugeTLBFS -XX:+UseSHM,        HUGETLB, HUGETLB",
        "-XX:+UseHugeTLBFS -XX:+UseTransparentHugePages,          THP,     THP",
        "-XX:LargePageSizeInBytes=2m,                             NONE,    NONE",
        "-XX:+UseLargePagesInMetaspace,                           NONE,    NONE"
    })
    void eachFlagByRelease(String arguments, Requested before22, Requested since22) {
        List<String> list = Arrays.asList(arguments.split(" "));
        for (int feature : new int[] {8, 11, 17, 21}) {
            assertEquals(before22, PageRequest.of(list, feature), "release " + feature);
        }
        for (int feature : new int[] {22, 25, 28}) {
            assertEquals(since22, PageRequest.of(list, feature), "release " + feature);
        }
    }

    @Test
    void isUnknownWithoutSufficientArguments() {
        VmIdentity seventeen = vm("17.0.9", "Debian");
        assertEquals(Requested.THP, PageRequest.of(arguments("-XX:+UseTransparentHugePages"), seventeen));
        assertEquals(Requested.HUGETLB, PageRequest.of(arguments("-XX:+AggressiveHeap"), seventeen));
        assertEquals(Requested.NONE, PageRequest.of(arguments("-XX:+AggressiveHeap", "-XX:-UseLargePages"), seventeen));
        assertEquals(Requested.NONE, PageRequest.of(List.of("-XX:+AggressiveHeap"), 27), "obsolete");
        Arguments some = new Arguments(List.of(), List.of("@secret"), "Main");
        assertEquals(Requested.UNKNOWN, PageRequest.of(some, seventeen));
        assertEquals(Requested.UNKNOWN, PageRequest.of(arguments(), VmIdentity.of(VmKind.OPENJ9)));
        assertEquals(Requested.UNKNOWN, PageRequest.of(arguments(), vm("25.0.1", "SAP SE")));
        assertEquals(Requested.NONE, PageRequest.of(arguments(), vm("21.0.9", "SAP SE")));
        assertEquals(Requested.NONE, PageRequest.of(arguments("-XX:-UseLargePages"), vm("25.0.1", "SAP SE")));
        VmIdentity anyRelease = VmIdentity.of(VmKind.HOTSPOT);
        assertEquals(Requested.HUGETLB, PageRequest.of(arguments("-XX:+UseLargePages"), anyRelease));
        assertEquals(
                Requested.UNKNOWN,
                PageRequest.of(arguments("-XX:+UseLargePages", "-XX:-UseTransparentHugePages"), anyRelease));
    }

    /** 8 and 11 have a flag for metaspace. No release has a flag for stacks, text and the other regions. */
    @Test
    void onlyHeapCodeAndTablesFollowTheRequest() {
        Arguments both = arguments("-XX:+UseLargePages", "-XX:+UseLargePagesInMetaspace");
        Arguments takenBack = arguments("-XX:+UseLargePagesInMetaspace", "-XX:-UseLargePagesInMetaspace");
        for (Requested whole : Requested.values()) {
            for (RegionName region : RegionName.values()) {
                boolean asked =
                        Set.of(RegionName.HEAP, RegionName.CODE, RegionName.GC).contains(region);
                Requested expected = asked ? whole : Requested.NONE;
                assertEquals(expected, PageRequest.of(region, whole, both, vm("17.0.9", "Debian")), region.name());
                assertEquals(expected, PageRequest.of(region, whole, takenBack, vm("11.0.9", "Debian")), region.name());
                boolean old = asked || region == RegionName.METASPACE;
                assertEquals(
                        old ? whole : Requested.NONE,
                        PageRequest.of(region, whole, both, vm("1.8.0_442", "Debian")),
                        region.name());
            }
        }
    }

    private static VmIdentity vm(String release, String vendor) {
        return new VmIdentity(
                VmKind.HOTSPOT,
                Optional.of(JavaVersion.parse(release)),
                release,
                vendor,
                Optional.empty(),
                Optional.empty());
    }

    private static Arguments arguments(String... texts) {
        return new Arguments(
                Arrays.stream(texts)
                        .map(t -> new Argument(t, ArgumentOrigin.COMMAND_LINE))
                        .toList(),
                List.of(),
                "Main");
    }
}

package io.github.hpjvm.advisor.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlagSubjectsTest {
    @ParameterizedTest
    @CsvSource({
        "-XX:+AlwaysPreTouch, -XX:-AlwaysPreTouch, true",
        "-XX:+AlwaysPreTouch, -XX:+AlwaysPreTouch, false",
        "-XX:+UseTransparentHugePages, -XX:-UseLargePages, true",
        "-XX:+UseTransparentHugePages, -XX:+UseLargePages, false",
        "-XX:+UseG1GC, -XX:+UseParallelGC, true",
        "-XX:+UseG1GC, -XX:-UseParallelGC, false",
        "-XX:ReservedCodeCacheSize=16m, -Xmaxjitcodesize8m, true",
        "-XX:ReservedCodeCacheSize=16m, -XX:ReservedCodeCacheSize=8m, true",
        "-Xms1g, -XX:MinHeapSize=8m, true",
        "-Xms1g, -Xmx1g, false",
        "-Xmx1g, -XX:MaxHeapSize=2g, true",
        "-Dx=1, -Dx=2, false"
    })
    void anAddedFlagReplacesWhatDecidesTheSame(String added, String present, boolean replaces) {
        assertEquals(replaces, FlagSubjects.replaces(added, present));
        assertEquals(
                replaces ? List.of(present) : List.of(),
                FlagSubjects.removed(List.of(added), List.of(), List.of(present, present)));
    }
}

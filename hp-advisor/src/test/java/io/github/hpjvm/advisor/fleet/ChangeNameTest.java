package io.github.hpjvm.advisor.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.RestartJvm;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChangeNameTest {
    private static String flags(List<String> add, List<String> remove) {
        return ChangeName.of(new JvmFlag(add, remove)).orElseThrow();
    }

    @Test
    void addedAndRemovedFlagsHaveNoNumbers() {
        assertEquals("add -XX:+UseLargePages -Xmx", flags(List.of("-XX:+UseLargePages", "-Xmx4g"), List.of()));
        assertEquals(
                "add -XX:+UseLargePages, remove -XX:LargePageSizeInBytes",
                flags(List.of("-XX:+UseLargePages"), List.of("-XX:LargePageSizeInBytes=1g")));
    }

    @Test
    void flagWithAnotherValueIsChanged() {
        assertEquals("change -Xms", flags(List.of("-Xms1g"), List.of("-Xms512m")));
        assertEquals(
                "change -Xms, add -XX:+AlwaysPreTouch",
                flags(List.of("-Xms1g", "-XX:+AlwaysPreTouch"), List.of("-Xms512m")));
    }

    @Test
    void restartIsNoChangeOfItsOwn() {
        assertEquals(Optional.empty(), ChangeName.of(new RestartJvm()));
    }
}

package io.github.hpjvm.advisor.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ActionTest {

    static Stream<Action> reversible() {
        return Stream.of(
                new Action.JvmFlag(List.of("-XX:+A"), List.of("-XX:-A")),
                new Action.Sysctl("vm.nr_hugepages", "5", "0", ""),
                new Action.KernelFile(Path.of("/sys/a"), "madvise", "never", ""),
                new Action.CgroupFile("/sys/fs/cgroup/a", "max", "1"));
    }

    @ParameterizedTest
    @MethodSource("reversible")
    void twiceTheInverseIsTheAction(Action action) {
        Action back = action.inverse().orElseThrow();
        assertEquals(Optional.of(action), back.inverse());
        assertEquals(action.scope(), back.scope());
    }

    @Test
    void whatHasNoInverseSaysHowToTakeItBackIfThereIsAnything() {
        for (Action action : List.of(
                new Action.Environment("A", "b"),
                new Action.ChangeJdk(List.of("21")),
                new Action.KernelArgument("a=b"),
                new Action.PodResource("memory", "1Gi"))) {
            assertEquals(Optional.empty(), action.inverse());
            assertEquals(false, action.undo().isEmpty(), action.toString());
            assertEquals(false, action.cost().isEmpty(), action.toString());
        }
        assertEquals("", new Action.RestartJvm().undo());
    }

    @Test
    void anActionThatSaysNothingIsNone() {
        assertThrows(IllegalArgumentException.class, () -> new Action.ChangeJdk(List.of()));
        assertThrows(IllegalArgumentException.class, () -> new Action.KernelArgument(" "));
    }
}

package io.github.hpjvm.advisor.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ActionTest {

    static Stream<Action> reversible() {
        return Stream.of(
                new JvmFlag(List.of("-XX:+A"), List.of("-XX:-A")),
                new Sysctl("vm.nr_hugepages", "5", "0", ""),
                new KernelFile(Path.of("/sys/a"), "madvise", "never", ""),
                new CgroupFile("/sys/fs/cgroup/a", "max", "1"));
    }

    @ParameterizedTest
    @MethodSource("reversible")
    void inverseOfInverseIsTheAction(Action action) {
        Action back = action.inverse().orElseThrow();
        assertEquals(Optional.of(action), back.inverse());
        assertEquals(action.scope(), back.scope());
    }

    @Test
    void actionsWithoutAnInverseHaveAnUndoText() {
        for (Action action : List.of(
                new Environment("A", "b"),
                new ChangeJdk(List.of("21")),
                new KernelArgument("a=b"),
                new PodResource("memory", "1Gi"),
                new ContainerLimit("podman", "/sys/fs/cgroup/a/hugetlb.2MB.max", "2", "1"))) {
            assertEquals(Optional.empty(), action.inverse());
            assertEquals(false, action.undo().isEmpty(), action.toString());
            assertEquals(false, action.cost().isEmpty(), action.toString());
        }
        assertEquals("", new RestartJvm().undo());
    }

    /** podman-run(1): --cgroup-conf takes a file of version 2. docker has no option. */
    @Test
    void theLimitOfAContainerIsAnOptionOfItsRuntime() {
        String file = "/sys/fs/cgroup/x/hugetlb.2MB.max";
        assertEquals(
                "start the container anew with a limit hugetlb.2MB.max of at least 2 (--cgroup-conf=hugetlb.2MB.max=2)",
                new ContainerLimit("podman", file, "2", "1").command());
        assertTrue(new ContainerLimit("containerd", file, "2", "1").command().contains("nerdctl: --cgroup-conf="));
        String docker = new ContainerLimit("docker", file, "2", "1").command();
        assertTrue(docker.contains("no option") && !docker.contains("--cgroup-conf"), docker);
        String old =
                new ContainerLimit("podman", "/sys/fs/cgroup/hugetlb/x/hugetlb.2MB.limit_in_bytes", "2", "1").command();
        assertTrue(old.endsWith("hugetlb.2MB.limit_in_bytes of at least 2"), old);
    }

    @Test
    void rejectsEmptyActions() {
        assertThrows(IllegalArgumentException.class, () -> new ChangeJdk(List.of()));
        assertThrows(IllegalArgumentException.class, () -> new KernelArgument(" "));
    }

    static Stream<Action> all() {
        return Stream.concat(
                reversible(),
                Stream.of(
                        new Environment("A", "b c"),
                        new ChangeJdk(List.of("21.0.4", "23")),
                        new KernelArgument("hugepagesz=1G hugepages=4"),
                        new PodResource("memory", "1Gi"),
                        new ContainerLimit("podman", "/sys/fs/cgroup/a/hugetlb.2MB.max", "2", "1"),
                        new RestartJvm()));
    }

    private static Stream<Class<?>> records(Class<?> type) {
        return type.isSealed()
                ? Stream.of(type.getPermittedSubclasses()).flatMap(ActionTest::records)
                : Stream.of(type);
    }

    @Test
    void eachClassHasItsKindAndItsTarget() {
        Set<Class<?>> classes = all().map(Object::getClass).collect(Collectors.toSet());
        assertEquals(records(Action.class).collect(Collectors.toSet()), classes);
        assertEquals(EnumSet.allOf(Action.Kind.class), all().map(Action::kind).collect(Collectors.toSet()));
        assertEquals(classes.size(), all().map(Action::target).distinct().count());
    }

    @ParameterizedTest
    @MethodSource("all")
    void aPlanOrdersItByScope(Action action) {
        assertEquals(action.scope() == Scope.JVM, action.phase().compareTo(Phase.JDK) >= 0, action.toString());
        assertEquals(action.phase() == Phase.HOST, action.setting().isPresent(), action.toString());
        assertEquals(
                action.flags().isPresent() || !action.variables().isEmpty(),
                action.phase() == Phase.START,
                action.toString());
    }

    @Test
    void commandsAreOneWordPerArgument() {
        assertEquals("start the JVM without '-Dx=a b'", new JvmFlag(List.of(), List.of("-Dx=a b")).command());
        assertEquals(
                "start the JVM with -XX:+A, without -XX:-A",
                new JvmFlag(List.of("-XX:+A"), List.of("-XX:-A")).command());
        assertEquals("echo 1 | sudo tee '/a b'", new CgroupFile("/a b", "1", "max").command());
        assertEquals("1 into /a b (was max)", new CgroupFile("/a b", "1", "max").description());
        assertEquals("vm.x = 5 (was 0)", new Sysctl("vm.x", "5", "0", "").description());
    }

    /** A redirection is opened by the user's shell, which may not write there. */
    @Test
    void undoIsTypedLikeTheCommand() {
        assertEquals("echo max | sudo tee '/a b'", new CgroupFile("/a b", "1", "max").undo());
        assertEquals("echo never | sudo tee /sys/a", new KernelFile(Path.of("/sys/a"), "madvise", "never", "").undo());
        assertEquals("sudo sysctl -w vm.x=0", new Sysctl("vm.x", "5", "0", "").undo());
        reversible()
                .filter(action -> action.setting().isPresent())
                .forEach(action -> assertEquals(action.inverse().orElseThrow().command(), action.undo()));
    }

    @Test
    void aKernelArgumentReplacesTheOneThatWouldWin() {
        Action added = new KernelArgument("hugepagesz=2M hugepages=1600");
        Action instead = new KernelArgument("hugepagesz=2M hugepages=1600", Optional.of("hugepages=512"));
        assertEquals("add to the kernel's command line and reboot: hugepagesz=2M hugepages=1600", added.command());
        assertEquals(
                "in the kernel's command line replace hugepages=512 by hugepagesz=2M hugepages=1600 and reboot",
                instead.command());
        assertEquals("in the kernel's command line replace it by hugepages=512 again and reboot", instead.undo());
        assertEquals(added.target(), instead.target());
        assertEquals(added.bootArgument(), instead.bootArgument());
    }

    @Test
    void aSysctlAndItsFileAreOneTarget() {
        Action file = new KernelFile(Path.of("/proc/sys/vm/nr_hugepages"), "5", "0", "");
        Action sysctl = new Sysctl("vm.nr_hugepages", "5", "0", "");
        assertEquals(sysctl.target(), file.target());
        assertEquals(Optional.of("hugepagesz=2M hugepages=5"), sysctl.bootArgument());
        assertEquals(sysctl.bootArgument(), file.bootArgument());
    }

    @Test
    void bootArgumentsHaveTheEffectOfASetting() {
        String thp = "/sys/kernel/mm/transparent_hugepage/";
        assertEquals(
                Optional.of("transparent_hugepage=madvise"),
                new KernelFile(Path.of(thp + "enabled"), "madvise", "never", "").bootArgument());
        assertEquals(Optional.empty(), new KernelFile(Path.of(thp + "defrag"), "defer", "never", "").bootArgument());
        assertEquals(
                Optional.of("hugepagesz=2M hugepages=0:5"),
                PoolSetting.ofNode(0, 2 << 20).write(5, 0, "").bootArgument());
        assertEquals(
                Optional.of("transparent_hugepage_shmem=advise"),
                new KernelFile(Path.of(thp + "shmem_enabled"), "advise", "never", "").bootArgument());
        assertEquals(
                Optional.of("thp_anon=2M:inherit"),
                new KernelFile(Path.of(thp + "hugepages-2048kB/enabled"), "inherit", "never", "").bootArgument());
        assertEquals(
                Optional.of("thp_shmem=64K:advise"),
                new KernelFile(Path.of(thp + "hugepages-64kB/shmem_enabled"), "advise", "never", "").bootArgument());
    }
}

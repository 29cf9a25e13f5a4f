package io.github.hpjvm.advisor.read.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.Cpu;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.facts.KernelCommandLine;
import io.github.hpjvm.advisor.facts.Memlock;
import io.github.hpjvm.advisor.facts.Pressure;
import io.github.hpjvm.advisor.facts.ProcessKind;
import io.github.hpjvm.advisor.facts.Swap;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.HugeProcesses;
import io.github.hpjvm.advisor.read.file.Mutations;
import io.github.hpjvm.advisor.read.file.ProcessStat;
import io.github.hpjvm.advisor.read.memory.HugetlbSum;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.read.memory.SmapsRollup;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.proc.ProcStat;
import io.github.hpjvm.os.text.MalformedTextException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class HostParsersTest {

    private static final String ID = "0123456789abcdef".repeat(4);

    @ParameterizedTest
    @CsvSource({
        "always, always, always",
        "inherit, advise, advise",
        "inherit, never, never",
        "always, never, always",
        "within_size, always, within_size",
        "always, deny, never",
        "inherit, deny, never",
        "inherit, force, always",
        "always, force, never",
        "never, force, never"
    })
    void theEffectivePolicyOfSharedMemory(String size, String global, String effective) {
        assertEquals(effective, ThpSize.effectiveShmem(size, global));
    }

    /** Found by the fuzzer: U+008C and the like are control characters of terminals, too. */
    @Test
    void showsNoHiddenCharacterOfAMalformedLine() {
        String message = new MalformedTextException("not a number", "a\u001b\u008c\u202e\u2028b").getMessage();
        assertEquals("not a number: 'a????b'", message);
    }

    /** A kernel without CPUSETS_V1 and MEMCG_V1, and one on which memory is disabled. */
    @Test
    void controllersAreThoseThatAreListedAndEnabled() {
        String head = "#subsys_name\thierarchy\tnum_cgroups\tenabled\n";
        assertEquals(
                Map.of("cpu", true, "memory", false),
                Cgroups.controllers(head + "cpu\t0\t78\t1\nmemory\t0\t78\t0\n").enabled());
        assertEquals(false, Cgroups.controllers(head).has("memory"));
        assertThrows(MalformedTextException.class, () -> Cgroups.controllers("cpu 0 1"));
    }

    /** Kernels before 6.1 have no /proc/sys/kernel/arch. */
    @Test
    void theMachineIsInTheHeaderOfAnExecutable() {
        byte[] header = new byte[64];
        System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F'}, 0, header, 0, 4);
        header[18] = (byte) 183;
        assertEquals(Optional.of("aarch64"), KernelFiles.machine(header));
        header[18] = 62;
        assertEquals(Optional.of("x86_64"), KernelFiles.machine(header));
        header[18] = 3;
        assertEquals(Optional.empty(), KernelFiles.machine(header));
        assertEquals(Optional.empty(), KernelFiles.machine(new byte[3]));
    }

    @Test
    void theKernelsCommandLine() {
        String text = "quiet hugepages=3 hugepagesz=1G hugepages=0:1,1:2 hugepagesz=x hugepages=9 hugepages=y"
                + " transparent_hugepage=always transparent_hugepage=never thp_anon=16K-64K:always;2M:inherit"
                + " psi -- hugepages=77\n";
        KernelCommandLine line = KernelCommandLineFile.parse(text);
        assertEquals(Optional.of("never"), line.last("transparent_hugepage"));
        assertEquals(Optional.of("16K-64K:always;2M:inherit"), line.last("thp_anon"));
        assertEquals(Optional.of(""), line.last("psi"));
        assertEquals(Optional.empty(), line.last("quiet"));
        assertEquals(2, line.pools().size());
        assertEquals(Optional.empty(), line.pools().get(0).pageSize());
        assertEquals(3, line.pools().get(0).pages());
        assertEquals(Optional.of(Bytes.ofGiB(1)), line.pools().get(1).pageSize());
        assertEquals(Map.of("0", 1L, "1", 2L), line.pools().get(1).pagesByNode());
        Mutations.survive(text, KernelCommandLineFile::parse);
        KernelCommandLine after =
                KernelCommandLineFile.parse("hugepagesz=1G hugepages=4 default_hugepagesz=2M hugepages=5");
        assertEquals(Optional.empty(), after.pools().get(1).pageSize());
    }

    /** As hugepages_setup, hugepagesz_setup and hugetlb_init of mm/hugetlb.c read them. */
    @ParameterizedTest
    @CsvSource({
        "quiet, ",
        "hugepages=512, hugepages=512",
        "hugepages=0:5, hugepages=0:5",
        "hugepages=512 hugepagesz=2M hugepages=700, hugepages=512",
        "hugepagesz=2M quiet hugepages=700 hugepages=1, hugepagesz=2M hugepages=700",
        "hugepagesz=2048K hugepages=1 hugepagesz=2M hugepages=2, hugepagesz=2048K hugepages=1",
        "hugepagesz=2M hugepagesz=1G hugepages=4, hugepagesz=2M",
        "hugepagesz=1G hugepages=4 hugepages=5, ",
        "default_hugepagesz=2M, ",
        "default_hugepagesz=2M hugepages=512, hugepages=512",
        "hugepagesz=1G hugepages=4 default_hugepagesz=2M hugepages=5, hugepages=5",
        "hugepagesz=x hugepages=9 hugepagesz=2M, hugepagesz=2M",
        "hugepagesz=2M default_hugepagesz=2M hugepages=512, hugepagesz=2M hugepages=512",
        "hugepagesz=2M default_hugepagesz=1G hugepages=4, hugepagesz=2M",
    })
    void argumentsOfAPool(String text, String expected) {
        KernelCommandLine line = KernelCommandLineFile.parse(text);
        assertEquals(Optional.ofNullable(expected), line.ofPool(Bytes.ofMiB(2), Bytes.ofMiB(2)));
    }

    @Test
    void argumentsOfAPoolThatIsNotTheDefault() {
        KernelCommandLine line =
                KernelCommandLineFile.parse("hugepages=3 default_hugepagesz=1G hugepagesz=2M hugepages=7");
        assertEquals(Optional.of("hugepages=3"), line.ofPool(Bytes.ofGiB(1), Bytes.ofGiB(1)));
        assertEquals(Optional.of("hugepagesz=2M hugepages=7"), line.ofPool(Bytes.ofMiB(2), Bytes.ofGiB(1)));
    }

    @Test
    void theKernelsConfiguration() {
        String text = "#\n# Linux/x86 6.1 Kernel Configuration\n#\nCONFIG_TRANSPARENT_HUGEPAGE=y\n"
                + "# CONFIG_READ_ONLY_THP_FOR_FS is not set\nCONFIG_LOCALVERSION=\"\"\nCONFIG_PSI=y\n";
        assertEquals(
                Map.of("CONFIG_TRANSPARENT_HUGEPAGE", "y", "CONFIG_READ_ONLY_THP_FOR_FS", "n", "CONFIG_PSI", "y"),
                KernelConfigFiles.parse(text));
        Mutations.survive(text, KernelConfigFiles::parse);
    }

    @Test
    void mounts() {
        String text = """
                36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
                31 23 0:28 / /sys/fs/a\\040b\\134c ro - tmpfs tmpfs rw,mode=755
                """;
        List<Mounts.Mount> mounts = Mounts.parse(text);
        assertEquals("/mnt1", mounts.get(0).root());
        assertEquals("ext3", mounts.get(0).type());
        assertEquals("continue", mounts.get(0).options().get("errors"));
        assertEquals("/sys/fs/a b\\c", mounts.get(1).point());
        assertEquals("98:0", mounts.get(0).device());
        assertEquals("\\04", Mounts.unescaped("\\04"));
        assertThrows(MalformedTextException.class, () -> Mounts.parse("36 35 98:0 / / rw ext3 /dev/root rw"));
        Mutations.survive(text, Mounts::parse);
    }

    /** The options of the mount come before the dash, and those of its file system after it. */
    @ParameterizedTest
    @CsvSource({"rw, rw, true", "'ro,relatime', 'rw,seclabel', false", "rw, ro, false", "ro, ro, false"})
    void aMountIsWritableIfNeitherItNorItsFileSystemIsReadOnly(
            String mount, String fileSystem, boolean writable, @TempDir Path proc) throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(
                proc.resolve("self/mountinfo"),
                "40 35 0:42 / /dev/hugepages " + mount + " shared:5 - hugetlbfs hugetlbfs " + fileSystem + "\n");
        assertEquals(writable, Mounts.hugetlb(proc).known().orElseThrow().get(0).writable());
    }

    @Test
    void devicesOfFileSystemsOtherThanHugetlbfs(@TempDir Path proc) throws IOException {
        Files.createDirectories(proc.resolve("7"));
        Files.writeString(proc.resolve("7/mountinfo"), """
                36 35 254:0 / / rw - ext4 /dev/vda rw
                40 35 0:42 / /dev/hugepages rw - hugetlbfs hugetlbfs rw
                41 35 0:43 / /app rw - overlay overlay rw
                42 35 strange / /x rw - tmpfs tmpfs rw
                """);
        assertEquals(Set.of("fe:00", "00:2b"), Mounts.otherThanHugetlbfs(proc, 7));
        assertEquals(Set.of(), Mounts.otherThanHugetlbfs(proc, 8));
    }

    @Test
    void limits() {
        String text = "Limit                     Soft Limit           Hard Limit           Units     \n"
                + "Max locked memory         8388608              unlimited            bytes     \n";
        assertEquals(new Memlock(Optional.of(Bytes.ofMiB(8)), Optional.empty()), Limits.parse(text));
        assertThrows(MalformedTextException.class, () -> Limits.parse(""));
        Mutations.survive(text, Limits::parse);
    }

    @Test
    void vmstat() {
        String text = "nr_free_pages 4\nthp_fault_alloc 7\ncompact_stall 9\nallocstall_normal 1\n";
        assertEquals(
                Map.of("thp_fault_alloc", 7L, "compact_stall", 9L, "allocstall_normal", 1L),
                VmFiles.parseVmstat(text).counters());
        assertThrows(MalformedTextException.class, () -> VmFiles.parseVmstat("thp_fault_alloc x"));
        Mutations.survive(text, VmFiles::parseVmstat);
    }

    @Test
    void pressure() {
        String text =
                "some avg10=0.12 avg60=1.00 avg300=99.99 total=5\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n";
        assertEquals(
                new Pressure.Stall(0.12, 1, 99.99, 5),
                VmFiles.parsePressure(text).some());
        assertThrows(
                MalformedTextException.class, () -> VmFiles.parsePressure("full avg10=0 avg60=0 avg300=0 total=0"));
        assertThrows(
                MalformedTextException.class, () -> VmFiles.parsePressure("some avg10=.. avg60=0 avg300=0 total=0"));
        Mutations.survive(text, VmFiles::parsePressure);
    }

    @Test
    void swaps() {
        String text = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n/dev/dm-1 partition\t8388604\t\t1024\t\t-2\n";
        Swap swap = VmFiles.parseSwaps(text);
        assertEquals(Bytes.ofKiB(8388604), swap.size());
        assertEquals(Bytes.ofMiB(1), swap.used());
        assertEquals(-2, swap.areas().get(0).priority());
        assertThrows(MalformedTextException.class, () -> VmFiles.parseSwaps("x\n/dev/dm-1 partition 1"));
        Mutations.survive(text, VmFiles::parseSwaps);
    }

    @Test
    void processors() {
        String text =
                "processor\t: 0\nmodel name\t: AMD EPYC\nflags\t\t: fpu pse pdpe1gb hypervisor\n\nprocessor\t: 1\n"
                        + "model name\t: other\n";
        Cpu cpu = MachineFiles.parseCpu(text, Optional.of(2L));
        assertEquals(Optional.of("AMD EPYC"), cpu.model());
        assertEquals(List.of("hypervisor", "pdpe1gb", "pse"), cpu.flags());
        assertEquals(6, MachineFiles.countRanges("0-3,8,10\n"));
        assertThrows(MalformedTextException.class, () -> MachineFiles.countRanges("3-0"));
        assertThrows(MalformedTextException.class, () -> MachineFiles.countRanges(""));
        Mutations.survive(text, t -> MachineFiles.parseCpu(t, Optional.empty()));
        Mutations.survive("0-3,8,10-12\n", MachineFiles::countRanges);
    }

    @Test
    void theAuxiliaryVector() {
        byte[] little = new byte[32];
        little[0] = 6;
        little[9] = 16;
        assertEquals(Bytes.ofKiB(4), KernelFiles.basePage(little));
        byte[] big = new byte[32];
        big[7] = 6;
        big[13] = 1;
        assertEquals(Bytes.ofKiB(64), KernelFiles.basePage(big));
        assertThrows(MalformedTextException.class, () -> KernelFiles.basePage(new byte[7]));
        Mutations.survive(
                new String(little, StandardCharsets.ISO_8859_1),
                text -> KernelFiles.basePage(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @Test
    void fragmentation() {
        String text = "Node 0, zone   Normal      4      0      1\nNode 1, zone   Normal      0      0      0\n";
        Fragmentation fragmentation = Buddyinfo.parse(text, 2);
        assertEquals(8, fragmentation.total().freePages());
        assertEquals(1, fragmentation.total().hugePages());
        assertEquals(0.5, fragmentation.total().unusable());
        assertEquals(1.0, fragmentation.zones().get(1).share().unusable(), "nothing is free");
        assertEquals(1, fragmentation.zones().get(1).node());
        Mutations.survive(text, t -> Buddyinfo.parse(t, 2));
    }

    @Test
    void controlGroups() {
        String text = "4:memory,hugetlb:/a/b:c\n0::/user.slice\n";
        assertEquals(Map.of("memory,hugetlb", "/a/b:c", "unified", "/user.slice"), Cgroups.parse(text));
        assertThrows(MalformedTextException.class, () -> Cgroups.parse("4:memory"));
        assertThrows(MalformedTextException.class, () -> Cgroups.parse("x:memory:/"));
        assertEquals(Optional.empty(), CgroupTree.limit("max\n"));
        assertEquals(Optional.empty(), CgroupTree.limit("9223372036854771712\n"));
        assertEquals(Optional.of(Bytes.ZERO), CgroupTree.limit("0\n"));
        assertEquals(Optional.of(7L), CgroupTree.keyed("anon 1\nanon_thp 7\n", "anon_thp"));
        Mutations.survive(text, Cgroups::parse);
        Mutations.survive("9223372036854771712\n", CgroupTree::limit);
        Mutations.survive("anon 1\nanon_thp 7\n", t -> CgroupTree.keyed(t, "anon_thp"));
    }

    @ParameterizedTest
    @CsvSource({
        "/docker/ID, docker, ID,",
        "/system.slice/docker-ID.scope, docker, ID,",
        "/machine.slice/libpod-ID.scope/container, podman, ID,",
        "/system.slice/shop.service/libpod-payload-ID, podman, ID,",
        "/user.slice/user-1000.slice/user@1000.service/app.slice/shop.service/libpod-payload-ID, podman, ID,",
        "/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-ID.scope, podman, ID,",
        "/kubepods/besteffort/pod11111111-2222-3333-4444-555555555555/ID, kubernetes, ID, besteffort",
        "/kubepods/pod11111111-2222-3333-4444-555555555555/ID, kubernetes, ID, guaranteed",
        "/kubepods.slice/kubepods-pod11111111_2222_3333_4444_555555555555.slice/crio-ID.scope, cri-o, ID, guaranteed",
        "/ecs/0123456789abcdef0123456789abcdef/0123456789abcdef0123456789abcdef-123, ecs,"
                + " 0123456789abcdef0123456789abcdef-123,",
        "/lxc/web1/system.slice/x.service, lxc, web1,",
        "/lxc.payload.web1/init.scope, lxc, web1,",
        "/machine.slice/systemd-nspawn@web1.service/payload, systemd-nspawn, web1,",
        "/machine.slice/machine-web1.scope, systemd-nspawn, web1,"
    })
    void containers(String path, String runtime, String id, String qos) {
        Container container = Containers.ofPath(path.replace("ID", ID)).orElseThrow();
        assertEquals(runtime, container.runtime());
        assertEquals(Optional.of(id.replace("ID", ID)), container.id());
        assertEquals(Optional.ofNullable(qos), container.qos());
        assertEquals(qos != null, container.pod().isPresent());
        Mutations.survive(path.replace("ID", ID), 50, Containers::ofPath);
    }

    @ParameterizedTest
    @CsvSource({
        "/",
        "/user.slice/user-0.slice/session-1.scope",
        "/system.slice/docker.service",
        "/machine.slice/machine-qemu\\x2d1\\x2dvm.scope",
        "/lxc.monitor.web1"
    })
    void noContainers(String path) {
        assertEquals(Optional.empty(), Containers.ofPath(path));
    }

    @Test
    void theContainerOfOurMounts() {
        String docker = "40 1 253:0 /var/lib/docker/containers/" + ID + "/hosts /etc/hosts rw - xfs /dev/vda1 rw\n";
        Container container = Containers.ofMounts(Mounts.parse(docker)).orElseThrow();
        assertEquals("docker", container.runtime());
        assertEquals("docker " + ID.substring(0, 12), container.shortName());
        for (String driver : List.of("overlay", "btrfs", "vfs", "zfs")) {
            String podman = docker.replace(
                    "docker/containers/" + ID, "containers/storage/" + driver + "-containers/" + ID + "/userdata");
            Container ofPodman = Containers.ofMounts(Mounts.parse(podman)).orElseThrow();
            assertEquals("podman " + ID.substring(0, 12), ofPodman.shortName());
        }
        String pod = "41 1 253:0 /var/lib/kubelet/pods/11111111-2222-3333-4444-555555555555/etc-hosts /etc/hosts rw"
                + " - xfs /dev/vda1 rw\n";
        assertEquals(
                Optional.of("11111111-2222-3333-4444-555555555555"),
                Containers.ofMounts(Mounts.parse(pod)).orElseThrow().pod());
        assertEquals(Optional.empty(), Containers.ofMounts(Mounts.parse(docker.replace("/etc/hosts", "/mnt/x"))));
    }

    @Test
    void rollup() {
        String text = "00400000-7ffc0000 ---p 00000000 00:00 0    [rollup]\nRss:   133024 kB\nAnonHugePages:  2048 kB\n"
                + "ShmemPmdMapped: 4096 kB\nFilePmdMapped: 0 kB\n";
        assertEquals(new SmapsRollup.Thp(Bytes.ofMiB(2), Bytes.ofMiB(4), Bytes.ZERO), SmapsRollup.parse(text));
        assertThrows(MalformedTextException.class, () -> SmapsRollup.parse(""));
        Mutations.survive(text, SmapsRollup::parse);
    }

    @Test
    void startTime() {
        String text = "4243 (a ) b) S 2853 1 1 0 -1 4194304 127 0 0 0 0 0 0 0 20 0 1 0 405431 36089856 312\n";
        assertEquals(405431, ProcessStat.startTicks(text));
        assertThrows(MalformedTextException.class, () -> ProcessStat.startTicks(""));
        Mutations.survive(text, t -> ProcessStat.startTicks(t));
    }

    @Test
    void programOfAProcess() {
        // The fields from 3 on are their own numbers.
        String fields = IntStream.rangeClosed(4, 52).mapToObj(Integer::toString).collect(Collectors.joining(" "));
        assertEquals("28 48 50", ProcStat.parse("7 (java) S " + fields + "\n").program());
        assertEquals(
                "28  ",
                ProcStat.parse("7 (java) S " + fields.substring(0, fields.indexOf(" 48")))
                        .program());
    }

    @Test
    void anotherProgramIsAnotherStart() throws IOException, InterruptedException {
        Path proc = Path.of("/proc");
        Process shell = new ProcessBuilder("sh", "-c", "read line; exec cat").start();
        try {
            ProcessStat.Start before =
                    ProcessStat.start(proc, shell.pid()).known().orElseThrow();
            shell.getOutputStream().write("go\n\n".getBytes(StandardCharsets.US_ASCII));
            shell.getOutputStream().flush();
            // cat answers the second line.
            assertEquals('\n', shell.getInputStream().read());
            ProcessStat.Start after =
                    ProcessStat.start(proc, shell.pid()).known().orElseThrow();
            assertEquals(before.ticks(), after.ticks());
            assertNotEquals(before.program(), after.program());
            assertFalse(ProcessStat.isRunning(proc, shell.pid(), before));
            assertTrue(ProcessStat.isReplaced(proc, shell.pid(), before, Duration.ofSeconds(2)));
            assertTrue(ProcessStat.isRunning(proc, shell.pid(), after));
            assertFalse(ProcessStat.isReplaced(proc, shell.pid(), after, Duration.ofSeconds(2)));
            shell.destroyForcibly().waitFor();
            assertFalse(ProcessStat.isRunning(proc, shell.pid(), after));
            assertFalse(ProcessStat.isReplaced(proc, shell.pid(), after, Duration.ofSeconds(2)));
        } finally {
            shell.destroyForcibly().waitFor();
        }
    }

    /** The state, the number of threads and the memory of the program, in /proc/7/stat. */
    @ParameterizedTest
    @CsvSource({
        "S, 30, 1 2 3, false", // as it was
        "S, 1,  4 5 6, true",
        "R, 30, 0 0 0, false", // ends, or gives memory back for the whole test
        "Z, 1,  0 0 0, false"
    })
    void aProcessIsReplacedOnceItsNewProgramShows(
            char state, int threads, String program, boolean replaced, @TempDir Path folder) throws IOException {
        Path stat = Files.createDirectories(folder.resolve("7")).resolve("stat");
        Files.writeString(stat, stat('S', 30, "1 2 3"));
        ProcessStat.Start start = ProcessStat.start(folder, 7).known().orElseThrow();
        Files.writeString(stat, stat(state, threads, program));
        assertEquals(replaced, ProcessStat.isReplaced(folder, 7, start, Duration.ofSeconds(2)));
    }

    /** execve of another thread than the first one, which is a zombie until all have ended. */
    @Test
    void aZombieWithThreadsChanges() {
        assertTrue(ProcStat.parse(stat('Z', 30, "0 0 0")).isChanging());
        assertFalse(ProcStat.parse(stat('Z', 1, "0 0 0")).isChanging());
        assertFalse(ProcStat.parse(stat('S', 30, "1 2 3")).isChanging());
    }

    private static String stat(char state, int threads, String program) {
        String[] memory = program.split(" ");
        return "7 (java) " + state + " 0".repeat(16) + " " + threads + " 0 1000" + " 0".repeat(5) + " " + memory[0]
                + " 0".repeat(19) + " " + memory[1] + " 0 " + memory[2] + " 0 0\n";
    }

    @Test
    void users() {
        String text = "root:x:0:0:root:/root:/bin/bash\n+::::::\nnobody:x:65534:65534::/:/bin/false\n";
        assertEquals(Map.of(0L, "root", 65534L, "nobody"), UserNames.parse(text));
        Mutations.survive(text, UserNames::parse);
    }

    @ParameterizedTest
    @CsvSource({
        "java, /usr/bin/java -jar x.jar, JVM",
        "worker-1, /opt/jdk/bin/java -jar x.jar, JVM",
        "postgres, postgres: checkpointer, POSTGRESQL",
        "postmaster, /usr/bin/postmaster, POSTGRESQL",
        "mariadbd, /usr/sbin/mariadbd, MYSQL",
        "redis-server, redis-server *:6379, REDIS",
        "CPU 0/KVM, /usr/bin/qemu-system-x86_64 -m 4G, QEMU",
        "python3, python3 java, OTHER"
    })
    void programs(String name, String commandLine, ProcessKind kind) {
        assertEquals(kind, HugeProcesses.kind(name, commandLine));
    }

    @Test
    void words() {
        assertEquals("yes", ThpTree.word("[yes] no\n"));
        assertEquals("511", ThpTree.word("511\n"));
        assertThrows(MalformedTextException.class, () -> ThpTree.word("\n"));
        assertThrows(MalformedTextException.class, () -> ThpTree.word("a b\n"));
        Mutations.survive("always defer [madvise] never\n", ThpTree::word);
    }

    private static String vma(long start, long size, String rights, long offset, long inode, long shared, long alone) {
        return Long.toHexString(start) + "-" + Long.toHexString(start + size) + " " + rights + " "
                + Long.toHexString(offset) + " 00:0f " + inode + " /anon_hugepage (deleted)\nSize: " + size / 1024
                + " kB\nKernelPageSize: 2048 kB\nRss: 0 kB\nShared_Hugetlb: " + shared * 2048
                + " kB\nPrivate_Hugetlb: " + alone * 2048 + " kB\nVmFlags: rd wr ht \n";
    }

    private static List<Vma> vmas(String... texts) {
        return Smaps.parse(String.join("", texts));
    }

    @Test
    void aPageOfAPoolCountsOnce() {
        Bytes page = Bytes.ofMiB(2);
        long gib = 1L << 30;
        HugetlbSum sum = new HugetlbSum();
        List<HugetlbUse> first = sum.add(1, vmas(vma(gib, gib, "rw-s", 0, 7, 100, 20)));
        assertEquals(List.of(new HugetlbUse(page, Bytes.ofGiB(1), Bytes.ofMiB(240), Bytes.ofMiB(200))), first);
        sum.add(2, vmas(vma(gib, gib, "rw-s", 0, 7, 80, 0)));
        sum.add(3, vmas(vma(gib, gib, "rw-p", 0, 8, 0, 5)));
        HugetlbSum.Bounds bounds = sum.bounds(page);
        assertEquals(page.times(20 + 5 + 100), bounds.min(), "at least what the first one has");
        assertEquals(page.times(20 + 5 + 100 + 80), bounds.max(), "they may have touched different parts");
        assertEquals(Bytes.ZERO, sum.bounds(Bytes.ofGiB(1)).max());
    }

    @Test
    void aFileThatIsMappedTwiceCountsOnce() {
        Bytes page = Bytes.ofMiB(2);
        long mib = 1L << 20;
        HugetlbSum sum = new HugetlbSum();
        List<HugetlbUse> use = sum.add(
                1,
                vmas(
                        vma(64 * mib, 64 * mib, "rw-s", 0, 7, 32, 0),
                        vma(256 * mib, 64 * mib, "rw-s", 0, 7, 32, 0),
                        vma(512 * mib, 64 * mib, "rw-s", 64 * mib, 7, 1, 0)));
        assertEquals(Bytes.ofMiB(128), use.get(0).mapped(), "each part of the file once");
        assertEquals(page.times(33), sum.bounds(page).min());
        assertEquals(page.times(33), sum.bounds(page).max());
        assertTrue(use.get(0).touched().compareTo(sum.bounds(page).max()) > 0);
    }

    @ParameterizedTest
    @CsvSource({"100, 204800, 2048", "0, 1048576, 0", "100, 1253376, 0", "0, 0, 0"})
    void theOnlyPoolHasTheDefaultSizeOrIsUnknown(long pages, long kib, long size) {
        String text = "MemTotal: 100 kB\nHugePages_Total: " + pages + "\nHugePages_Free: 0\nHugepagesize: 2048 kB\n"
                + "Hugetlb: " + kib + " kB\n";
        assertEquals(Optional.of(Bytes.ofKiB(size)).filter(bytes -> size > 0), MemInfo.onlyPoolSize(text));
        assertEquals(Optional.empty(), MemInfo.onlyPoolSize(text.replace("Hugetlb", "Other")));
    }
}

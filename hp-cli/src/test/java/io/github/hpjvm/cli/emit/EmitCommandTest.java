package io.github.hpjvm.cli.emit;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.emit.ConfigFile;
import io.github.hpjvm.advisor.emit.EmitTarget;
import io.github.hpjvm.advisor.emit.Form;
import io.github.hpjvm.advisor.emit.NodeKind;
import io.github.hpjvm.advisor.emit.ServiceUnit;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Cpu;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.json.ConfigJson;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.cli.Called;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EmitCommandTest {
    private static final Jvm JVM = g1(21, "-XX:+UseTransparentHugePages");
    private static final Facts FACTS = facts(thp("never", "never", "advise"), JVM);

    @TempDir
    Path temp;

    private Called emit(Facts facts, String form, String... more) throws IOException {
        Path snapshot = Files.writeString(temp.resolve("facts.json"), FactsJson.write(facts));
        List<String> arguments = Stream.concat(
                        Stream.of("emit", "--for", form, "--snapshot", snapshot.toString()), Stream.of(more))
                .toList();
        return Called.with(arguments.toArray(String[]::new));
    }

    private static final String[] NAMES = {"--container", "shop", "--unit", "shop"};

    private static List<ConfigFile> files(Form form) {
        return form.files(
                Advisor.advise(FACTS, JVM),
                new EmitTarget(Optional.of(ServiceUnit.named("shop")), Optional.of("shop"), NodeKind.DAEMONSET));
    }

    @ParameterizedTest
    @CsvSource({
        "compose, --container NAME",
        "quadlet, --container NAME",
        "systemd, --unit NAME",
        "ansible, --unit NAME",
        "cloud-init, --unit NAME"
    })
    void aFormWithoutItsTargetIsOneLine(String form, String option) throws IOException {
        Facts facts = facts(thp("madvise", "madvise", "advise"), noService(g1(21)));
        Called called = emit(facts, form, "--pages", "thp");
        assertEquals(2, called.exitCode(), called.out());
        assertEquals("", called.out());
        assertEquals(1, called.err().lines().count(), called.err());
        assertTrue(called.err().startsWith("hp-cli emit: --for " + form + ": "), called.err());
        assertTrue(called.err().contains(option), called.err());
        Called named = emit(facts, form, "--pages", "thp", "--container", "My_App", "--unit", "shop@1");
        assertEquals(0, named.exitCode(), named.err());
        assertFalse(named.out().contains("your.service"), named.out());
        assertEquals(2, emit(facts, form, "--unit", "a b").exitCode());
    }

    private static Jvm noService(Jvm jvm) {
        return FactsSamples.with(
                jvm,
                "cgroup",
                FactsSamples.known(
                        FactsSamples.with(
                                jvm.cgroup().known().orElseThrow(), "paths", Map.of("", "/user.slice/session-3.scope")),
                        "/proc/4242/cgroup"));
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void writesEachFormToStdoutAlone(Form form) throws IOException {
        Called called = emit(FACTS, form.toString(), NAMES);
        assertEquals(0, called.exitCode(), called.err());
        assertEquals("", called.err());
        for (ConfigFile file : files(form)) {
            assertTrue(called.out().contains(file.text()), called.out());
            boolean named = files(form).size() > 1 && !file.name().endsWith(".yaml");
            assertEquals(named, called.out().contains("# " + file.place() + "\n#"), called.out());
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void jsonIsOneDocumentWithAllFiles(Form form) throws IOException {
        Called called = emit(
                FACTS,
                form.toString(),
                Stream.concat(Stream.of("--format", "json"), Stream.of(NAMES)).toArray(String[]::new));
        assertEquals(new Called(0, ConfigJson.write(form, files(form)), ""), called);
        assertTrue(called.out().contains("\"form\" : \"" + form + "\""), called.out());
        Called both = emit(FACTS, form.toString(), "--format", "json", "-o", temp.toString());
        assertEquals(2, both.exitCode());
    }

    /** The pool has enough pages, but not on the node of the JVM. */
    @Test
    void aPoolForABoundJvmGrowsOnItsNode() throws IOException {
        Bytes size = Bytes.ofMiB(2);
        Host nodes = FactsSamples.with(
                pool(1600, 1510, 0),
                "nodePools",
                known(
                        List.of(new NodePool(0, size, 100, 10, 0), new NodePool(1, size, 1500, 1500, 0)),
                        "/sys/devices/system/node"));
        Jvm bound = FactsSamples.with(
                g1(17),
                "status",
                known(new ProcStatus(Map.of("Name", "java", "Mems_allowed_list", "0")), "/proc/4242/status"));
        String file = "/sys/devices/system/node/node0/hugepages/hugepages-2048kB/nr_hugepages";
        Called shell = emit(facts(nodes, bound), "shell", "--pages", "hugetlb");
        assertEquals(0, shell.exitCode(), shell.err());
        assertTrue(shell.out().contains(file), shell.out());
        assertFalse(shell.out().contains("nothing to change"), shell.out());
        Called cmdline = emit(facts(nodes, bound), "cmdline", "--pages", "hugetlb");
        assertTrue(
                cmdline.out().lines().anyMatch(line -> line.matches("GRUB_.* hugepages=0:\\d+,1:1500\"")),
                cmdline.out());
        Called free = emit(facts(nodes, g1(17)), "shell", "--pages", "hugetlb");
        assertFalse(free.out().contains(file), free.out());
    }

    @Test
    void aDashIsStdout() throws IOException {
        assertEquals(emit(FACTS, "shell"), emit(FACTS, "shell", "-o", "-"));
        assertFalse(Files.exists(Path.of("-")));
    }

    @Test
    void forceReplacesAnExistingFile() throws IOException {
        Path file = temp.resolve("new/hp-jvm.sh");
        Called first = emit(FACTS, "shell", "-o", file.toString());
        assertEquals(new Called(0, "", "wrote " + file + "\n"), first);
        assertEquals(files(Form.SHELL).get(0).text(), Files.readString(file));
        Files.writeString(file, "mine");
        Called second = emit(FACTS, "shell", "-o", file.toString());
        assertEquals(2, second.exitCode());
        assertTrue(second.err().contains("--force"), second.err());
        assertEquals(1, second.err().lines().count(), second.err());
        assertEquals("mine", Files.readString(file));
        assertEquals(0, emit(FACTS, "shell", "-o", file.toString(), "--force").exitCode());
        assertFalse(Files.readString(file).contains("mine"));
    }

    /** systemd would read the unit and the script of one file as parts of the drop-in. */
    @Test
    void severalFilesAreNotOneFile() throws IOException {
        Called called = emit(
                FACTS,
                "systemd",
                "--unit",
                "shop",
                "-o",
                temp.resolve("zz-hp-jvm.conf").toString());
        assertEquals(2, called.exitCode(), called.toString());
        assertTrue(called.err().contains("the form has 3 files, and "), called.err());
        assertFalse(Files.exists(temp.resolve("zz-hp-jvm.conf")));
    }

    @Test
    void aFolderGetsFilesWithDefaultNames() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("out"));
        Called called = emit(FACTS, "systemd", "--unit", "shop", "-o", folder.toString());
        assertEquals(0, called.exitCode(), called.err());
        for (ConfigFile file : files(Form.SYSTEMD)) {
            assertEquals(file.text(), Files.readString(folder.resolve(file.name())));
            assertTrue(called.err().contains("wrote " + folder.resolve(file.name())), called.err());
        }
        Files.delete(folder.resolve(files(Form.SYSTEMD).get(1).name()));
        assertEquals(
                2,
                emit(FACTS, "systemd", "--unit", "shop", "-o", folder.toString())
                        .exitCode());
        assertFalse(
                Files.exists(folder.resolve(files(Form.SYSTEMD).get(1).name())), "nothing is written if one is there");
    }

    @Test
    void aFileThatCannotBeWrittenIsOneLine() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "x");
        Called called = emit(FACTS, "jvm", "-o", file.resolve("below").toString());
        assertEquals(1, called.exitCode());
        assertEquals(1, called.err().lines().count(), called.err());
    }

    @Test
    void insufficientDataIsExitCodeFour() throws IOException {
        for (Jvm jvm : List.of(JvmSamples.heapDenied(g1(17)), JvmSamples.other(VmKind.OPENJ9), JvmSamples.vanished())) {
            Called called = emit(facts(host(), jvm), "shell");
            assertEquals(4, called.exitCode(), called.err());
            assertTrue(called.out().startsWith("#!/bin/sh\n# hp-jvm: "), called.out());
        }
        assertTrue(emit(facts(host(), JvmSamples.vanished()), "jvm").out().contains("facts are missing"));
    }

    @Test
    void anUnknownFormIsInvalidUsage() throws IOException {
        for (Called called :
                List.of(emit(FACTS, "chef"), Called.with("emit", "--pid", "1"), Called.with("emit", "--for", "jvm"))) {
            assertEquals(2, called.exitCode());
            assertEquals("", called.out());
            assertEquals(1, called.err().lines().count(), called.err());
            assertTrue(called.err().startsWith("hp-cli emit: "), called.err());
        }
        assertTrue(
                emit(FACTS, "chef").err().contains("k8s"), emit(FACTS, "chef").err());
    }

    @Test
    void pagesChoosesTheAlternative() throws IOException {
        Facts facts = facts(thp("madvise", "madvise", "advise"), g1(21));
        Called thp = emit(facts, "jvm", "--pages", "thp");
        assertTrue(thp.out().endsWith("\n-XX:+UseTransparentHugePages\n"), thp.out() + thp.err());
        Called pool = emit(facts, "jvm", "--pages", "hugetlb");
        assertTrue(pool.out().endsWith("\n-XX:+UseLargePages\n"), pool.out() + pool.err());
        assertEquals(0, pool.exitCode());
        assertEquals(2, emit(facts, "jvm", "--pages", "1g").exitCode());
    }

    @Test
    void impossiblePagesAreOneLine() throws IOException {
        Called huge =
                emit(facts(host(), JvmSamples.jvm(17, Collector.G1, Bytes.ofGiB(900))), "jvm", "--pages", "hugetlb");
        assertEquals(2, huge.exitCode());
        assertEquals("", huge.out());
        assertEquals(1, huge.err().lines().count(), huge.err());
        assertTrue(huge.err().startsWith("hp-cli emit: --pages hugetlb is not possible: "), huge.err());
    }

    @Test
    void aCommandLineGetsItsPlanBeforeTheFirstStart() throws IOException {
        Called called = emit(
                facts(thp("madvise", "madvise", "advise"), JVM),
                "jvm",
                "--jdk",
                "21.0.9/temurin",
                "--pages",
                "hugetlb",
                "--",
                "java",
                "-Xmx64m",
                "-XX:+UseG1GC",
                "-jar",
                "shop.jar");
        assertEquals(0, called.exitCode(), called.err());
        assertTrue(
                called.out().startsWith("# hp-jvm: flags for a JVM that does not run yet (HOTSPOT 21.0.9"),
                called.out());
        assertTrue(called.out().contains("shop.jar"), called.out());
        assertTrue(called.out().endsWith("\n-XX:+UseLargePages\n"), called.out());
        assertEquals(2, emit(FACTS, "jvm", "--pid", "4242", "--", "java").exitCode());
        assertEquals(2, emit(FACTS, "jvm", "--jdk", "21", "4242").exitCode());
    }

    @Test
    void theFirstYamlDocumentIsThePatch() throws IOException {
        Called called = emit(FACTS, "k8s", "--container", "shop", "--node", "talos");
        assertEquals(0, called.exitCode(), called.err());
        String[] documents = called.out().split("(?m)^---\n");
        assertEquals(2, documents.length, called.out());
        assertTrue(documents[0].contains("\nspec:\n  template:\n    spec:\n      containers:\n        - name: shop\n"));
        assertTrue(documents[1].contains("\nmachine:\n  sysfs:\n"), documents[1]);
        assertEquals(2, emit(FACTS, "k8s", "--container", "No Name").exitCode());
        assertEquals(2, emit(FACTS, "k8s", "--node", "moon").exitCode());
    }

    /** The node has more memory than the host of the advice: its default heap is larger than the limit of huge pages. */
    @ParameterizedTest
    @CsvSource({"-Xlog, 60Gi", "-XX:MaxRAMPercentage=50, 60Gi", "-Xlog, 1Gi", "-Xmx1g, 512Mi"})
    void aPatchedPodStartsWithItsHeapOnThePool(String argument, String limit) throws IOException {
        Cpu cpu = new Cpu(Optional.empty(), Optional.of(8L), List.of(), Optional.empty());
        MemoryGroup memory = new MemoryGroup(
                List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        Cgroup groups = FactsSamples.with(FactsSamples.groups(), "memory", known(memory, "/sys/fs/cgroup/memory.max"));
        Host host = FactsSamples.with(pool(20000, 20000, 0), "cgroup", known(groups, "/proc/self/cgroup"))
                .withCpu(known(cpu, "/proc/cpuinfo"));
        Map<String, Bytes> sizes =
                Map.of("MemTotal", Bytes.ofGiB(128), "MemAvailable", Bytes.ofGiB(64), "Hugepagesize", Bytes.ofMiB(2));
        Path node = Files.writeString(
                temp.resolve("node.json"),
                FactsJson.write(facts(host.withMemory(known(new Memory(sizes), "/proc/meminfo")))));
        List<String> start = List.of("java", argument, "-jar", "shop.jar");
        Called called = emit(
                facts(host, JVM),
                "k8s",
                Stream.concat(Stream.of("--pages", "hugetlb", "--jdk", "21.0.9", "--"), start.stream())
                        .toArray(String[]::new));
        assertEquals(0, called.exitCode(), called.err());
        String patch = called.out().split("(?m)^---\n")[0];
        Path manifest = Files.writeString(
                temp.resolve("shop.yaml"),
                "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: shop}\n"
                        + patch.replace(
                                        "        - name: app\n",
                                        "        - name: app\n          command: [" + String.join(", ", start) + "]\n")
                                .replace("limits:\n", "limits:\n              memory: " + limit + "\n"));
        Called predicted =
                Called.with("predict", "--pod", manifest.toString(), "--jdk", "21.0.9", "--snapshot", node.toString());
        String words = predicted.out().replaceAll("\\s+", " ");
        assertEquals(0, predicted.exitCode(), predicted.out() + predicted.err());
        assertTrue(words.contains("Heap: hugetlb 2 MiB pages. The JVM starts."), predicted.out());
        assertFalse(words.contains("sigbus"), predicted.out());
    }

    /** Settings for the boot replace the size of a pool; the script of the DaemonSet raises it only. */
    @ParameterizedTest
    @CsvSource({
        "openshift, hugepagesz=2M hugepages=20000",
        "gke, hugepage_size2m: 20000",
        "talos, 'kernel.mm.hugepages.hugepages-2048kB.nr_hugepages: \"20000\"'",
        "eks, 'vm.nr_hugepages: \"20000\"'",
        "self, hugepages-2048kB/nr_hugepages = 20000",
        "daemonset, hugepages-2048kB/nr_hugepages 6"
    })
    void noNodeGetsASmallerPool(String node, String setting) throws IOException {
        Called called = emit(
                facts(pool(20000, 12000, 0), JVM),
                "k8s",
                "--node",
                node,
                "--pages",
                "hugetlb",
                "--jdk",
                "21.0.9",
                "--",
                "java",
                "-Xmx1g",
                "-XX:+UseG1GC",
                "-jar",
                "shop.jar");
        assertEquals(0, called.exitCode(), called.err());
        assertTrue(called.out().contains(setting), called.out());
        assertEquals(!node.equals("daemonset"), called.out().contains("20000"), called.out());
    }

    @Test
    void helpHasAnExampleForEachForm() {
        String help = Called.with("emit", "--help").out();
        for (Form form : Form.values()) {
            assertTrue(help.contains("hp-cli emit --for " + form + " "), help);
        }
    }

    /** The right of the service to System V shared memory is not known: the plan does without it. */
    @ParameterizedTest
    @CsvSource({"8", "11", "17", "21"})
    void aPoolIsPlannedWithoutSharedMemory(String jdk) throws IOException {
        String[] java = {
            "--jdk",
            jdk,
            "--pages",
            "hugetlb",
            "--",
            "java",
            "-Xmx1g",
            "-XX:+UseSerialGC",
            "-XX:+UseSHM",
            "-jar",
            "a.jar"
        };
        Called called = emit(facts(pool(2000, 2000, 0), JVM), "jvm", java);
        assertEquals(0, called.exitCode(), called.toString());
        assertTrue(called.out().contains("-XX:+UseLargePages"), called.out());
        assertTrue(called.out().contains("Remove from its arguments: -XX:+UseSHM"), called.out());
    }
}

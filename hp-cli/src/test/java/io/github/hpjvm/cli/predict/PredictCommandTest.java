package io.github.hpjvm.cli.predict;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.groups;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.kernel;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.CgroupControllers;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.Cpu;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.cli.Called;
import io.github.hpjvm.cli.source.CallerEnvironment;
import io.github.hpjvm.cli.source.NamedJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PredictCommandTest {

    @TempDir
    Path temp;

    private Called predict(Host host, String... more) throws IOException {
        Path snapshot = Files.writeString(temp.resolve("facts.json"), FactsJson.write(facts(host)));
        List<String> arguments = new ArrayList<>(List.of("predict", "--snapshot", snapshot.toString()));
        arguments.addAll(List.of(more));
        return Called.with(arguments.toArray(String[]::new));
    }

    private JsonNode json(Called called) throws IOException {
        return new ObjectMapper().readTree(called.out());
    }

    @ParameterizedTest
    @CsvSource({
        "17.0.9,  -XX:+UseLargePages,              0",
        "25.0.5,  -XX:+UseHugeTLBFS,               3",
        "20,      -XX:+ZGenerational,              4",
        "21.0.9/temurin, -XX:+UseTransparentHugePages, 0",
        "8u504,   -XX:+UseTransparentHugePages,    0",
    })
    void theExitCodeTellsWhetherTheJvmStarts(String jdk, String flag, int code) throws IOException {
        Called called =
                predict(host(), "--jdk", jdk, "--format", "json", "--", "java", "-Xmx1g", flag, "-jar", "app.jar");
        assertEquals(code, called.exitCode(), called.out() + called.err());
        assertEquals("", called.err());
        JsonNode starts = json(called).get("starts");
        assertEquals(code == 4 ? "null" : code == 3 ? "false" : "true", starts.toString());
        assertEquals(code == 3, !json(called).get("refusal").isNull());
    }

    @ParameterizedTest
    @CsvSource({
        "17.0.9, -XX:+UseTransparentHugePages, thp, 0, true, transparent huge pages of 2 MiB",
        "17.0.9, -XX:+UseTransparentHugePages, any=90, 0, true, transparent huge pages of 2 MiB",
        "17.0.9, -XX:+UseTransparentHugePages, any=99, 4, null, transparent huge pages of 2 MiB",
        "17.0.9, -XX:+UseTransparentHugePages, hugetlb, 3, false, transparent huge pages of 2 MiB",
        "17.0.9, -XX:+UseLargePages, hugetlb, 3, false, base pages",
        "25.0.5, -XX:+UseHugeTLBFS, hugetlb, 3, false, the JVM does not start",
        "20, -XX:+ZGenerational, thp, 4, null, whether the JVM starts"
    })
    void requiredPagesAreAnExitCode(String jdk, String flag, String require, int code, String holds, String reason)
            throws IOException {
        String[] end = {"--jdk", jdk, "--require", require, "--", "java", "-Xmx1g", flag, "-jar", "app.jar"};
        Called text = predict(host(), end);
        assertEquals(code, text.exitCode(), text.toString());
        assertEquals(1, text.out().lines().count(), text.out());
        assertTrue(text.out().contains(reason), text.out());
        List<String> asJson = new ArrayList<>(List.of("--format", "json"));
        asJson.addAll(List.of(end));
        JsonNode answer = json(predict(host(), asJson.toArray(String[]::new))).get("require");
        assertEquals(holds, answer.get("holds").toString());
        assertEquals(text.out().strip(), answer.get("reason").textValue());
    }

    /** Otherwise the flag would count as the name of the launcher. */
    @Test
    void aCommandLineWithoutJavaIsRefused() throws IOException {
        Called called = predict(host(), "--jdk", "17.0.9", "--", "-XX:+UseG1GC", "-Xmx1g", "Main");
        assertEquals(2, called.exitCode(), called.toString());
        assertTrue(called.err().contains("must begin with java or its path, got -XX:+UseG1GC"), called.err());
    }

    /** The words of another program would count as those of java. */
    @ParameterizedTest
    @ValueSource(strings = {"numactl", "/usr/bin/env", "sudo"})
    void aProgramThatStartsJavaIsRefused(String program) throws IOException {
        Called called = predict(host(), "--jdk", "17.0.9", "--", program, "--membind=0", "java", "-Xmx1g", "Main");
        assertEquals(2, called.exitCode(), called.toString());
        assertTrue(called.err().contains("put it before hp-cli"), called.err());
    }

    /** U4: the first line compares the pages of the heap with the requested ones; the second is the remedy. */
    @Test
    void aShortPoolIsNamedFirstWithItsRemedy() throws IOException {
        String[] command = {"--jdk", "17.0.9", "--", "java", "-Xmx1g", "-XX:+UseLargePages", "-XX:+UseG1GC", "Main"};
        Called called = predict(pool(0, 0, 0), command);
        assertEquals(0, called.exitCode(), called.err());
        List<String> lines = called.out().lines().toList();
        assertEquals("Heap: 4 KiB pages, not the requested hugetlb pages of 2 MiB.", lines.get(0));
        assertEquals("Fix:  sudo sysctl -w vm.nr_hugepages=651", lines.get(1));
        assertEquals("The JVM starts.", lines.get(2));
        Called granted = predict(pool(651, 651, 0), command);
        assertTrue(granted.out().startsWith("Heap: hugetlb 2 MiB pages.\n"), granted.out());
        assertFalse(granted.out().contains("Fix:"), granted.out());
    }

    /** In a container, a file of its control group is lost at the next start. */
    @ParameterizedTest
    @CsvSource({
        "containerd, uid, Fix: set the container's resource hugepages-2Mi to 1302Mi. hp-cli emit --for k8s",
        "podman, , --cgroup-conf=hugetlb.2MB.rsvd.max=1365245952",
        "lxc, , 'Fix: raise /sys/fs/cgroup/a/c0ffee/hugetlb.2MB.rsvd.max, which allows 0 B, to 1302 MiB or more'",
    })
    void theLimitOfAContainerIsRaisedByItsOwner(String runtime, String pod, String fix) throws IOException {
        String file = "/sys/fs/cgroup/a/c0ffee/hugetlb.2MB.rsvd.max";
        GroupLimit limit = new GroupLimit(Bytes.ZERO, Optional.of(Bytes.ZERO), "/a/c0ffee", file);
        HugetlbGroup hugetlb = new HugetlbGroup(
                Bytes.ofMiB(2), List.of(), List.of(limit), Optional.empty(), Optional.empty(), Optional.empty());
        Container container = new Container(runtime, Optional.of("c0ffee"), Optional.ofNullable(pod), Optional.empty());
        Cgroup limited = with(
                with(groups(), "hugetlb", known(List.of(hugetlb), "/sys/fs/cgroup")),
                "container",
                Optional.of(container));
        Host host = with(pool(700, 700, 0), "cgroup", known(limited, "/proc/self/cgroup"));
        String words = predict(
                        host, "--jdk", "17.0.9", "--", "java", "-Xmx1g", "-XX:+UseLargePages", "-XX:+UseG1GC", "Main")
                .out()
                .replaceAll("\\s+", " ");
        assertTrue(words.contains(fix), words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "never   | never   | enabled",
                "madvise | never   | hugepages-2048kB/enabled",
            })
    void aRefusingModeIsNamedFirstWithItsRemedy(String enabled, String ofSize, String file) throws IOException {
        Called called = predict(
                thp(enabled, ofSize, "advise"),
                "--jdk",
                "21.0.9",
                "--",
                "java",
                "-Xmx1g",
                "-XX:+UseTransparentHugePages",
                "-XX:+UseG1GC",
                "Main");
        List<String> lines = called.out().lines().toList();
        assertEquals("Heap: 4 KiB pages, not the requested transparent huge pages of 2 MiB.", lines.get(0));
        assertTrue(lines.get(1).startsWith("Fix:  echo "), called.out());
        assertTrue(called.out().contains("/sys/kernel/mm/transparent_hugepage/" + file), called.out());
    }

    @Test
    void aPoolThatDoesNotFitHasNoRemedy() throws IOException {
        Host small = with(pool(0, 0, 0), "memory", memory(Bytes.ofGiB(2), Bytes.ofMiB(2)));
        Called called =
                predict(small, "--jdk", "17.0.9", "--", "java", "-Xmx8g", "-XX:+UseLargePages", "-XX:+UseG1GC", "Main");
        assertTrue(called.out().contains("Fix:  not possible on this host: "), called.out());
        assertFalse(called.out().contains("sysctl"), called.out());
    }

    @Test
    void withoutARequestTheHeadlineSaysSo() throws IOException {
        Called called = predict(host(), "--jdk", "21", "--", "java", "-Xmx1g", "-XX:+UseG1GC", "Main");
        assertTrue(called.out().startsWith("Heap: 4 KiB pages; huge pages are not requested.\n"), called.out());
    }

    /** All or nothing: 120 pages of code, 512 of heap. */
    @Test
    void onePageFlipsTheHeap() throws IOException {
        String[] command = {
            "--jdk", "17.0.9", "--format", "json", "--", "java", "-Xmx1g", "-XX:+UseLargePages", "-XX:+UseG1GC", "Main"
        };
        JsonNode enough =
                json(predict(pool(632, 632, 0), command)).get("regions").get(0);
        JsonNode short1 =
                json(predict(pool(632, 631, 0), command)).get("regions").get(0);
        assertEquals("HUGETLB", enough.get("kind").asText());
        assertEquals("BASE", short1.get("kind").asText());
    }

    @Test
    void twoDashesMayBeLeftOut() throws IOException {
        Called with = predict(host(), "--jdk", "21", "--", "java", "-Xmx1g", "--format", "Main");
        Called without = predict(host(), "--jdk", "21", "java", "-Xmx1g", "--format", "Main");
        assertEquals(with, without);
        assertEquals(3, with.exitCode(), "--format is java's here");
    }

    /** picocli would read the file itself, and hand its words to itself. */
    @Test
    void argumentFilesAreReadAsByTheLauncher() throws IOException {
        Path file = Files.writeString(temp.resolve("args"), "-Xmx1g # a comment\n-XX:+UseSerialGC\n");
        Called called = predict(host(), "--jdk", "21", "--format", "json", "--", "java", "@" + file, "Main");
        assertEquals(0, called.exitCode(), called.err());
        assertEquals("SERIAL", json(called).at("/jvm/gc").asText());
        assertEquals(1L << 30, json(called).at("/jvm/maxHeapBytes").asLong());
        Called missing = predict(host(), "--jdk", "21", "--", "java", "@" + temp.resolve("none"), "Main");
        assertEquals(3, missing.exitCode());
        assertTrue(missing.out().contains("could not open `"), missing.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void successWritesNothingToStderr(String format) throws IOException {
        Called called = predict(host(), "--jdk", "21", "--format", format, "--", "java", "-Xmx1g", "Main");
        assertEquals(0, called.exitCode());
        assertEquals("", called.err());
        assertFalse(called.out().contains("\033"));
    }

    @Test
    void theEnvironmentOfTheCallerIsRestored() {
        Map<String, String> ours = Map.of(
                "HP_CLI_CALLER_JAVA_TOOL_OPTIONS", "-Xmx1g",
                "HP_CLI_CALLER__JAVA_OPTIONS", "-Xmx2g",
                "_JAVA_OPTIONS", "-Xmx3g",
                "JDK_JAVA_OPTIONS", "-Xmx4g",
                "PATH", "/bin");
        Map<String, String> theirs = CallerEnvironment.of(ours);
        assertEquals("-Xmx1g", theirs.get("JAVA_TOOL_OPTIONS"));
        assertEquals("-Xmx2g", theirs.get("_JAVA_OPTIONS"));
        assertEquals("-Xmx4g", theirs.get("JDK_JAVA_OPTIONS"));
        assertEquals("/bin", theirs.get("PATH"));
    }

    @ParameterizedTest
    @CsvSource({
        "21.0.9/temurin, 21.0.9,     Eclipse Adoptium",
        "21.0.9,         21.0.9,     ''",
        "8u504/Debian,   1.8.0_504,  Debian",
        "25/Some Vendor, 25.0.5,     Some Vendor",
        "25.0.0,         25.0.0,     ''",
        "26/SapMachine,  26.0.2,     SAP SE",
        "8,              1.8.0_504,  ''",
        "22,             22,         ''",
    })
    void aJdkHasANameAndAnUpdate(String text, String version, String vendor) {
        NamedJdk named = NamedJdk.parse(text);
        assertEquals(version, named.version().text());
        assertEquals(vendor, named.vendor());
    }

    @Test
    void openJ9IsNotPredictedAsHotSpot() {
        assertEquals(VmKind.OPENJ9, NamedJdk.parse("8/openj9").vm());
        assertEquals(VmKind.OTHER, NamedJdk.parse("17/zing").vm());
        Called called = Called.with(
                "predict", "--jdk", "8/openj9", "--", "java", "-Xmx25g", "-Xgcpolicy:metronome", "-jar", "x.jar");
        assertEquals(4, called.exitCode(), called.toString());
        assertTrue(called.out().contains("OPENJ9"), called.out());
    }

    /** ZGC refuses to start on a pool that has pages, and too few. */
    @Test
    void aRefusalForAShortPoolHasItsCauseAndFix(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("host.json");
        Files.writeString(file, FactsJson.write(facts(pool(200, 200, 0))));
        Called called = Called.with(
                "predict",
                "--snapshot",
                file.toString(),
                "--jdk",
                "21.0.9",
                "--",
                "java",
                "-XX:+UseZGC",
                "-Xms8G",
                "-Xmx8G",
                "-XX:+UseLargePages",
                "-jar",
                "server.jar");
        assertEquals(3, called.exitCode(), called.toString());
        assertTrue(called.out().contains("Cause: the pool of 2 MiB pages has 200 available"), called.out());
        assertTrue(called.out().contains("Fix:  sudo sysctl -w vm.nr_hugepages="), called.out());
    }

    /** 1.8 GiB are available for 2.9 GiB that are touched at the start. */
    @Test
    void aHeapAboveTheAvailableMemoryIsARisk(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("host.json");
        Files.writeString(file, FactsJson.write(facts(host().withMemory(memory(Bytes.ofMiB(1800), Bytes.ofMiB(2))))));
        Called called = Called.with(
                "predict",
                "--snapshot",
                file.toString(),
                "--jdk",
                "17.0.21",
                "--",
                "java",
                "-Xms2982m",
                "-Xmx2982m",
                "-XX:+AlwaysPreTouch",
                "-XX:+UseG1GC",
                "-XX:ActiveProcessorCount=2",
                "-jar",
                "server.jar");
        assertEquals(0, called.exitCode(), called.toString());
        assertTrue(called.out().contains("AlwaysPreTouch touches 2982 MiB at the start"), called.out());
    }

    private static String pod(String arguments) {
        return "apiVersion: v1\nkind: Pod\nmetadata: {name: shop}\nspec:\n  containers:\n    - name: shop\n"
                + "      command: [\"java\", " + arguments + ", \"-jar\", \"a.jar\"]\n"
                + "      resources:\n        limits: {memory: 512Mi, hugepages-2Mi: 2Gi, cpu: \"1\"}\n";
    }

    private static Called predictPod(Path folder, Host node, String jdk, String arguments) throws IOException {
        Path file = folder.resolve("node.json");
        Files.writeString(file, FactsJson.write(facts(node)));
        Path manifest = folder.resolve("pod.yaml");
        Files.writeString(manifest, pod(arguments));
        return Called.with("predict", "--pod", manifest.toString(), "--snapshot", file.toString(), "--jdk", jdk);
    }

    /** systemd 259 and newer mount cgroup2 with memory_hugetlb_accounting: the pod dies of SIGBUS. */
    @Test
    void aPodWhoseMemoryLimitCoversItsPoolIsARisk(@TempDir Path folder) throws IOException {
        Host node = pool(2000, 2000, 0);
        String arguments = "\"-Xmx1g\", \"-XX:+UseLargePages\"";
        Called plain = predictPod(folder, node, "21.0.9", arguments);
        assertFalse(plain.out().contains("memory_hugetlb_accounting"), plain.out());
        Cgroup groups = groups();
        MemoryGroup memory = with(groups.memory().known().orElseThrow(), "hugetlbCharged", Optional.of(true));
        Cgroup charging = with(groups, "memory", known(memory, "/sys/fs/cgroup/memory.max"));
        Called charged =
                predictPod(folder, with(node, "cgroup", known(charging, "/proc/self/cgroup")), "21.0.9", arguments);
        assertTrue(charged.out().contains("memory_hugetlb_accounting"), charged.out());
    }

    /** The limit of the pod also bounds reservations: the heap is on base pages, not on those of the pool. */
    @Test
    void aHeapAboveTheLimitOfThePodHasBasePages(@TempDir Path folder) throws IOException {
        Called called = predictPod(folder, pool(2000, 2000, 0), "21.0.9", "\"-Xmx2g\", \"-XX:+UseLargePages\"");
        String words = called.out().replaceAll("\\s+", " ");
        assertTrue(words.contains("Heap: 4 KiB pages, not the requested hugetlb pages"), called.out());
        String fix = "Fix: raise the pod's limit for hugepages-2Mi, which allows 2 GiB, to 2";
        assertEquals(words.indexOf(fix), words.lastIndexOf(fix), called.out());
        assertTrue(words.contains(fix) && words.contains(" MiB or more The JVM starts."), called.out());
        assertTrue(words.contains("its control group has too few left"), called.out());
        assertFalse(words.contains("The kubelet counts a pool"), called.out());
        assertTrue(words.contains("sigbus cgroup max"), called.out());
    }

    /** The pod may take no page of 1 GiB, but the pool of 2 MiB is what lacks pages. */
    @Test
    void theLimitOfAnotherPageSizeIsNotTheReason(@TempDir Path folder) throws IOException {
        List<HugePool> pools =
                List.of(new HugePool(Bytes.ofMiB(2), 2000, 500, 0, 0, 0), new HugePool(Bytes.ofGiB(1), 4, 4, 0, 0, 0));
        Host node = host().withPools(known(pools, "/sys/kernel/mm/hugepages"));
        Called called = predictPod(folder, node, "21.0.9", "\"-Xmx1g\", \"-XX:+UseLargePages\"");
        String words = called.out().replaceAll("\\s+", " ");
        assertTrue(words.contains("and the pool has too few left"), called.out());
        assertFalse(words.contains("control group"), called.out());
    }

    /** Linux before 5.7 has no limit of reservations: the JVM starts, and dies. */
    @Test
    void aJvmThatDiesOfItsLimitMeetsNoRequirement(@TempDir Path folder) throws IOException {
        Host old = FactsSamples.kernel(pool(2000, 2000, 0), "4.18.0-553.el8.x86_64");
        String arguments = "\"-Xmx2g\", \"-XX:+UseLargePages\"";
        Called called = predictPod(folder, old, "21.0.9", arguments);
        assertTrue(called.out().contains("Heap: hugetlb 2 MiB pages."), called.out());
        assertTrue(called.out().contains("sigbus cgroup max"), called.out());
        Called required = Called.with(
                "predict",
                "--pod",
                folder.resolve("pod.yaml").toString(),
                "--snapshot",
                folder.resolve("node.json").toString(),
                "--jdk",
                "21.0.9",
                "--require",
                "hugetlb");
        assertEquals(3, required.exitCode(), required.toString());
        assertTrue(required.out().contains("it dies of SIGBUS"), required.out());
    }

    /** JDK-8349988: the JVM takes its heap from the memory of the node. */
    @Test
    void aPodOnAKernelWithoutControllersHasTheHeapOfTheNode(@TempDir Path folder) throws IOException {
        Cgroup lacking =
                with(groups(), "controllers", Optional.of(new CgroupControllers(Map.of("cpu", true, "cpuacct", true))));
        Host node = with(pool(2000, 2000, 0), "cgroup", known(lacking, "/proc/self/cgroup"));
        String arguments = "\"-XX:MaxRAMPercentage=50\", \"-XX:+UseG1GC\", \"-XX:ActiveProcessorCount=2\"";
        Called old = predictPod(folder, node, "21.0.9", arguments);
        assertTrue(old.out().contains("heap up to 16 GiB"), old.out());
        assertTrue(old.out().contains("JDK-8349988"), old.out());
        Called fixed = predictPod(folder, node, "21.0.13", arguments);
        assertTrue(fixed.out().contains("heap up to 256 MiB"), fixed.out());
    }

    /**
     * Requests of a container without a limit of cpu. On version 2 the answer for 500m depends on the formula of the container
     * runtime, and for 1 (weight 39 or 100) too.
     */
    @ParameterizedTest
    @CsvSource({
        "8,      V1, 500m, SERIAL",
        "8,      V1, '',   SERIAL",
        "8,      V1, 1,    PARALLEL",
        "8,      V1, 3,    PARALLEL",
        "8,      V2, '',   SERIAL",
        "8,      V2, 100m, SERIAL",
        "8,      V2, 500m, ",
        "8,      V2, 1,    ",
        "8,      V2, 4,    PARALLEL",
        "17.0.2, V1, 500m, SERIAL",
        "17.0.5, V1, 500m, G1",
        "21,     V2, 100m, G1",
    })
    void olderUpdatesComputeProcessorsFromTheRequest(
            String jdk, String layout, String request, String collector, @TempDir Path folder) throws IOException {
        Cgroup groups = with(
                groups(),
                "paths",
                layout.equals("V1")
                        ? Map.of("cpu", "/", "cpuacct", "/", "cpuset", "/", "memory", "/")
                        : Map.of(Cgroup.UNIFIED, "/"));
        Cpu cpu = new Cpu(Optional.empty(), Optional.of(8L), List.of(), Optional.empty());
        Host node = with(pool(0, 0, 0), "cgroup", known(groups, "/proc/self/cgroup"))
                .withCpu(known(cpu, "/proc/cpuinfo"));
        Path file = folder.resolve("node.json");
        Files.writeString(file, FactsJson.write(facts(node)));
        Path manifest = folder.resolve("pod.yaml");
        Files.writeString(
                manifest,
                "kind: Pod\nspec:\n  containers:\n    - name: shop\n      command: [java, -jar, a.jar]\n"
                        + "      resources:\n        limits: {memory: 2Gi}\n"
                        + (request.isEmpty() ? "" : "        requests: {cpu: " + request + "}\n"));
        Called called =
                Called.with("predict", "--pod", manifest.toString(), "--snapshot", file.toString(), "--jdk", jdk);
        String out = called.out() + called.err();
        if (collector == null) {
            assertTrue(out.contains("-XX:ActiveProcessorCount"), out);
            assertFalse(out.contains("SERIAL") || out.contains("PARALLEL"), out);
        } else {
            assertTrue(out.contains(collector), out);
        }
    }

    /** The rest of a container whose limits suffice for the heap. */
    private static Called predictContainer(Path folder, String fields, String... more) throws IOException {
        Path file = folder.resolve("node.json");
        Files.writeString(file, FactsJson.write(facts(pool(2000, 2000, 0))));
        Path manifest = folder.resolve("pod.yaml");
        Files.writeString(
                manifest,
                "kind: Pod\nspec:\n  containers:\n    - name: shop\n" + fields.indent(6)
                        + "      resources:\n        limits: {memory: 2Gi, hugepages-2Mi: 2Gi, cpu: \"1\"}\n");
        List<String> arguments = new ArrayList<>(
                List.of("predict", "--pod", manifest.toString(), "--snapshot", file.toString(), "--jdk", "21.0.9"));
        arguments.addAll(List.of(more));
        return Called.with(arguments.toArray(String[]::new));
    }

    private static final String JAVA =
            "command: [java, -Xms1g, -Xmx1g, -XX:+UseG1GC, -XX:+UseLargePages, -jar, a.jar]\n";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "env: [{name: JAVA_TOOL_OPTIONS, valueFrom: {secretKeyRef: {name: s, key: k}}}]|variable JAVA_TOOL_OPTIONS (line 6)",
                "env: [{name: _JAVA_OPTIONS, valueFrom: {secretKeyRef: {name: s, key: k}}}]|variable _JAVA_OPTIONS (line 6)",
                "envFrom: [{configMapRef: {name: c}}]|variables of envFrom (line 6)",
            })
    void optionsThatAPodHasFromElsewhereAreUnknown(String variables, String source, @TempDir Path folder)
            throws IOException {
        Called known = predictContainer(folder, JAVA, "--require", "hugetlb");
        assertEquals(0, known.exitCode(), known.toString());
        Called called = predictContainer(folder, JAVA + variables);
        assertEquals(4, called.exitCode(), called.toString());
        assertTrue(called.out().contains("Whether the JVM starts is unknown."), called.out());
        assertTrue(called.out().contains("Options of the JVM may be in " + source), called.out());
        Called required = predictContainer(folder, JAVA + variables, "--require", "hugetlb");
        assertEquals(4, required.exitCode(), required.toString());
        assertEquals(1, required.out().lines().count(), required.out());
        assertTrue(required.err().contains(source), required.err());
        JsonNode json = json(predictContainer(folder, JAVA + variables, "--format", "json"));
        assertTrue(json.get("starts").isNull(), json.toString());
        assertTrue(json.get("unknowns").toString().contains(source), json.toString());
    }

    @Test
    void aVariableFromElsewhereIsNoInvalidSize(@TempDir Path folder) throws IOException {
        Called called = predictContainer(folder, """
                command: [java, "-Xmx$(HEAP)", "-jar", "a.jar"]
                env: [{name: HEAP, valueFrom: {configMapKeyRef: {name: c, key: k}}}]
                """);
        assertEquals(4, called.exitCode(), called.toString());
        assertFalse(called.out().contains("Invalid maximum heap size"), called.out());
        assertTrue(called.out().contains("-Xmx$(HEAP)"), called.out());
        Called typo = predictContainer(folder, "command: [java, \"-Xmx$(HEAP)\", \"-jar\", \"a.jar\"]\n");
        assertEquals(3, typo.exitCode(), "Kubernetes keeps the text: " + typo);
    }

    @Test
    void argumentsInTheImageAreUnknownUntilTheyAreGiven(@TempDir Path folder) throws IOException {
        for (String command : List.of("", "command: [sh, -c, ulimit -c 0; exec java -jar a.jar]\n")) {
            Called called = predictContainer(folder, command);
            assertEquals(4, called.exitCode(), called.toString());
            assertTrue(called.out().contains("Give them after --."), called.out());
            Called given = predictContainer(
                    folder,
                    command,
                    "--require",
                    "hugetlb",
                    "--",
                    "java",
                    "-Xms1g",
                    "-Xmx1g",
                    "-XX:+UseG1GC",
                    "-XX:+UseLargePages",
                    "-jar",
                    "a.jar");
            assertEquals(0, given.exitCode(), given.toString());
            assertEquals("", given.err());
        }
    }

    @Test
    void aShellThatStartsJavaIsRead(@TempDir Path folder) throws IOException {
        String command = "command: [sh, -c, 'exec java $JAVA_OPTS -Xmx1g -XX:+UseG1GC -jar a.jar']\n";
        Called known = predictContainer(
                folder, command + "env: [{name: JAVA_OPTS, value: -Xms1g -XX:+UseLargePages}]", "--require", "hugetlb");
        assertEquals(0, known.exitCode(), known.toString());
        Called ofImage = predictContainer(folder, command);
        assertEquals(4, ofImage.exitCode(), ofImage.toString());
        assertTrue(ofImage.out().contains("Options of the JVM may be in variable JAVA_OPTS"), ofImage.out());
        assertTrue(ofImage.out().contains("G1, heap up to 1 GiB"), ofImage.out());
    }

    /** The sample of a node has 32 GiB, 4000 MiB of them in its pool. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "- {name: b, resources: {limits: {cpu: 1, hugepages-2Mi: 3Gi}}} | its 2 containers request 5 GiB of hugepages-2Mi, and the pool has",
                "- {name: b, resources: {requests: {memory: 64Gi}}} | it requests 66 GiB of memory, and the node has",
                "- {name: b, resources: {requests: {memory: 2Gi}, limits: {memory: 1Gi}}} | Kubernetes rejects the pod: line 4: the request for memory exceeds its limit",
            })
    void theOtherContainersOfAPodCount(String other, String said, @TempDir Path folder) throws IOException {
        Called alone = predictContainer(folder, JAVA);
        assertEquals(0, alone.exitCode(), alone.toString());
        Path file = folder.resolve("pod.yaml");
        Files.writeString(file, Files.readString(file).replace("containers:\n", "containers:\n    " + other + "\n"));
        Called called = Called.with(
                "predict",
                "--pod",
                file.toString(),
                "--container",
                "shop",
                "--snapshot",
                folder.resolve("node.json").toString(),
                "--jdk",
                "21.0.9");
        assertEquals(3, called.exitCode(), called.toString());
        String words = String.join(" ", called.out().split("\\s+"));
        assertTrue(words.contains(said), called.out());
        assertEquals(said.contains("hugepages"), words.contains("restart the kubelet"), called.out());
    }

    /** JDK 11.0.15 and older read the limit of version 1 and not that of version 2. */
    @Test
    void theMemoryLimitOfAPodCountsOnANodeOfVersion1(@TempDir Path folder) throws IOException {
        Cgroup groups = with(groups(), "paths", Map.of("memory", "/kubepods", "cpu", "/kubepods"));
        Host node = with(kernel(pool(2000, 2000, 0), "5.14.0"), "cgroup", known(groups, "/proc/self/cgroup"));
        Called called = predictPod(folder, node, "11.0.15", "\"-XX:+UseLargePages\"");
        assertTrue(called.out().contains("SERIAL, heap up to 128 MiB"), called.out());
    }

    @Test
    void theCommandLineOfAContainerBeginsWithJava(@TempDir Path folder) throws IOException {
        Called pod = predictPod(folder, pool(2000, 2000, 0), "21.0.9", "\"-Xmx1g\"");
        assertEquals(0, pod.exitCode(), pod.toString());
        for (List<String> words : List.of(
                List.of("-Xmx4g", "Main"),
                List.of("numactl", "-N0", "java", "Main"),
                List.of("launch.sh", "app", "java", "-Xmx4g", "Main"))) {
            List<String> all = new ArrayList<>(
                    List.of("predict", "--pod", folder.resolve("pod.yaml").toString(), "--jdk", "21.0.9", "--"));
            all.addAll(words);
            Called called = Called.with(all.toArray(String[]::new));
            assertEquals(2, called.exitCode(), called.toString());
            assertTrue(called.err().contains("must begin with java or its path, got " + words.get(0)), called.err());
        }
    }
}

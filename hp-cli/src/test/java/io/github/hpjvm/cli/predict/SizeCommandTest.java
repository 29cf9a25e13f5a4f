package io.github.hpjvm.cli.predict;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.host.KernelCommandLineFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.cli.Called;
import io.github.hpjvm.cli.option.ExitCodes;
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

class SizeCommandTest {
    private static final String LARGE = "-XX:+UseLargePages";

    @TempDir
    Path temp;

    private Called size(Host host, Jvm jvm, String... more) throws IOException {
        Path snapshot = Files.writeString(temp.resolve("facts.json"), FactsJson.write(facts(host, jvm)));
        List<String> arguments = new ArrayList<>(List.of("size", "--snapshot", snapshot.toString()));
        arguments.addAll(List.of(more));
        return Called.with(arguments.toArray(String[]::new));
    }

    private static JsonNode pool0(Called called) throws IOException {
        return new ObjectMapper().readTree(called.out()).get("pools").get(0);
    }

    @Test
    void unknownAvailableMemoryIsNull() throws IOException {
        Jvm jvm = JvmSamples.g1(21, LARGE);
        Memory none = new Memory(Map.of("MemTotal", Bytes.ofGiB(32), "Hugepagesize", Bytes.ofMiB(2)));
        Host unknown = pool(0, 0, 0).withMemory(known(none, "/proc/meminfo"));
        JsonNode pool = pool0(size(unknown, jvm, "4242", "--format", "json"));
        assertTrue(pool.has("availableBytes") && pool.get("availableBytes").isNull(), pool.toString());
        assertEquals("NOT_KNOWN", pool.get("found").asText());
        assertTrue(pool0(size(pool(0, 0, 0), jvm, "4242", "--format", "json"))
                        .get("availableBytes")
                        .asLong()
                > 0);
    }

    /** A pool of 420 pages: another process uses 300, and the JVM 120 for its code. */
    @Test
    void pagesOfOtherProcessesAreKept() throws IOException {
        Jvm jvm = JvmSamples.code(
                JvmSamples.g1(17, LARGE, "-XX:ReservedCodeCacheSize=240m"),
                JvmSamples.on(PageKind.HUGETLB, Bytes.ofMiB(240)));
        Called json = size(pool(420, 0, 0), jvm, "--pid", "4242", "--format", "json");
        assertEquals(0, json.exitCode(), json.err());
        JsonNode pool = pool0(json);
        assertEquals(pool.get("need").asLong() + 300, pool.get("toWrite").asLong());
        assertEquals(300, pool.get("ofOthers").asLong());
        Called text = size(pool(420, 0, 0), jvm, "--pid", "4242");
        assertTrue(
                text.out()
                        .contains("sudo sysctl -w vm.nr_hugepages="
                                + pool.get("toWrite").asLong()),
                text.out());
        assertFalse(text.out().contains("\033"));
        assertTrue(text.out().lines().allMatch(line -> line.length() <= 80), text.out());
        assertEquals("", text.err());
    }

    @Test
    void headroomAndRollingNeedMorePages() throws IOException {
        Jvm jvm = JvmSamples.code(JvmSamples.g1(17, LARGE), JvmSamples.on(PageKind.HUGETLB, Bytes.ofMiB(240)));
        long plain = pool0(size(pool(420, 0, 0), jvm, "--pid", "4242", "--format", "json"))
                .get("toWrite")
                .asLong();
        long rolling = pool0(size(pool(420, 0, 0), jvm, "--pid", "4242", "--rolling", "--format", "json"))
                .get("toWrite")
                .asLong();
        JsonNode ample = pool0(size(pool(420, 0, 0), jvm, "--pid", "4242", "--headroom", "10", "--format", "json"));
        assertEquals(plain + 120, rolling);
        assertEquals(
                plain + ample.get("headroom").asLong(), ample.get("toWrite").asLong());
        assertTrue(ample.get("headroom").asLong() >= ample.get("need").asLong() / 10);
    }

    @Test
    void aPoolThatDoesNotFitIsRefused() throws IOException {
        Host small = with(pool(0, 0, 0), "memory", memory(Bytes.ofGiB(2), Bytes.ofMiB(2)));
        String[] command = {"--jdk", "17.0.9", "--", "java", "-Xmx8g", LARGE, "-XX:+UseG1GC", "Main"};
        Called called = size(small, JvmSamples.g1(17), command);
        assertEquals(ExitCodes.FOUND, called.exitCode(), called.err());
        assertTrue(called.out().startsWith("Not possible: "), called.out());
        assertFalse(called.out().contains("sysctl"), called.out());
    }

    /** The JVMs that request pages of a pool, and no others (metrics has the same sum). */
    @Test
    void allCountsTheJvmsThatRequestPages() throws IOException {
        Jvm asks = JvmSamples.g1(17, LARGE);
        Jvm other = with(JvmSamples.g1(21, "-XX:+UseTransparentHugePages"), "pid", 4243L);
        Jvm plain = with(JvmSamples.g1(25), "pid", 4244L);
        Path snapshot = Files.writeString(
                temp.resolve("all.json"), FactsJson.write(facts(pool(420, 420, 0), asks, other, plain)));
        Called one = Called.with("size", "--snapshot", snapshot.toString(), "4242", "--format", "json");
        Called all = Called.with("size", "--snapshot", snapshot.toString(), "--all", "--format", "json");
        assertEquals(0, all.exitCode(), all.err());
        assertEquals(pool0(one), pool0(all));
        JsonNode tenants = new ObjectMapper().readTree(all.out()).get("tenants");
        assertEquals(3, tenants.size());
        assertTrue(
                tenants.get(2).get("needs").isEmpty()
                        && tenants.get(2).get("asIf").isNull(),
                all.out());
        Called text = Called.with("size", "--snapshot", snapshot.toString(), "--all");
        assertTrue(
                text.out().contains("Not counted, because they request no pages of a pool: process 4243"), text.out());
        Called both = Called.with("size", "--snapshot", snapshot.toString(), "--all", "4242");
        assertEquals(ExitCodes.INVALID_USAGE, both.exitCode());
    }

    @Test
    void allOfAHostWhoseJvmsRequestNothingNeedsNothing() throws IOException {
        Called none = size(pool(420, 420, 0), JvmSamples.g1(17), "--all");
        assertEquals(0, none.exitCode(), none.err());
        assertTrue(none.out().startsWith("No JVM here requests pages of a pool.\n"), none.out());
        Called ended = size(pool(420, 420, 0), JvmSamples.vanished(), "--all");
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        Jvm unidentified = with(JvmSamples.vanished(), "status", JvmSamples.status("348160 kB"));
        Called unknown = size(pool(420, 420, 0), unidentified, "--all");
        assertEquals(ExitCodes.INSUFFICIENT, unknown.exitCode(), unknown.out());
        Jvm unread = with(JvmSamples.heapDenied(JvmSamples.g1(17, LARGE)), "status", JvmSamples.status("348160 kB"));
        Called held = size(pool(200, 30, 0), unread, "--all");
        assertEquals(ExitCodes.INSUFFICIENT, held.exitCode(), held.out());
        assertTrue(held.out().contains("unknown: the number of pool pages that it holds is unknown"), held.out());
    }

    @Test
    void theNeedIsSplitByRegion() throws IOException {
        Called json = size(pool(0, 0, 0), JvmSamples.g1(21, LARGE), "4242", "--format", "json");
        JsonNode need = new ObjectMapper().readTree(json.out()).at("/tenants/0/needs/0");
        long sum = 0;
        List<String> names = new ArrayList<>();
        for (JsonNode part : need.get("regions")) {
            sum += part.get("pages").asLong();
            names.add(part.get("name").asText());
        }
        assertEquals(need.get("pages").asLong(), sum);
        assertEquals(List.of("heap", "code", "gc"), names);
        Called text = size(pool(0, 0, 0), JvmSamples.g1(21, LARGE), "4242");
        assertTrue(text.out().contains("): heap " + need.at("/regions/0/pages") + ", code "), text.out());
    }

    @Test
    void refusesSeveralCommandLinesAndAMixture() {
        Called two = Called.with("size", "--jdk", "17", "--", "java", "-Xmx1g", "A", "--", "/opt/jdk/bin/java", "B");
        assertEquals(ExitCodes.INVALID_USAGE, two.exitCode());
        assertTrue(two.err().contains("one command line at a time"), two.err());
        Called other = Called.with("size", "--jdk", "17", "4242");
        assertEquals(ExitCodes.INVALID_USAGE, other.exitCode());
        assertTrue(other.err().contains("--jdk applies to a command line"), other.err());
        Called mixed = Called.with("size", "4242", "--", "java", "-Xmx1g", "A");
        assertEquals(ExitCodes.INVALID_USAGE, mixed.exitCode());
        assertEquals(
                "hp-cli size: process IDs and the command line 'java ...' do not combine: add the pages of both answers;"
                        + " see hp-cli size --help\n",
                mixed.err());
        for (String[] words : List.of(
                new String[] {"size", "--pid", "4242", "--", "java", "A"},
                new String[] {"size", "--format", "json", "4242", "java", "A"},
                new String[] {"size", "4242", "--format", "json", "--", "java", "A"})) {
            assertEquals(mixed, Called.with(words));
        }
    }

    @Test
    void aCommandLineIsComputedAsByPredict() throws IOException {
        List<String> command =
                List.of("--format", "json", "--jdk", "17.0.9", "--", "java", "-Xmx1g", LARGE, "-XX:+UseG1GC", "Main");
        Called called = size(pool(0, 0, 0), JvmSamples.g1(17), command.toArray(String[]::new));
        assertEquals(0, called.exitCode(), called.err());
        List<String> predict = new ArrayList<>(List.of("predict", "--snapshot", temp + "/facts.json"));
        predict.addAll(command);
        JsonNode predicted = pool0(Called.with(predict.toArray(String[]::new)));
        assertEquals(
                predicted.at("/need/full/1").asLong(), pool0(called).get("need").asLong(), called.out());
        assertEquals("vm.nr_hugepages", pool0(called).get("setting").asText());
        assertEquals(
                "Main",
                new ObjectMapper().readTree(called.out()).at("/tenants/0/name").asText());
    }

    /** U8. */
    @Test
    void theTextNamesTheJdk() throws IOException {
        Called called = size(
                pool(0, 0, 0),
                JvmSamples.g1(17),
                "--jdk",
                "21.0.9/temurin",
                "--",
                "java",
                "-Xmx1g",
                LARGE,
                "-XX:+UseG1GC",
                "Main");
        assertTrue(called.out().endsWith("Computed for JDK 21.0.9 (Eclipse Adoptium).\n"), called.out());
        assertTrue(called.out().lines().allMatch(line -> line.length() <= 80), called.out());
    }

    @Test
    void pidsMayBeArguments() throws IOException {
        Jvm jvm = JvmSamples.g1(17, LARGE);
        assertEquals(size(pool(0, 0, 0), jvm, "--pid", "4242"), size(pool(0, 0, 0), jvm, "4242"));
    }

    @Test
    void optionsAfterProcessIdsAreThoseOfSize() throws IOException {
        Host host = pool(420, 0, 0);
        Jvm jvm = JvmSamples.g1(17, LARGE);
        Called json = size(host, jvm, "4242", "--format", "json");
        assertEquals(0, json.exitCode(), json.err());
        assertEquals(size(host, jvm, "--format", "json", "--pid", "4242"), json);
        assertEquals(
                size(host, jvm, "--rolling", "--headroom", "5", "--pid", "4242"),
                size(host, jvm, "4242", "--headroom", "5", "--rolling"));
        assertEquals(
                size(host, jvm, "--format", "json", "--pid", "4242"),
                size(host, jvm, "4242", "--format", "json", "4242"));
        assertEquals(
                size(host, jvm, "--pid", "4242", "--rolling"), size(host, jvm, "--rolling", "4242", "--format=text"));
    }

    @Test
    void optionsAfterTheFirstWordOfACommandLineAreThoseOfTheJvm() throws IOException {
        String[] arguments = {"java", "-Xmx1g", LARGE, "-XX:+UseG1GC", "Main", "--format", "text", "--", "4242"};
        List<String> plain = new ArrayList<>(List.of("--jdk", "17.0.9", "--format", "json"));
        List<String> marked = new ArrayList<>(plain);
        marked.add("--");
        plain.addAll(List.of(arguments));
        marked.addAll(List.of(arguments));
        Called called = size(pool(0, 0, 0), JvmSamples.g1(17), plain.toArray(String[]::new));
        assertEquals(0, called.exitCode(), called.err());
        assertTrue(pool0(called).get("need").asLong() > 0, called.out());
        assertEquals(size(pool(0, 0, 0), JvmSamples.g1(17), marked.toArray(String[]::new)), called);
    }

    @Test
    void rejectsUnknownOptionsAfterProcessIds() {
        Called called = Called.with("size", "4242", "--fromat", "json");
        assertEquals(ExitCodes.INVALID_USAGE, called.exitCode());
        assertEquals(
                "hp-cli size: unknown option '--fromat' (did you mean --format?); see hp-cli size --help\n",
                called.err());
    }

    @Test
    void anUnknownNeedIsExitCodeFour() throws IOException {
        Called called = size(pool(0, 0, 0), JvmSamples.vanished(), "--pid", "4242");
        assertEquals(ExitCodes.INSUFFICIENT, called.exitCode());
        assertTrue(called.out().startsWith("The pool sizes are unknown."), called.out());
        Called refuses = size(
                pool(0, 0, 0), JvmSamples.g1(17), "--jdk", "25.0.1", "--", "java", "-Xmx1g", "-XX:+NoSuch", "Main");
        assertEquals(ExitCodes.INSUFFICIENT, refuses.exitCode());
        assertTrue(refuses.out().contains("NoSuch"), refuses.out());
    }

    /** The pool has enough pages, most of them on a node that the JVM may not use. */
    @Test
    void aJvmThatIsBoundToANodeNeedsPagesThere() throws IOException {
        Bytes size = Bytes.ofMiB(2);
        Host nodes = with(
                pool(1600, 1510, 0),
                "nodePools",
                known(
                        List.of(new NodePool(0, size, 100, 10, 0), new NodePool(1, size, 1500, 1500, 0)),
                        "/sys/devices/system/node"));
        Jvm jvm = JvmSamples.g1(17, LARGE);
        Called free = size(nodes, bound(jvm, "0-1"), "--pid", "4242");
        assertEquals(0, free.exitCode(), free.out());
        Called json = size(nodes, bound(jvm, "0"), "--pid", "4242", "--format", "json");
        assertEquals(ExitCodes.FOUND, json.exitCode(), json.out());
        long need = pool0(json).get("need").asLong();
        JsonNode shortage = pool0(json).get("nodeShortages").get(0);
        assertEquals(100 + need - 10, shortage.get("toWrite").asLong(), json.out());
        Called text = size(nodes, bound(jvm, "0"), "--pid", "4242");
        assertEquals(ExitCodes.FOUND, text.exitCode(), text.out());
        assertTrue(
                text.out()
                        .contains("echo " + (need + 90)
                                + " | sudo tee /sys/devices/system/node/node0/hugepages/hugepages-2048kB/nr_hugepages"),
                text.out());
        assertFalse(text.out().contains("large enough"), text.out());
        assertEquals(0, size(nodes, bound(jvm, "1"), "--all").exitCode());
    }

    @Test
    void severalNodesShareThePagesThatOneCannotHold() throws IOException {
        Bytes size = Bytes.ofMiB(2);
        List<NodePool> pools = new ArrayList<>();
        for (int node = 0; node < 4; node++) {
            pools.add(new NodePool(node, size, 200, 200, 0));
        }
        Host nodes = with(pool(800, 800, 0), "nodePools", known(pools, "/sys/devices/system/node"));
        Jvm jvm = bound(JvmSamples.g1(17, LARGE), "0-1");
        JsonNode shortages =
                pool0(size(nodes, jvm, "--pid", "4242", "--format", "json")).get("nodeShortages");
        assertEquals(2, shortages.size(), shortages.toString());
        long need = shortages.at("/0/need").asLong();
        assertEquals(
                need - 400,
                shortages.at("/0/more").asLong() + shortages.at("/1/more").asLong());
        assertEquals(
                need,
                shortages.at("/0/toWrite").asLong() + shortages.at("/1/toWrite").asLong());
        Called text = size(nodes, jvm, "--pid", "4242");
        for (int node = 0; node < 2; node++) {
            assertTrue(
                    text.out()
                            .contains("  echo " + shortages.get(node).get("toWrite") + " | sudo tee "
                                    + "/sys/devices/system/node/node" + node
                                    + "/hugepages/hugepages-2048kB/nr_hugepages\n"),
                    text.out());
        }
        assertEquals(1, text.out().split("Read the value back", -1).length - 1, text.out());
    }

    /** The kernel allocates gigantic pages reliably only at boot, and none on a node that the argument does not name. */
    @Test
    void giganticPagesOfANodeAreOneArgumentForTheBoot() throws IOException {
        Bytes size = Bytes.ofGiB(1);
        Host host = with(
                FactsSamples.host()
                        .withPools(known(
                                List.of(new HugePool(Bytes.ofMiB(2), 0, 0, 0, 0, 0), new HugePool(size, 4, 4, 0, 0, 0)),
                                "/sys/kernel/mm/hugepages")),
                "nodePools",
                known(
                        List.of(new NodePool(0, size, 4, 4, 0), new NodePool(1, size, 0, 0, 0)),
                        "/sys/devices/system/node"));
        Jvm jvm = bound(
                JvmSamples.jvm(17, Collector.G1, Bytes.ofGiB(4), LARGE, "-XX:LargePageSizeInBytes=1g", "-Xmx4g"), "1");
        Called called = size(FactsSamples.kernel(host, "6.1.0"), jvm, "4242");
        String words = called.out().replaceAll("\\s+", " ");
        assertTrue(words.contains("Set the pools of the nodes at boot: add to the kernel's command line"), words);
        assertTrue(words.matches(".* hugepagesz=1G hugepages=0:4,1:[4-9] .*"), words);
        assertFalse(words.contains("node1/hugepages"), words);
        JsonNode json = new ObjectMapper()
                .readTree(size(FactsSamples.kernel(host, "6.1.0"), jvm, "4242", "--format", "json")
                        .out());
        for (JsonNode pool : json.get("pools")) {
            String argument = pool.get("bootArgument").asText();
            boolean gigantic = pool.get("pageBytes").asLong() == size.value();
            assertEquals(
                    gigantic && words.contains(argument),
                    !pool.get("bootArgument").isNull(),
                    json::toString);
        }
    }

    /** A container gets its limit from its specification; a group of the host keeps what is written. */
    @ParameterizedTest
    @CsvSource({
        "containerd, uid, set the container's resource hugepages-2Mi to 1302Mi. hp-cli emit --for k8s",
        "podman, , --cgroup-conf=hugetlb.2MB.max=1365245952",
        "docker, , start the container anew",
        "lxc, , 'raise /sys/fs/cgroup/a/c0ffee/hugetlb.2MB.max, which allows 64 MiB'",
    })
    void aLowLimitIsRaisedByItsOwner(String runtime, String pod, String step) throws IOException {
        Jvm limited = JvmSamples.limited(JvmSamples.g1(17, LARGE), false, JvmSamples.limit("/a/c0ffee", 64, 0));
        Container container = new Container(runtime, Optional.of("c0ffee"), Optional.ofNullable(pod), Optional.empty());
        Cgroup groups = with(limited.cgroup().known().orElseThrow(), "container", Optional.of(container));
        Jvm jvm = with(limited, "cgroup", known(groups, "/proc/4242/cgroup"));
        String words = size(pool(700, 700, 0), jvm, "4242").out().replaceAll("\\s+", " ");
        assertTrue(words.contains("A control group allows less: ") && words.contains(step), words);
        assertEquals(runtime.equals("lxc"), words.contains("/sys/fs/cgroup/a"), words);
    }

    /** Of two hugepages= for one size the kernel takes the first. */
    @Test
    void anArgumentForTheBootReplacesThatOfTheLastBoot() throws IOException {
        Host failed = FactsSamples.free(pool(512, 512, 0), 10)
                .withVmstat(known(new VmStat(Map.of("htlb_buddy_alloc_fail", 3L)), "/proc/vmstat"));
        Jvm jvm = JvmSamples.g1(17, LARGE);
        long pages = pool0(size(failed, jvm, "--pid", "4242", "--format", "json"))
                .get("toWrite")
                .asLong();
        String argument = "hugepagesz=2M hugepages=" + pages;
        String added = size(failed, jvm, "--pid", "4242").out();
        assertTrue(added.contains("  add to the kernel's command line and reboot: " + argument + "\n"), added);
        Host booted =
                with(failed, "commandLine", known(KernelCommandLineFile.parse("ro hugepages=512"), "/proc/cmdline"));
        String replaced = size(booted, jvm, "--pid", "4242").out();
        assertTrue(
                replaced.contains(
                        "  in the kernel's command line replace hugepages=512 by " + argument + " and reboot\n"),
                replaced);
    }

    private static Jvm bound(Jvm jvm, String nodes) {
        return with(
                jvm,
                "status",
                known(new ProcStatus(Map.of("Name", "java", "Mems_allowed_list", nodes)), "/proc/4242/status"));
    }

    /** A memory limit that covers pages of the pool, and is below the heap: SIGBUS when the heap grows. */
    @Test
    void aPoolThatLeadsToAFindingIsNotOffered() throws IOException {
        Jvm jvm = JvmSamples.memoryLimit(JvmSamples.g1(17), 512, 100);
        Called free = size(pool(0, 0, 0), jvm, "--pid", "4242");
        assertEquals(0, free.exitCode(), free.out());
        assertTrue(free.out().contains("vm.nr_hugepages="), free.out());
        Called text = size(pool(0, 0, 0), JvmSamples.chargedForPools(jvm), "--pid", "4242");
        assertEquals(ExitCodes.FOUND, text.exitCode(), text.out());
        assertFalse(text.out().contains("vm.nr_hugepages="), text.out());
        assertTrue(
                text.out()
                        .replaceAll("\\s+", " ")
                        .contains(
                                "is not advised: process 4242, com.example.Shop: /sys/fs/cgroup/app/memory.max allows 512 MiB"),
                text.out());
        Called json = size(pool(0, 0, 0), JvmSamples.chargedForPools(jvm), "--pid", "4242", "--format", "json");
        JsonNode tenant = new ObjectMapper().readTree(json.out()).get("tenants").get(0);
        assertTrue(tenant.get("objection").asText().contains("dies of SIGBUS"), json.out());
    }
}

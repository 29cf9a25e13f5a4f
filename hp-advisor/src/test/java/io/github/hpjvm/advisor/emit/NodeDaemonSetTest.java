package io.github.hpjvm.advisor.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.read.host.Campaigns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of the DaemonSet on files of a folder, with an nsenter that only counts its calls. */
class NodeDaemonSetTest {
    @TempDir
    Path folder;

    private static NodeSettings pages(long pages) {
        return new NodeSettings(Map.of(2L << 20, pages), List.of(), List.of());
    }

    private Process start(String... what) throws IOException {
        String script = String.join("\n", NodeDaemonSet.script(pages(700))).replace("/sys/", folder + "/sys/");
        Path file = Files.writeString(folder.resolve("prepare.sh"), script + "\n");
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", file.toString());
        builder.command().addAll(List.of(what));
        builder.redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile());
        builder.environment().put("HP_JVM_STATE", folder.resolve("state").toString());
        builder.environment().merge("PATH", "", (path, none) -> folder.resolve("bin") + ":" + path);
        return builder.start();
    }

    private int restarts(String what) throws IOException, InterruptedException {
        Process process = start(what);
        assertTrue(process.waitFor(1, TimeUnit.MINUTES));
        assertEquals(0, process.exitValue(), Files.readString(folder.resolve("out")));
        return calls();
    }

    private int calls() throws IOException {
        Path calls = folder.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
    }

    /** The kubelet reads the pools when it starts: it would go on offering pages that are gone. */
    @Test
    void theKubeletRestartsAfterEachChangeOfAPool() throws Exception {
        Path pool = pool();
        assertEquals(1, restarts("once"));
        assertEquals(1, restarts("once"), "nothing changed");
        assertTrue(isReady());
        assertEquals(2, restarts("undo"));
        assertFalse(isReady(), "the old values");
        assertEquals("7", Files.readString(pool).strip());
        assertEquals(2, restarts("undo"), "nothing changed");
    }

    /** The kubelet still offers the old pool until it restarts. */
    @Test
    void thePodIsReadyAfterTheRestartOfTheKubelet() throws Exception {
        pool();
        Files.createDirectories(folder.resolve("state"));
        Files.writeString(folder.resolve("state/done"), "");
        Files.writeString(
                folder.resolve("bin/nsenter"),
                "#!/bin/sh\n[ ! -e " + folder.resolve("state/done") + " ] && echo >>" + folder.resolve("calls") + "\n");
        assertEquals(1, restarts("once"), "not done before the restart");
        assertTrue(isReady());
        Files.writeString(folder.resolve("state/short"), "");
        assertFalse(isReady(), "a pool is short");
    }

    /** Runs the probe. */
    private boolean isReady() throws IOException, InterruptedException {
        String probe = NodeDaemonSet.lines(pages(700)).stream()
                .filter(line -> line.contains("\"cd /run/hp-jvm-node "))
                .findFirst()
                .orElseThrow();
        String command = probe.substring(probe.indexOf("\"cd ") + 1, probe.lastIndexOf('"'));
        Process process =
                new ProcessBuilder("/bin/sh", "-c", command.replace("/run/hp-jvm-node", folder + "/state")).start();
        assertTrue(process.waitFor(1, TimeUnit.MINUTES));
        return process.exitValue() == 0;
    }

    private Path pool() throws IOException {
        Path files = Files.createDirectories(folder.resolve("sys/kernel/mm/hugepages/hugepages-2048kB"));
        Path pool = Files.writeString(files.resolve("nr_hugepages"), "7\n");
        Files.writeString(files.resolve("surplus_hugepages"), "0\n");
        Path nsenter = Files.createDirectories(folder.resolve("bin")).resolve("nsenter");
        Files.writeString(nsenter, "#!/bin/sh\necho \"$@\" >>" + folder.resolve("calls") + "\n");
        assertTrue(nsenter.toFile().setExecutable(true));
        return pool;
    }

    /** Pods of the node still use the pages when the pod is updated or evicted. */
    @Test
    void aPodThatEndsLeavesThePool() throws Exception {
        Path pool = pool();
        Process process = start();
        List<ProcessHandle> waiting = List.of();
        for (int i = 0; i < 600 && waiting.isEmpty(); i++) {
            Thread.sleep(100);
            waiting = calls() == 0 ? List.of() : process.descendants().toList();
        }
        process.destroy();
        assertTrue(process.waitFor(1, TimeUnit.MINUTES));
        waiting.forEach(ProcessHandle::destroy);
        assertEquals(0, process.exitValue(), Files.readString(folder.resolve("out")));
        assertEquals("700", Files.readString(pool).strip());
        assertEquals(1, calls());
        assertEquals(2, restarts("undo"));
        assertEquals("7", Files.readString(pool).strip());
    }

    /** A drained node precedes an update: the user deletes the pod. */
    @Test
    void noUpdateReplacesPods() {
        String text = String.join("\n", NodeDaemonSet.lines(pages(700)));
        assertTrue(text.contains("\n  updateStrategy:\n    type: OnDelete\n"), text);
    }

    private static String hash(NodeSettings settings) {
        return NodeDaemonSet.lines(settings).stream()
                .filter(line -> line.startsWith("        hp-jvm/script-hash: "))
                .findFirst()
                .orElseThrow();
    }

    /** kubectl apply changes the ConfigMap alone otherwise, and a running pod does not read it again. */
    @Test
    void anotherScriptChangesTheTemplateOfThePods() {
        assertEquals(hash(pages(700)), hash(pages(700)));
        assertNotEquals(hash(pages(700)), hash(pages(701)));
        assertTrue(hash(pages(700)).matches(" +hp-jvm/script-hash: \"[0-9a-f]{64}\""), hash(pages(700)));
    }

    /** The folder of campaigns alone says that one runs: pools of this host would then count as changed for it. */
    @Test
    void itsFolderIsNotThatOfACampaign() throws IOException {
        List<String> lines = NodeDaemonSet.lines(pages(700));
        List<String> mounted = lines.stream()
                .map(String::strip)
                .filter(line -> line.startsWith("path: /run/"))
                .toList();
        assertEquals(1, mounted.size(), mounted::toString);
        Files.createDirectories(folder.resolve("root" + mounted.get(0).substring("path: ".length()) + "/node"));
        assertFalse(Campaigns.areRunning(folder.resolve("root")));
        assertTrue(lines.stream()
                .map(String::strip)
                .anyMatch(("mountPath: " + mounted.get(0).substring("path: ".length()))::equals));
    }
}

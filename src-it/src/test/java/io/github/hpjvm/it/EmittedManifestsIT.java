package io.github.hpjvm.it;

import static io.github.hpjvm.it.EmittedSamples.advice;
import static io.github.hpjvm.it.EmittedSamples.everything;
import static io.github.hpjvm.it.EmittedSamples.oddNames;
import static io.github.hpjvm.it.EmittedSamples.variables;
import static io.github.hpjvm.it.EmittedSamples.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.emit.ConfigFile;
import io.github.hpjvm.advisor.emit.Form;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The emitted manifests, checked by kubectl, by the schemas of Kubernetes and by shellcheck. */
@Tag("beside")
class EmittedManifestsIT {
    @TempDir
    private Path folder;

    @Test
    void yamlReadsEachValueUnchanged() throws IOException {
        String python = Needs.program("python3").toString();
        Needs.that(
                Program.of(python, "-c", "import yaml").run().exitCode() == 0, "PyYAML, to read what Kubernetes would");
        List<String> values = oddNames();
        Path file = written(folder, Form.K8S, variables(values));
        Ended read = Program.of(
                        python,
                        "-c",
                        "import sys, yaml\n"
                                + "pod = yaml.safe_load_all(open(sys.argv[1]))\n"
                                + "for v in next(pod)['spec']['template']['spec']['containers'][0]['env']: sys.stdout.write(v['value'] + '\\0')\n",
                        file.toString())
                .run();
        assertEquals(0, read.exitCode(), read.err());
        // The kubelet replaces two dollars by one, and $(x) by the variable x.
        assertEquals(
                values, List.of(read.out().replace("$$", "$").split("\0", -1)).subList(0, values.size()));
    }

    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: shop
            spec:
              selector:
                matchLabels: {app: shop}
              template:
                metadata:
                  labels: {app: shop}
                spec:
                  containers:
                    - name: sidecar
                      image: "proxy:1"
                    - name: app
                      image: "shop:1"
                      env:
                        - name: OTHER
                          value: "1"
                        - name: JDK_JAVA_OPTIONS
                          valueFrom:
                            configMapKeyRef: {name: shop, key: options}
                      resources:
                        requests: {memory: 2Gi}
            """;

    /** Applies the emitted file with kubectl's local mode to a Deployment. */
    private Path patched(String kubectl, List<Action> actions) throws IOException {
        Path file = folder.resolve("k8s.yaml");
        String text = String.join(
                "---\n",
                Form.K8S.files(advice(actions)).stream().map(ConfigFile::text).toList());
        Files.writeString(file, text);
        Path deployment = Files.writeString(folder.resolve("deployment.yaml"), DEPLOYMENT);
        Ended ended = Program.of(kubectl, "patch", "--local", "-o", "yaml", "-f")
                .with(deployment, "--patch-file", file)
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        return Files.writeString(folder.resolve("patched.yaml"), ended.out());
    }

    @Test
    void kubectlAppliesThePatchToADeployment() throws IOException {
        Path patched = patched(Needs.kubectl(), everything());
        String text = Files.readString(patched);
        for (String line : List.of(
                "        - name: OTHER",
                "        - name: JDK_JAVA_OPTIONS",
                "          value: -XX:+UseLargePages -Da=b\" c\"",
                "            hugepages-2Mi: 1302Mi",
                "        name: sidecar")) {
            assertTrue(text.lines().anyMatch(line::equals) || text.contains(line.strip()), line + "\n" + text);
        }
        assertFalse(text.contains("configMapKeyRef"), "Kubernetes rejects value and valueFrom: " + text);
        assertEquals(2, text.split("hugepages-2Mi: 1302Mi", -1).length - 1, text);
        assertTrue(text.contains("            memory: 2Gi"), "the memory request stays: " + text);
    }

    /** The schemas of Kubernetes that the PyPI package kubernetes-validate ships: the newest and older releases. */
    @Test
    void documentsAreValidByTheSchemasOfThreeReleases() throws IOException {
        String validate = Needs.program("kubernetes-validate").toString();
        Path patched = patched(Needs.kubectl(), everything());
        Path node = folder.resolve("hp-jvm-node.yaml");
        written(folder, Form.K8S, everything());
        for (String release : List.of("1.27", "1.30", "1.33")) {
            for (Path file : List.of(patched, node)) {
                Ended judged = Program.of(validate, "--strict", "-k", release, file.toString())
                        .run();
                assertEquals(0, judged.exitCode(), judged.out() + judged.err());
            }
        }
        Path wrong = Files.writeString(
                folder.resolve("wrong.yaml"), Files.readString(patched).replace("limits:", "limitz:"));
        assertNotEquals(
                0, Program.of(validate, "--strict", wrong.toString()).run().exitCode(), "the program checks the text");
    }

    /** The script of the DaemonSet, on files of our own: it is shown to raise, to save and to undo. */
    @Test
    void scriptOfTheDaemonSetIsClean() throws IOException {
        String shellcheck = Needs.program("shellcheck").toString();
        written(folder, Form.K8S, everything());
        String script = Files.readString(folder.resolve("hp-jvm-node.yaml"))
                .replaceFirst("(?s).*prepare.sh: \\|\n", "")
                .replaceFirst("(?s)---\n.*", "")
                .replaceAll("(?m)^    ", "");
        Path file = Files.writeString(folder.resolve("prepare.sh"), script);
        Ended judged = Program.of(shellcheck, "-f", "gcc", file.toString()).run();
        assertEquals("", judged.out() + judged.err());
        Path sys = Files.createDirectories(folder.resolve("sys/kernel/mm/transparent_hugepage"));
        Path pool = Files.createDirectories(folder.resolve("sys/kernel/mm/hugepages/hugepages-2048kB"))
                .resolve("nr_hugepages");
        Files.createDirectories(folder.resolve("sys/kernel/mm/hugepages/hugepages-1048576kB"));
        Path giant = folder.resolve("sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages");
        Files.writeString(giant, "9\n");
        Files.writeString(giant.resolveSibling("surplus_hugepages"), "0\n");
        Files.writeString(pool, "7\n");
        Files.writeString(pool.resolveSibling("surplus_hugepages"), "0\n");
        Files.writeString(sys.resolve("enabled"), "never\n");
        Files.writeString(sys.resolve("shmem_enabled"), "advise\n");
        Path moved = Files.writeString(folder.resolve("moved.sh"), script.replace("/sys/", folder + "/sys/"));
        Ended once = Program.of("/bin/sh", moved.toString(), "once")
                .set("HP_JVM_STATE", folder.resolve("state"))
                .set("RESTART_KUBELET", "no")
                .run();
        assertEquals(0, once.exitCode(), once.err());
        String pages = script.replaceFirst("(?s).*hugepages-2048kB/nr_hugepages (\\d+)\n.*", "$1");
        assertEquals(pages + "\n", Files.readString(pool));
        assertEquals("9\n", Files.readString(giant), "a larger pool stays");
        assertEquals("madvise\n", Files.readString(sys.resolve("enabled")));
        Ended undone = Program.of("/bin/sh", moved.toString(), "undo")
                .set("HP_JVM_STATE", folder.resolve("state"))
                .set("RESTART_KUBELET", "no")
                .run();
        assertEquals(0, undone.exitCode(), undone.err());
        assertEquals("7\n", Files.readString(pool));
        assertEquals("never\n", Files.readString(sys.resolve("enabled")));
        assertEquals("advise\n", Files.readString(sys.resolve("shmem_enabled")));
    }
}

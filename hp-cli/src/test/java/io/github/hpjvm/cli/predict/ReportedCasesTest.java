package io.github.hpjvm.cli.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.cli.Called;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts and pods of public bug reports: what hp-cli says about them. Each failed once. */
class ReportedCasesTest {
    private static final String FOLDER = Path.of("src/test/resources/cases") + "/";

    private static Called predict(String host, String jdk, String arguments) {
        return Called.with(("predict --snapshot " + FOLDER + host + ".json.gz --jdk " + jdk + " -- java " + arguments
                        + " -jar app.jar")
                .split(" "));
    }

    private static String words(Called called) {
        return called.out().replaceAll("\\s+", " ");
    }

    @Test
    void heapThatThePretouchCannotGetIsARisk() {
        String text = words(predict("idle-pool-8g", "17.0.21", "-Xms2982m -Xmx2982m -XX:+AlwaysPreTouch"));
        assertTrue(
                text.contains("host memory short: AlwaysPreTouch touches 2982 MiB at the start, and the host has 1.8"),
                text);
    }

    @Test
    void kernelWithoutThpIsNoSandbox() {
        Called advice = Called.with("advise", "--snapshot", FOLDER + "kernel-without-thp.json.gz");
        assertFalse(advice.out().contains("HP-111"), advice.out());
        assertTrue(advice.out().contains("HP-102"), advice.out());
        assertTrue(words(advice).contains("this kernel was built without them"), advice.out());
        assertFalse(advice.out().contains("prctl"), "it shows THP_enabled 0 for each process");
        Called prediction = predict("kernel-without-thp", "17.0.21", "-Xmx512m -XX:+UseTransparentHugePages");
        assertTrue(prediction.out().startsWith("Heap: 4 KiB pages, not the requested"), prediction.out());
        assertTrue(words(prediction).contains("The kernel has no transparent huge pages"), prediction.out());
        assertEquals(0, prediction.exitCode());
    }

    @Test
    void snapshotWithoutJvmsNamesTheOtherCommand() {
        for (String pid : List.of("", "42")) {
            List<String> words = new ArrayList<>(List.of("advise", "--snapshot", FOLDER + "aarch64-64k.json.gz"));
            if (!pid.isEmpty()) {
                words.addAll(List.of("--pid", pid));
            }
            Called called = Called.with(words.toArray(new String[0]));
            assertEquals(2, called.exitCode());
            assertTrue(called.err().contains("the snapshot has no JVM; hp-cli predict --snapshot"), called.err());
        }
    }

    @Test
    void ignoredPageSizeIsSaid() {
        String text = words(predict("no-1g-pool", "17.0.21", "-Xmx2g -XX:+UseLargePages -XX:LargePageSizeInBytes=1g"));
        assertTrue(text.contains("page size ignored: LargePageSizeInBytes=1 GiB has no effect"), text);
    }

    @ParameterizedTest
    @CsvSource({"17.0.2, 3", "17.0.9, 3", "17.0.10, 0"})
    void segmentedCodeCacheOnPagesOf1GiB(String jdk, int code) {
        Called called = predict(
                "pool-1g",
                jdk,
                "-XX:+UseLargePages -XX:+SegmentedCodeCache -XX:InitialCodeCacheSize=2g -XX:ReservedCodeCacheSize=2g"
                        + " -XX:LargePageSizeInBytes=1g -Xmx1g");
        assertEquals(code, called.exitCode(), called.out());
        assertEquals(code == 3, called.out().contains("Could not reserve enough space in CodeHeap"), called.out());
    }

    /** JDK-8349988: a JVM without limits takes its heap from the memory of the host. */
    @ParameterizedTest
    @CsvSource({"21.0.9, true", "21.0.13, false"})
    void missingControllersSwitchContainerSupportOff(String jdk, boolean risk) {
        Called called = Called.with(
                "predict", "--pod", FOLDER + "pod-auth.yaml", "--jdk", jdk, "--snapshot", FOLDER + "node-6.14.json.gz");
        assertEquals(risk, called.out().contains("limits ignored: "), called.out());
    }

    @ParameterizedTest
    @CsvSource({
        "pod, Kubernetes rejects the pod: huge pages need a request for cpu or memory",
        "pod-bytes, hugepages-2Mi is not a multiple of the page size",
        "pod-unequal, the request for hugepages-2Mi must equal its limit",
        "pod-1gi, the pod stays pending on this node: it requests 1 GiB of hugepages-1Gi",
        "pod-limits, 'Heap: hugetlb 2 MiB pages. The JVM starts.'"
    })
    void podsAreJudgedAsKubernetesDoes(String pod, String said) {
        Called called = Called.with(
                "predict",
                "--pod",
                FOLDER + "r22-" + pod + ".yaml",
                "--jdk",
                "21.0.9",
                "--snapshot",
                FOLDER + "node.json.gz");
        assertTrue(words(called).contains(said), called.out());
        assertEquals(pod.equals("pod-limits") ? 0 : 3, called.exitCode());
    }

    @Test
    void otherVmIsUnknown() {
        Called called = Called.with("predict", "--jdk", "8/openj9", "--", "java", "-Xmx25g", "-jar", "x.jar");
        assertEquals(4, called.exitCode());
        assertTrue(called.out().startsWith("Whether the JVM starts is unknown."), called.out());
    }

    @Test
    void releaseMeansItsNewestUpdate() {
        Called called = predict("node", "25", "-Xmx1g -XX:+UseG1GC -XX:+UseTransparentHugePages");
        assertTrue(called.out().contains("JDK 25.0.5, G1"), called.out());
    }

    /** THP of 512 MiB would make a heap of 256 MiB take 512 MiB: HP-602. */
    @Test
    void harmfulPagesAreNotEmitted() {
        Called called = Called.with(("emit --for jvm --snapshot " + FOLDER
                        + "aarch64-64k.json.gz --jdk 17.0.21 -- java -Xmx256m -jar x.jar")
                .split(" "));
        assertEquals(2, called.exitCode());
        assertTrue(called.err().contains("it would lead to HP-602"), called.err());
    }
}

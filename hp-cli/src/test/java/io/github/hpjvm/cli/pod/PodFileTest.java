package io.github.hpjvm.cli.pod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PodFileTest {
    private static final String DEPLOYMENT = """
            # a comment
            apiVersion: v1
            kind: ConfigMap
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: shop
            spec:
              template:
                spec:
                  containers:
                    - name: proxy
                      image: "proxy:1"
                    - name: app
                      command: ["/opt/java/bin/java"]
                      args: ["-Xmx$(SIZE)", "$$(SIZE)", "$(OTHER)"]
                      env:
                        - name: SIZE
                          value: 64m
                        - name: JDK_JAVA_OPTIONS
                          value: "-XX:+UseLargePages"
                        - name: SECRET
                          valueFrom: {secretKeyRef: {name: s, key: k}}
                      resources:
                        requests:
                          memory: 512Mi
                          hugepages-2Mi: 304Mi
                        limits:
                          memory: 0.5Gi
                          cpu: 1500m
                          hugepages-2Mi: 304Mi
            """;

    private static PodContainer container(String text) {
        return PodFile.container(text, Optional.empty());
    }

    private static String problem(String text) {
        return assertThrows(PodException.class, () -> container(text)).getMessage();
    }

    @Test
    void findsTheContainerOfTheJvm() {
        PodContainer app = container(DEPLOYMENT);
        assertEquals("Deployment shop", app.owner());
        assertEquals("app", app.name());
        assertEquals(List.of("/opt/java/bin/java", "-Xmx64m", "$(SIZE)", "$(OTHER)"), app.words());
        assertEquals(Map.of("SIZE", "64m", "JDK_JAVA_OPTIONS", "-XX:+UseLargePages"), app.environment());
        assertEquals(List.of("variable SECRET (line 23)"), app.unknown());
        assertEquals(List.of(), app.unread());
        assertEquals(List.of(), app.unreadWords());
        assertEquals(Optional.of(Bytes.ofMiB(512)), app.memory());
        assertEquals(Optional.of(1500L), app.cpu());
        assertEquals(Map.of(Bytes.ofMiB(2), Bytes.ofMiB(304)), app.hugePages());
        assertEquals("", app.pod().rejection());
        assertEquals(
                "proxy", PodFile.container(DEPLOYMENT, Optional.of("proxy")).name());
    }

    private static PodContainer app(String fields) {
        return container("kind: Pod\nspec:\n  containers:\n  - name: app\n" + fields.indent(4));
    }

    @Test
    void optionsThatTheManifestDoesNotHaveAreUnread() {
        assertEquals(List.of("variable JAVA_TOOL_OPTIONS (line 6)"), app("""
                env:
                - {name: JAVA_TOOL_OPTIONS, valueFrom: {secretKeyRef: {name: s, key: k}}}
                """).unread());
        assertEquals(List.of("variables of envFrom (line 6)"), app("""
                envFrom:
                - {configMapRef: {name: c}}
                """).unread());
        assertEquals(List.of("variables of envFrom (line 6)"), app("""
                envFrom:
                - {prefix: JAVA_, configMapRef: {name: c}}
                """).unread());
    }

    /** Variables of env replace those of envFrom. */
    @Test
    void envFromThatCannotHaveOptionsIsOnlyUnknown() {
        PodContainer app = app("""
                envFrom:
                - {configMapRef: {name: c}}
                - {prefix: DB_, secretRef: {name: s}}
                env:
                - {name: JAVA_TOOL_OPTIONS, value: -Xmx1g}
                - {name: JDK_JAVA_OPTIONS}
                - {name: _JAVA_OPTIONS, value: ""}
                """);
        assertEquals(List.of(), app.unread());
        assertEquals(List.of("variables of envFrom (line 6)", "variables of envFrom (line 7)"), app.unknown());
    }

    /** Kubernetes keeps a reference only to a variable that is not defined. */
    @Test
    void optionsWithAVariableFromElsewhereAreUnread() {
        PodContainer app = app("""
                command: [java]
                args: ["-Xms$(HALF)", "-Xmx$(HEAP)", "-Xss$(OTHER)", "-Dk=$(HEAP)", -cp, "$(HEAP)", -jar, "$(HEAP)", "-X$(HEAP)"]
                env:
                - {name: HEAP, valueFrom: {configMapKeyRef: {name: c, key: k}}}
                - {name: HALF, value: "$(HEAP)"}
                - {name: JAVA_TOOL_OPTIONS, value: "-Xmn$(HALF)  -XX:+UseLargePages"}
                """);
        assertEquals(List.of("-Xmn$(HEAP)"), app.unread());
        assertEquals(Map.of("HALF", "$(HEAP)", "JAVA_TOOL_OPTIONS", "-XX:+UseLargePages"), app.environment());
        assertEquals(List.of("-Xms$(HEAP)", "-Xmx$(HEAP)"), app.unreadWords());
        assertEquals(
                List.of("java", "-Xss$(OTHER)", "-Dk=$(HEAP)", "-cp", "$(HEAP)", "-jar", "$(HEAP)", "-X$(HEAP)"),
                app.knownWords());
    }

    /** It may be the main class, and the words after it arguments of the program. */
    @Test
    void aWordThatIsOnlyAReferenceEndsTheOptions() {
        PodContainer app = app("""
                command: [java, "-Xmx1g", "$(WORD)", "--port=$(WORD)", "-Xmx$(WORD)"]
                envFrom:
                - {configMapRef: {name: c}}
                """);
        assertEquals(List.of("$(WORD)"), app.unreadWords());
        assertEquals(app.words(), app.knownWords());
        PodContainer file = app("""
                command: [java, "@app.args", "-Xmx$(WORD)", Main]
                envFrom:
                - {configMapRef: {name: c}}
                """);
        assertEquals(List.of("java", "@app.args", "Main"), file.knownWords());
    }

    /** Pod-level resources: beta since Kubernetes 1.34. */
    @Test
    void aContainerWithoutALimitHasThatOfItsPod() {
        PodContainer app = container("""
                kind: Pod
                spec:
                  resources:
                    limits: {memory: 1Gi, cpu: 2, hugepages-2Mi: 600Mi, hugepages-1Gi: 2Gi}
                  containers:
                    - name: app
                      command: [java]
                      resources:
                        limits: {memory: 512Mi, hugepages-2Mi: 304Mi}
                """);
        assertEquals(Optional.of(Bytes.ofMiB(512)), app.memory());
        assertEquals(Optional.of(2000L), app.cpu());
        assertEquals(Map.of(Bytes.ofMiB(2), Bytes.ofMiB(304), Bytes.ofGiB(1), Bytes.ofGiB(2)), app.hugePages());
        assertEquals("", app.pod().rejection());
    }

    @Test
    void theResourcesOfAPodAreRejectedLikeThoseOfAContainer() {
        assertEquals(
                "line 4: hugepages-2Mi is not a multiple of the page size",
                container("""
                kind: Pod
                spec:
                  resources:
                    limits: {memory: 1Gi, hugepages-2Mi: 3Mi}
                  containers:
                    - command: [java]
                """).pod().rejection());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hugepages-2Mi: 304Mi} | hugepages-2Mi: 302Mi} | line 1: the request for hugepages-2Mi must equal its limit",
                "hugepages-2Mi: 304Mi, cpu: 1} | cpu: 1} | line 1: hugepages-2Mi has a request and no limit",
                "hugepages-2Mi: 3Mi} | hugepages-2Mi: 3Mi, cpu: 1} | line 1: hugepages-2Mi is not a multiple of the page size",
                "hugepages-2Mi: 4Mi} | hugepages-2Mi: 4Mi} | huge pages need a request for cpu or memory"
            })
    void namesTheObjectionOfKubernetes(String requests, String limits, String expected) {
        String pod = "{kind: Pod, spec: {containers: [{name: a, resources: {requests: {" + requests + ", limits: {"
                + limits + "}}]}}";
        assertEquals(expected, container(pod).pod().rejection());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{memory: 2Gi} | {memory: 1Gi} | line 1: the request for memory exceeds its limit",
                "{cpu: 1500m} | {cpu: 1} | line 1: the request for cpu exceeds its limit",
                "{memory: 1Gi, cpu: 0.1} | {memory: 1024Mi, cpu: 100m} | ''",
                "{memory: 1Gi} | {cpu: 1} | ''",
            })
    void aRequestAboveItsLimitIsRejected(String requests, String limits, String expected) {
        String resources = "resources: {requests: " + requests + ", limits: " + limits + "}}";
        String own = "{kind: Pod, spec: {containers: [{name: a, " + resources + "]}}";
        assertEquals(expected, container(own).pod().rejection());
        String other = "{kind: Pod, spec: {initContainers: [{name: b, " + resources
                + "], containers: [{name: a, command: [java]}]}}";
        assertEquals(expected, container(other).pod().rejection(), "also that of another container");
    }

    /** KEP 2837. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "requests: {cpu: 1} | requests: {cpu: 600m} | line 4: the containers request more cpu than the pod",
                "requests: {cpu: 1200m} | requests: {cpu: 600m} | ''",
                "limits: {memory: 1Gi} | limits: {memory: 2Gi} | line 7: the limit for memory exceeds the limit of the pod",
                "limits: {cpu: 1, hugepages-2Mi: 6Mi} | limits: {cpu: 1, hugepages-2Mi: 4Mi} | line 4: the containers request more hugepages-2Mi than the pod",
                "limits: {memory: 3Gi} | limits: {memory: 2Gi} | ''",
            })
    void containersThatExceedTheirPodAreRejected(String pod, String container, String expected) {
        String text = "kind: Pod\nspec:\n  resources:\n    " + pod + "\n  containers:\n  - name: a\n    resources: {"
                + container + "}\n  - {name: b, resources: {" + container + "}}\n";
        assertEquals(expected, PodFile.container(text, Optional.of("a")).pod().rejection());
    }

    /** PodRequests of Kubernetes: the sum of what runs together, or more while the pod initializes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 4",
                "{name: i, resources: {limits: {memory: 1Gi, hugepages-2Mi: 3Mi}}} | 4",
                "{name: i, resources: {limits: {memory: 1Gi, hugepages-2Mi: 10Mi}}} | 10",
                "{name: s, restartPolicy: Always, resources: {limits: {memory: 1Gi, hugepages-2Mi: 10Mi}}} | 14",
                "{name: s, restartPolicy: Always, resources: {limits: {memory: 1Gi, hugepages-2Mi: 2Mi}}}, {name: i, resources: {limits: {hugepages-2Mi: 8Mi}}} | 10",
                "{name: i, resources: {limits: {hugepages-2Mi: 8Mi}}}, {name: s, restartPolicy: Always, resources: {limits: {hugepages-2Mi: 2Mi}}} | 8",
            })
    void aPodRequestsTheHugePagesOfAllContainers(String init, long mebibytes) {
        String app = "resources: {limits: {memory: 1Gi, hugepages-2Mi: 2Mi}}}";
        String text = "{kind: Pod, spec: {initContainers: [" + init + "], containers: [{name: a, command: [java], "
                + app + ", {name: b, " + app + "]}}";
        PodContainer container = container(text);
        assertEquals("a", container.name());
        assertEquals(
                Map.of(Bytes.ofMiB(2), Bytes.ofMiB(mebibytes)), container.pod().hugePages());
    }

    @Test
    void theRequestsOfAPodReplaceThoseOfItsContainers() {
        PodResources pod = container("""
                kind: Pod
                spec:
                  resources:
                    requests: {memory: 3Gi}
                    limits: {memory: 4Gi, cpu: 8, hugepages-2Mi: 64Mi}
                  containers:
                  - {name: a, command: [java], resources: {requests: {memory: 1Gi, cpu: 500m}}}
                """).pod();
        assertEquals(Bytes.ofGiB(3), pod.memory());
        assertEquals(500, pod.cpu());
        assertEquals(Map.of(Bytes.ofMiB(2), Bytes.ofMiB(64)), pod.hugePages());
    }

    @Test
    void aContainerThatInitializesIsFoundByItsName() {
        String text = "{kind: Pod, spec: {initContainers: [{name: i, command: [java]}], containers: [{name: a}]}}";
        assertEquals("a", container(text).name());
        assertEquals("i", PodFile.container(text, Optional.of("i")).name());
    }

    /** Each variable has twice the length of the one before: the last would have 2^40 characters. */
    @Test
    void variablesThatExpandEachOtherAreLimited() {
        StringBuilder pod =
                new StringBuilder("kind: Pod\nspec:\n  containers:\n  - env:\n    - {name: V0, value: xx}\n");
        for (int i = 1; i < 40; i++) {
            pod.append("    - {name: V")
                    .append(i)
                    .append(", value: $(V")
                    .append(i - 1)
                    .append(")$(V")
                    .append(i - 1);
            pod.append(")}\n");
        }
        String limit = ": the command and the variables of the container expand to more than 6 MiB,"
                + " and Linux starts no program with more";
        assertEquals("line 26" + limit, problem(pod.toString()));
        String word = "    - {name: V, value: " + "x".repeat(4096) + "}\n    args: [";
        String args = "kind: Pod\nspec:\n  containers:\n  - env:\n" + word + "\"$(V)\",".repeat(2000) + "]\n";
        assertEquals("line 6" + limit, problem(args));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hugepages-0Mi", "hugepages-00Mi", "hugepages-Mi", "hugepages-2", "hugepages-99999Gi"})
    void pageSizesThatDoNotExistAreRefused(String resource) {
        String pod = "{kind: Pod, spec: {containers: [{resources: {limits: {memory: 1Gi, " + resource + ": 4Mi}}}]}}";
        assertEquals("line 1: expected a resource such as hugepages-2Mi, got " + resource, problem(pod));
    }

    @Test
    void problemsHaveTheirLine() {
        assertEquals("line 3: expected a list, got a text", problem("kind: Pod\nspec:\n  containers: all\n"));
        assertTrue(problem("kind: Pod\nspec: [}\n").startsWith("line 2: "), problem("kind: Pod\nspec: [}\n"));
        assertTrue(problem("kind: Service\n").contains("no containers"), problem("kind: Service\n"));
        assertTrue(problem("a: 1\na: 2\n").startsWith("line 2"), problem("a: 1\na: 2\n"));
        String two = "kind: Pod\nspec: {containers: [{name: a}, {name: b}]}\n";
        assertEquals("line 1: several containers, choose one with --container: a, b", problem(two));
        String bad = "kind: Pod\nspec:\n  containers:\n  - resources:\n      limits: {memory: lots}\n";
        assertEquals("line 5: expected a quantity such as 2Gi, got 'lots'", problem(bad));
        assertTrue(problem("[".repeat(100_000)).startsWith("line 1: "), "deep");
        assertTrue(problem("&a [*a, *a]: ").startsWith("line 1: "), "recursive");
    }

    @ParameterizedTest
    @CsvSource({"2Gi,2147483648", "1.5G,1500000000", "1e3,1000", "128,128", "100m,1", "0.5Ki,512"})
    void readsQuantities(String text, long bytes) {
        assertEquals(bytes, Quantity.whole(YamlValue.documents("'" + text + "'").get(0)));
    }

    private static PodContainer resources(String rest) {
        return container(
                "x: &base {command: [java], resources: {limits: &res {hugepages-2Mi: 64Mi, memory: 2Gi, cpu: 1}}}\n"
                        + "kind: Pod\nspec:\n  containers:\n    - " + rest + "\n");
    }

    /** As `kubectl label --local` reads them; own keys win, and the earlier mapping of a list. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{name: a, command: [java], resources: {limits: {<<: *res}}} | 2147483648",
                "{<<: *base, name: a} | 2147483648",
                "{name: a, command: [java], resources: {limits: {memory: 1Gi, <<: *res}}} | 1073741824",
                "{name: a, command: [java], resources: {limits: {<<: [{memory: 3Gi}, *res]}}} | 3221225472"
            })
    void mergesMappings(String text, long memory) {
        PodContainer merged = resources(text);
        assertEquals(Optional.of(Bytes.of(memory)), merged.memory());
        assertEquals(Map.of(Bytes.ofMiB(2), Bytes.ofMiB(64)), merged.hugePages());
        assertTrue(merged.startsJava());
    }

    /** Each mapping is merged ten times into the next one. */
    @Test
    void refusesManyMerges() {
        StringBuilder text = new StringBuilder("a0: &a0 {memory: 1Gi}\n");
        for (int i = 1; i <= 12; i++) {
            text.append("a%d: &a%d {<<: [%s]}\n"
                    .formatted(i, i, String.join(", ", Collections.nCopies(10, "*a" + (i - 1)))));
        }
        text.append("kind: Pod\nspec: {containers: [{name: a, resources: {limits: {<<: *a12}}}]}\n");
        assertTrue(problem(text.toString()).contains("Number of aliases"));
    }

    /** Zero is no limit to the kubelet, and then that of the pod counts. */
    @Test
    void aLimitOfZeroIsNone() {
        PodContainer zero =
                container("kind: Pod\nspec:\n  resources: {limits: {memory: 4Gi}}\n  containers:\n    - name: a\n"
                        + "      resources: {limits: {memory: 0, cpu: 0}, requests: {cpu: 0}}\n");
        assertEquals(Optional.of(Bytes.ofGiB(4)), zero.memory());
        assertEquals(Optional.empty(), zero.cpu());
        assertEquals(Optional.empty(), zero.cpuRequest());
    }

    @Test
    void aTildeIsNoValue() {
        assertEquals(
                Optional.empty(),
                container("kind: Pod\nspec: {containers: [{name: a, resources: {limits: ~}}]}\n")
                        .memory());
    }

    private static final String TWO = """
            kind: List
            items:
              - kind: Deployment
                metadata: {name: a}
                spec: {template: {spec: {containers: [{name: app, command: [java]}]}}}
              - kind: Deployment
                metadata: {name: b}
                spec: {template: {spec: {containers: [{name: app, command: [java, -jar, b.jar]}]}}}
            """;

    @Test
    void ofTwoWorkloadsTheOwnerNamesTheContainer() {
        assertEquals(
                "Deployment b",
                PodFile.container(TWO, Optional.of("deployment/b/app")).owner());
        String choice = "--container: Deployment/a/app, Deployment/b/app";
        assertTrue(problem(TWO).contains(choice), problem(TWO));
        String ambiguous = assertThrows(PodException.class, () -> PodFile.container(TWO, Optional.of("app")))
                .getMessage();
        assertTrue(ambiguous.contains("several containers app, choose one with " + choice), ambiguous);
    }

    /** The alias makes the list an item of itself. */
    @Test
    void aListThatIsItsOwnItemEnds() {
        assertEquals("app", container("""
                kind: List
                items:
                  - kind: List
                    items: [{kind: Pod, spec: {containers: [{name: app, command: [java]}]}}]
                """).name());
        assertTrue(
                problem("&a {kind: List, items: [*a]}\n").contains("Deployment"),
                problem("&a {kind: List, items: [*a]}\n"));
    }
}

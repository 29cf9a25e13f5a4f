package io.github.hpjvm.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.json.SavedCampaign;
import io.github.hpjvm.bench.run.command.TryOptions;
import io.github.hpjvm.bench.run.jar.JmhWords;
import io.github.hpjvm.bench.run.jar.NamedJars;
import io.github.hpjvm.console.error.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContinuationTest {
    @TempDir
    private Path folder;

    private Map<String, String> complete(Map<String, String> more) throws IOException {
        Files.writeString(folder.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [],
                 "options": {"seed": "7", "metric": "tps = ([0-9.]+)", "better": "higher",
                             "gate": ".*:thp<=0.95", "export-junit": "gates.xml", "check-alone": "true",
                             "rounds": "6", "provision": "true"}}
                """);
        Map<String, String> given = new HashMap<>(more);
        given.put("continue", folder.toString());
        return Continuation.complete(given);
    }

    /** The runs of the first campaign are a throughput: without its metric they would count as seconds. */
    @Test
    void aMetricOfTryIsThatOfTheFirstCampaign() throws IOException {
        Map<String, String> all = complete(Map.of());
        assertEquals("tps = ([0-9.]+)", all.get("metric"));
        assertEquals("higher", all.get("better"));
        assertEquals("7", all.get("seed"));
        assertTrue(!all.containsKey("load"), all.toString());
    }

    /** Without its gate, the build of an interrupted campaign would pass. */
    @Test
    void gatesAndExportsApplyAgain() throws IOException {
        Map<String, String> all = complete(Map.of("export-junit", "", "provision", ""));
        assertEquals(".*:thp<=0.95", all.get("gate"));
        assertEquals("gates.xml", all.get("export-junit"));
        assertEquals("true", all.get("check-alone"));
        assertTrue(!all.containsKey("export-csv") && !all.containsKey("rounds"), all.toString());
        assertEquals("", all.get("provision"), "each campaign asks for changes of the host");
        assertEquals(".*:thp<=1", complete(Map.of("gate", ".*:thp<=1")).get("gate"));
    }

    /** Each further run of a slow command would be killed. */
    @Test
    void theTimeoutAppliesAgainUnlessItIsGivenAnew() throws IOException {
        Map<String, String> first = Map.of("timeout", "40m");
        assertEquals("40m", BenchOptions.parse(first, Profile.OWN, 1).setting().get("timeout"));
        Files.writeString(folder.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [],
                 "options": {"seed": "7", "timeout": "40m"}}
                """);
        String again = folder.toString();
        assertEquals("40m", Continuation.complete(Map.of("continue", again)).get("timeout"));
        assertEquals(
                "1h",
                Continuation.complete(Map.of("continue", again, "timeout", "1h"))
                        .get("timeout"));
    }

    @Test
    void anotherMetricIsRefused() {
        String message = assertThrows(UsageException.class, () -> complete(Map.of("better", "lower")))
                .getMessage();
        assertTrue(
                message.startsWith("better: the campaign in ") && message.endsWith("not 'lower'; leave it out"),
                message);
        assertThrows(UsageException.class, () -> complete(Map.of("until", "ready")));
    }

    /** Rounds of two builds would be one sample. */
    @Test
    void aJarThatWasBuiltAgainIsRefused() throws IOException {
        Path jar = Files.writeString(folder.resolve("with space.jar"), "one build");
        Path library = Files.writeString(folder.resolve("library.jar"), "library");
        List<String> words = List.of("-cp", folder + ":" + library, "-jar", jar.toString(), "--in=absent.jar");
        Map<String, String> first = NamedJars.addTo(Map.of(), words);
        assertEquals(2, first.get("jars").lines().count(), first.toString());
        Map<String, String> setting = BenchOptions.parse(first, Profile.OWN, 1).setting();
        Path campaign = Files.createDirectory(folder.resolve("campaign"));
        Files.writeString(campaign.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [],
                 "options": {"seed": "1", "jars": "%s", "variant": "x=classpath:%s"}}
                """.formatted(
                        setting.get("jars").replace("\n", "\\n"), library));
        Map<String, String> again = Map.of("continue", campaign.toString());
        assertEquals(
                first.get("jars"),
                Continuation.complete(NamedJars.addTo(again, words)).get("jars"));
        assertEquals(
                first.get("jars"),
                Continuation.complete(NamedJars.addTo(again, List.of("-jar", jar.toString())))
                        .get("jars"),
                "a third campaign compares the jar of the variant, too");
        Path moved = Files.writeString(folder.resolve("moved.jar"), "one build");
        Continuation.complete(NamedJars.addTo(again, List.of("-jar", moved.toString())));
        Path other = Files.writeString(folder.resolve("other.jar"), "another build");
        assertThrows(
                UsageException.class,
                () -> Continuation.complete(NamedJars.addTo(again, List.of("-jar", other.toString()))));
        Files.writeString(library, "another build");
        assertThrows(
                UsageException.class,
                () -> Continuation.complete(again),
                "a variant of the first campaign names it, and no option of this one");
        String message = assertThrows(UsageException.class, () -> Continuation.complete(NamedJars.addTo(again, words)))
                .getMessage();
        assertTrue(message.startsWith("continue: " + library + " is not a jar that the campaign in "), message);
    }

    /** The campaign measured the first build, of which there is a copy. */
    @Test
    void aCopyOfTheJarMayBeMeasuredAfterANewBuild() throws IOException {
        Path jar = Files.writeString(folder.resolve("app.jar"), "one build");
        Path copy = Files.copy(jar, folder.resolve("copy.jar"));
        String jars = NamedJars.addTo(Map.of(), List.of(jar.toString())).get("jars");
        Files.writeString(folder.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [],
                 "options": {"seed": "1", "jars": "%s"}}
                """.formatted(jars));
        Files.writeString(jar, "another build");
        Map<String, String> given = Map.of("continue", folder.toString());
        assertEquals(
                jars.replace("app.jar", "copy.jar"),
                Continuation.complete(NamedJars.addTo(given, List.of(copy.toString())))
                        .get("jars"));
        assertThrows(
                UsageException.class,
                () -> Continuation.complete(NamedJars.addTo(given, List.of(copy.toString(), jar.toString()))));
    }

    /** A read of {@code /proc/kmsg} waits for the next message of the kernel. */
    @Test
    void aFileWithoutASizeIsNotRead() {
        Map<String, String> given = Map.of("jar", "/proc/self/status");
        assertEquals(given, NamedJars.addTo(given, List.of()));
    }

    private Map<String, String> ofJars(Path jar, Path against) {
        return NamedJars.addTo(
                Map.of("continue", folder.toString(), "jar", jar.toString(), "against", against.toString()), List.of());
    }

    private void requireSameJars(Map<String, String> given) {
        Continuation.requireSubject(SavedCampaign.Subject.JAR, given);
        Continuation.complete(given);
    }

    /** The ratio of exchanged jars is the reciprocal one. */
    @Test
    void exchangedJarsAreRefusedAndMovedOnesAreNot() throws IOException {
        Path base = Files.writeString(folder.resolve("base.jar"), "one build");
        Path head = Files.writeString(folder.resolve("head"), "another build");
        Map<String, String> first = ofJars(base, head);
        assertEquals(2, first.get("jars").lines().count(), "a jar may have any ending: " + first);
        Files.writeString(folder.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [], "profile": "own",
                 "options": {"seed": "1", "jmh": "", "jar": "%s", "against": "%s", "jars": "%s"}}
                """.formatted(
                        base, head, first.get("jars").replace("\n", "\\n")));
        requireSameJars(first);
        requireSameJars(ofJars(Files.copy(base, folder.resolve("a")), Files.copy(head, folder.resolve("b.jar"))));
        assertEquals(
                "continue: the campaign in " + folder + " measured " + head + " in another role; give --jar " + base
                        + " or a copy of it",
                assertThrows(UsageException.class, () -> requireSameJars(ofJars(head, base)))
                        .getMessage());
        assertThrows(UsageException.class, () -> requireSameJars(ofJars(base, base)));
        Files.writeString(base, "another build");
        assertThrows(UsageException.class, () -> requireSameJars(ofJars(base, head)), "promoted");
        assertThrows(
                UsageException.class,
                () -> Continuation.complete(
                        NamedJars.addTo(Map.of("continue", folder.toString()), List.of("-jar", base.toString()))),
                "promoted, without a role");
        Files.writeString(head, "a third build");
        String message = assertThrows(UsageException.class, () -> requireSameJars(ofJars(folder.resolve("a"), head)))
                .getMessage();
        assertTrue(message.startsWith("continue: " + head + " is not a jar that the campaign in "), message);
    }

    private Map<String, String> withVariant(String recorded, String given) throws IOException {
        Files.writeString(folder.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [],
                 "options": {"seed": "1", "variant": "%s"}}
                """.formatted(recorded));
        return Continuation.complete(Map.of("continue", folder.toString(), "variant", given));
    }

    /** The credential of a variant is not in the results of the first campaign. */
    @Test
    void aMaskedVariantIsTypedAgain() throws IOException {
        String raw = "b=-Ddb.password=hunter2";
        String recorded = BenchOptions.parse(Map.of("variant", raw), Profile.OWN, 1)
                .setting()
                .get("variant");
        assertEquals(
                "variant: type the variants of the campaign again: b='-Ddb.password=***'",
                assertThrows(UsageException.class, () -> withVariant(recorded, ""))
                        .getMessage());
        assertEquals(raw, withVariant(recorded, raw).get("variant"));
        assertEquals(raw, withVariant(raw, raw).get("variant"), "an earlier version did not mask it");
        assertEquals(raw, withVariant(raw, "").get("variant"));
        String other = assertThrows(UsageException.class, () -> withVariant(recorded, raw + " -Dx=1"))
                .getMessage();
        assertTrue(other.startsWith("variant: the campaign in ") && !other.contains("hunter2"), other);
        assertTrue(other.endsWith("; type the variants as they were"), other);
        assertEquals("b=-Dx=1", withVariant("b=-Dx=1", "").get("variant"));
    }

    /** A load is recorded and compared as it is shown. */
    @Test
    void aCampaignWithFullCommandLinesIsContinuedWithThem() throws IOException {
        Map<String, String> first =
                Map.of("load", "wrk -d2 http://localhost/", "until", "up", "full-command-line", "true");
        Map<String, String> setting =
                BenchOptions.parse(TryOptions.shown(first), Profile.OWN, 1).setting();
        Files.writeString(
                folder.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [], "profile": "own",
                 "options": {"seed": "1", "until": "up", "load": "%s", "full-command-line": "%s"}}
                """.formatted(setting.get("load"), setting.get("full-command-line")));
        Map<String, String> given = Map.of("continue", folder.toString(), "load", first.get("load"));
        Map<String, String> all = Continuation.complete(TryOptions.shown(Continuation.asShown(given)));
        assertEquals("wrk -d2 http://localhost/", all.get("load"));
        assertTrue(TryOptions.parse(List.of("java", "A", "one"), all).fullCommandLine());
        assertEquals(Map.of("load", "x"), Continuation.asShown(Map.of("load", "x")));
    }

    /** The name of the variant of the second jar is in its runs. */
    @Test
    void theSecondJarMustBeGivenAgain() throws IOException {
        Map<String, String> given = Map.of("continue", folder.toString(), "jar", "a.jar");
        Map<String, String> both = new HashMap<>(given);
        both.put("against", "b.jar");
        Files.writeString(folder.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [], "profile": "own",
                 "options": {"seed": "7", "jar": "a.jar", "jmh": ""}}
                """);
        Continuation.requireSubject(SavedCampaign.Subject.JAR, given);
        assertEquals(
                "continue: the campaign in " + folder + " measured one jar; leave out --against",
                assertThrows(UsageException.class, () -> Continuation.requireSubject(SavedCampaign.Subject.JAR, both))
                        .getMessage());
        Files.writeString(folder.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [], "profile": "own",
                 "options": {"seed": "7", "jar": "a.jar", "against": "b.jar", "jmh": ""}}
                """);
        Continuation.requireSubject(SavedCampaign.Subject.JAR, both);
        assertEquals(
                "continue: the campaign in " + folder + " measured two jars; add --against b.jar",
                assertThrows(UsageException.class, () -> Continuation.requireSubject(SavedCampaign.Subject.JAR, given))
                        .getMessage());
    }

    /** The options that another campaign of these commands gets which continues the first one. */
    private Map<String, String> again(Map<String, List<String>> first, Map<String, List<String>> second)
            throws IOException {
        String digests = Continuation.withArguments(Map.of(), first).get("arguments");
        Files.writeString(folder.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [],
                 "options": {"seed": "1", "arguments": "%s"}}
                """.formatted(digests.replace("\n", "\\n")));
        Map<String, String> all = Continuation.withArguments(Map.of("continue", folder.toString()), second);
        assertEquals(digests, all.get("arguments"), "a third campaign has to be comparable with the first one");
        return all;
    }

    private String refused(Map<String, List<String>> first, Map<String, List<String>> second) {
        return assertThrows(UsageException.class, () -> again(first, second)).getMessage();
    }

    /** A report shows "java -cp x App (2 arguments)" for both programs, so the rounds of both would be one sample. */
    @Test
    void otherArgumentsOfACommandAreRefused() throws IOException {
        List<String> one = List.of("java", "-cp", "x", "App", "one", "two");
        List<String> other = List.of("java", "-cp", "x", "App", "two", "one");
        again(Map.of("command", one), Map.of("command", one));
        assertEquals(
                "continue: the arguments of --b are not those of the campaign in " + folder
                        + "; give the same ones, or start a new campaign",
                refused(Map.of("a", one, "b", one), Map.of("a", one, "b", other)));
        List<String> load = List.of("wrk", "-c", "10");
        assertTrue(refused(
                        Map.of("command", one, "load", load),
                        Map.of("command", one, "load", List.of("wrk", "-c", "99")))
                .contains("the arguments of --load are not"));
        assertTrue(refused(Map.of("command", one), Map.of("command", List.of("java", "-cp", "x", "App", "one two")))
                .contains("the arguments of the command are not"));
        assertTrue(refused(Map.of("command", one), Map.of("a", one, "b", other))
                .endsWith(" measured one command; give it after two dashes"));
        assertTrue(refused(Map.of("a", one, "b", other), Map.of("command", one))
                .endsWith(" measured two commands; give --a and --b"));
    }

    /** A report may be shared, so a digest must confirm no guess of a password. */
    @Test
    void aDigestKeepsCredentialsSecret() throws IOException {
        List<String> command = List.of("java", "App", "--password", "first", "-Dapi.token=first", "data");
        again(
                Map.of("command", command),
                Map.of("command", List.of("java", "App", "--password", "second", "-Dapi.token=second", "data")));
        Map<String, List<String>> commands = Map.of("command", command);
        String one = Continuation.withArguments(Map.of(), commands).get("arguments");
        assertTrue(one.matches("[0-9a-f]{32}  salt\n[0-9a-f]{4}  command"), one);
        assertTrue(!one.equals(Continuation.withArguments(Map.of(), commands).get("arguments")), "salted");
        assertEquals(
                one,
                BenchOptions.parse(Map.of("arguments", one), Profile.OWN, 1)
                        .setting()
                        .get("arguments"));
        String none = Continuation.withArguments(Map.of(), Map.of("command", List.of("java", "-jar", "a.jar")))
                .get("arguments");
        assertTrue(none.endsWith("\nnone  command"), none);
    }

    @Test
    void damagedOrMissingDigestsAreNoDigests() throws IOException {
        Map<String, List<String>> commands = Map.of("command", List.of("java", "App", "one"));
        Map<String, String> given = Map.of("continue", folder.toString());
        for (String salt : List.of("", "xy  salt\\n", "  salt\\n")) {
            Files.writeString(folder.resolve("results.json"), """
                    {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [],
                     "options": {"seed": "1", "arguments": "%s00  command"}}
                    """.formatted(salt));
            assertTrue(assertThrows(UsageException.class, () -> Continuation.withArguments(given, commands))
                    .getMessage()
                    .contains("are damaged: the option arguments has no salt"));
        }
        Files.writeString(folder.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [],
                 "options": {"seed": "1"}}
                """);
        assertEquals(given, Continuation.withArguments(given, commands), "the arguments are unknown");
    }

    private Map<String, String> ofJar(String words, Map<String, String> more) throws IOException {
        Files.writeString(folder.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [],
                 "options": {"seed": "7", "profile": "own", "jar": "a.jar", "jmh": "%s"}}
                """.formatted(words));
        Map<String, String> given = new HashMap<>(more);
        given.put("continue", folder.toString());
        return Continuation.complete(given);
    }

    /** Forks with another time, parameters or benchmarks are not comparable. */
    @Test
    void theOptionsOfJmhAreThoseOfTheFirstCampaign() throws IOException {
        String first = "'Map.*get' -wi 1 -w 100ms";
        List<String> words = List.of("Map.*get", "-wi", "1", "-w", "100ms");
        assertEquals(words, JmhWords.of(List.of(), ofJar(first, Map.of("jmh", ""))));
        assertEquals(words, JmhWords.of(words, ofJar(first, Map.of("jmh", JmhWords.shown(words)))));
        String message = assertThrows(
                        UsageException.class,
                        () -> ofJar(first, Map.of("jmh", JmhWords.shown(List.of("-wi", "1", "-w", "50ms")))))
                .getMessage();
        assertTrue(message.endsWith("had ''Map.*get' -wi 1 -w 100ms', not '-wi 1 -w 50ms'; leave it out"), message);
    }

    /** Files of earlier versions have neither the options of JMH nor override. */
    @Test
    void optionsThatAnEarlierVersionDidNotRecordAreNotCompared() throws IOException {
        Files.writeString(folder.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [],
                 "options": {"seed": "7", "profile": "own"}}
                """);
        Map<String, String> all =
                Continuation.complete(Map.of("continue", folder.toString(), "jmh", "Map.*get", "override", "true"));
        assertEquals(List.of("Map.*get"), JmhWords.of(List.of("Map.*get"), all));
        assertEquals("true", all.get("override"));
        assertThrows(UsageException.class, () -> ofJar("", Map.of("jmh", "Map.*get")), "it had none");
        assertThrows(UsageException.class, () -> ofJar("", Map.of("jmh", "", "override", "true")));
    }

    /** A JVM would get the mask. */
    @Test
    void aMaskedOptionOfJmhMustBeTypedAgain() throws IOException {
        List<String> words = List.of("-jvmArgs", "-Xmx1g -Dkey=secret");
        String shown = JmhWords.shown(words);
        assertEquals("-jvmArgs '-Xmx1g -Dkey=***'", shown);
        Map<String, String> all = ofJar(shown, Map.of("jmh", ""));
        String message = assertThrows(UsageException.class, () -> JmhWords.of(List.of(), all))
                .getMessage();
        assertTrue(message.startsWith("jmh: type the options of the campaign again: -jvmArgs"), message);
        assertEquals(words, JmhWords.of(words, ofJar(shown, Map.of("jmh", shown))));
    }

    @Test
    void jvmArgumentsAreMaskedInEachForm() {
        assertEquals("--jvmArgsAppend '-Dkey=***'", JmhWords.shown(List.of("--jvmArgsAppend", "-Dkey=secret")));
        assertEquals("'-jvmArgs=-Dkey=***'", JmhWords.shown(List.of("-jvmArgs=-Dkey=secret")));
        assertEquals(
                "'--jvmArgsPre=-Xmx1g -Dkey=***' -wi 1",
                JmhWords.shown(List.of("--jvmArgsPre=-Xmx1g -Dkey=secret", "-wi", "1")));
    }

    /** Only double quotes are special to JMH. */
    @Test
    void jvmArgumentsAreDividedAsJmhDividesThem() {
        List<String> words = List.of("-jvmArgs", "-Xmx1g -Xbootclasspath/a:it's");
        assertEquals(words, JmhWords.of(List.of(), Map.of("jmh", JmhWords.shown(words))));
        assertEquals("-jvmArgs '-Xmx1g -Dkey=***'", JmhWords.shown(List.of("-jvmArgs", "-Xmx1g -Dkey=it's")));
        assertEquals("-jvmArgs '-Dkey=*** -Xmx1g'", JmhWords.shown(List.of("-jvmArgs", "\"-Dkey=a b\" -Xmx1g")));
        assertEquals("-jvmArgs '-Dkey=***'", JmhWords.shown(List.of("-jvmArgs", "\"-Dkey=not closed")));
    }

    @Test
    void severalMetricsAreShownOnOneLine() throws IOException {
        String message = assertThrows(
                        UsageException.class, () -> complete(Map.of("metric", "p50=([0-9]+)\np99=([0-9]+)")))
                .getMessage();
        assertTrue(message.contains("not 'p50=([0-9]+), p99=([0-9]+)'"), message);
    }

    /** Without its jar, a line on gates that name the variant b would be the first that a user reads. */
    @Test
    void aCampaignOfAnotherKindIsRefusedWithTheOptionsToType() throws IOException {
        Files.writeString(folder.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [], "profile": "own",
                 "command": "hp-cli bench run --jar ... --against ... --seed 7",
                 "options": {"seed": "7", "gate": ".*:b<=1.1", "jars": "aa  /x/base.jar\\nbb  /x/head.jar"}}
                """);
        Map<String, String> given = Map.of("continue", folder.toString());
        Continuation.requireSubject(SavedCampaign.Subject.JAR, given);
        assertEquals(
                "continue: the campaign in " + folder
                        + " measured a JMH jar; give --jar, and if there was one --against,"
                        + " to hp-cli bench run again; its jars: /x/base.jar, /x/head.jar",
                assertThrows(
                                UsageException.class,
                                () -> Continuation.requireSubject(SavedCampaign.Subject.WORKLOADS, given))
                        .getMessage());
        Continuation.requireSubject(SavedCampaign.Subject.WORKLOADS, Map.of());
    }
}

package io.github.hpjvm.bench.report.json;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.Seeds;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.ResultFiles;
import io.github.hpjvm.bench.report.compare.DifferenceText;
import io.github.hpjvm.bench.report.compare.ResultsDifference;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.console.error.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that any file is read or rejected with one line. */
class SavedResultsJsonTest {
    private static final String QUICK = ResultsJson.write(Campaigns.quick());

    private static String refused(String text) {
        String message = assertThrows(UsageException.class, () -> SavedResultsJson.read("a.json", text))
                .getMessage();
        assertEquals(1, message.lines().count(), message);
        assertTrue(message.startsWith("a.json"), message);
        return message;
    }

    @Test
    void showsNoHiddenCharacterOfAFile() {
        String said = refused(QUICK.replaceFirst("false", "f\u0000\u009b\u202e\u2028alse"));
        assertTrue(said.codePoints().noneMatch(c -> Character.isISOControl(c) || c == 0x202e || c == 0x2028), said);
    }

    @Test
    void readsBackWhatWasWritten() {
        SavedResults saved = SavedResultsJson.read("a.json", QUICK);
        long counting =
                Campaigns.quick().runs().stream().filter(run -> run.counts()).count();
        assertEquals(counting, saved.runs().size());
        SavedResults.Side thp = new SavedResults.Side("ByteArrayTouch.touch", Map.of("size", "1000000"), "thp");
        assertEquals(6, saved.costs(thp).size());
        assertEquals(7 * 1.01 * 1.001, saved.costs(thp).get(1), 1e-9);
        assertEquals(
                List.of("hp-bench", "jmh", "kernel"),
                saved.setting().keySet().stream().limit(3).toList(),
                "the JVM is first");
        assertEquals("6.1.0-test", saved.setting().get("kernel"));
        assertEquals("21.0.9+10", saved.setting().get("jdk"));
        assertEquals("123456", saved.setting().get("seed"));
        assertEquals("-Xmx1g", saved.setting().get("arguments of thp"));
    }

    /** The report's verdict is by CPU time, and so is the comparison of two reports. */
    @Test
    void aCampaignByCpuTimeIsComparedByCpuTime() {
        Case subject = new Case(Samples.ofSize(1000).workload().by(Clock.CPU), Map.of("size", "1000"));
        SavedResults first = SavedResultsJson.read("a.json", byCpu(subject, 5));
        SavedResults.Side thp = new SavedResults.Side("ByteArrayTouch.touch", Map.of("size", "1000"), "thp");
        assertEquals(Map.of(1, 5.0, 2, 5.0, 3, 5.0, 4, 5.0), first.costs(thp));
        assertTrue(first.isCpuTime(thp));
        ResultsDifference difference = ResultsDifference.of(first, SavedResultsJson.read("b.json", byCpu(subject, 10)));
        assertEquals(2, difference.rows().get(0).cost().ratio(), 1e-9);
        assertTrue(DifferenceText.write(difference, false)
                .contains("By CPU time, as their verdicts: ByteArrayTouch.touch."));
        Case other = new Case(subject.workload().by(Clock.WALL), subject.params());
        SavedResults byWall = SavedResultsJson.read("c.json", byCpu(other, 10));
        String said = assertThrows(UsageException.class, () -> ResultsDifference.of(first, byWall))
                .getMessage();
        assertTrue(said.endsWith("its unit is ns of CPU time in a.json and ns/op in c.json"), said);
    }

    private static String byCpu(Case subject, double nanos) {
        Timing timing = new Timing(
                Interleave.FORKS, 0, Optional.empty(), OptionalDouble.empty(), OptionalDouble.of(nanos), List.of());
        return ResultsJson.write(Campaigns.of(
                List.of(subject),
                IntStream.rangeClosed(1, 4)
                        .mapToObj(round ->
                                run(subject, "thp", round, 7).timing(timing).build())
                        .toList()));
    }

    /** What was measured differs although the names of the programs are equal. */
    @Test
    void namesTheCommandsAndOptionsThatDiffer() {
        Results one = Campaigns.rate(Map.of());
        Results other = Campaigns.rate(Map.of("clock", "wall", "load", "wrk x"));
        SavedResults a = SavedResultsJson.read("a.json", ResultsJson.write(one));
        SavedResults b = SavedResultsJson.read(
                "b.json", ResultsJson.write(other).replace("java -jar load.jar", "java -Xmx8g -jar load.jar"));
        assertEquals(
                List.of("benchmark of load.jar", "option clock", "option load"),
                ResultsDifference.of(a, b).settings().stream()
                        .map(ResultsDifference.Setting::name)
                        .toList());
    }

    @Test
    void namesTheOptionsOfJmhThatDiffer() {
        SavedResults a = SavedResultsJson.read("a.json", ResultsJson.write(Campaigns.rate(Map.of("jmh", "-wi 1"))));
        SavedResults b = SavedResultsJson.read("b.json", ResultsJson.write(Campaigns.rate(Map.of("jmh", "-wi 2"))));
        assertEquals(
                List.of("option jmh"),
                ResultsDifference.of(a, b).settings().stream()
                        .map(ResultsDifference.Setting::name)
                        .toList());
    }

    /** The members that the first version of hp-bench wrote. */
    @Test
    void readsAFileOfTheFirstVersion() {
        String run = "{\"workload\":\"A.a\",\"params\":{\"size\":\"1\"},\"variant\":\"thp\",\"round\":1,\"order\":2,"
                + "\"status\":\"OK\",\"profiled\":false,\"profiler\":null,\"jvm\":\"21.0.1+12\",\"jvmArgs\":[\"-Xmx1g\"],"
                + "\"score\":4.0,\"unit\":\"ops/s\",\"iterations\":[4.0],\"evidence\":{\"realised\":true,\"kind\":\"THP\","
                + "\"heapBytes\":5,\"hugeBytes\":5,\"reason\":null,\"fix\":null,\"notes\":[]},\"price\":{"
                + "\"residentBytes\":1,\"pageTableBytes\":2,\"startMillis\":null},\"disturbance\":{\"stealPercent\":"
                + "null},\"counters\":{\"cycles\":1.5},\"countersUnavailable\":null,\"failure\":null}";
        SavedResults saved = SavedResultsJson.read(
                "a.json",
                "{\"schemaVersion\":1,\"host\":{\"kernel\":\"6.1\",\"cpu\":null,\"cpus\":2,\"memoryBytes\":4096,\"thp\":"
                        + "null,\"hugetlb\":null},\"seed\":7,\"profile\":\"quick\",\"partial\":false,\"jvm\":{\"release\":21,"
                        + "\"version\":\"21.0.1+12\",\"vendor\":\"V\",\"vm\":\"VM\",\"java\":\"/jdk/bin/java\"},\"runs\":["
                        + run + "],\"comparisons\":[{\"verdict\":\"SAME\"}],\"noiseFloor\":[]}");
        assertEquals(0.25, saved.costs(saved.sides().get(0)).get(1), "JMH's unit decides");
        assertEquals(
                Map.of(
                        "kernel", "6.1",
                        "cpus", "2",
                        "memory", "4096",
                        "jdk", "21.0.1+12",
                        "vendor", "V",
                        "java", "/jdk/bin/java",
                        "arguments of thp", "-Xmx1g",
                        "profile", "quick",
                        "seed", "7",
                        "partial", "false"),
                saved.setting());
    }

    @Test
    void leavesOutTheBusyRoundsOfTheCampaign() {
        SavedResults.Side baseline = new SavedResults.Side("ByteArrayTouch.touch", Map.of("size", "1000"), "baseline");
        SavedResults kept = SavedResultsJson.read("a.json", ResultsJson.write(Campaigns.odd("keep")));
        assertEquals(24, kept.costs(baseline).size());
        Results odd = Campaigns.odd("drop");
        SavedResults dropped = SavedResultsJson.read("a.json", ResultsJson.write(odd));
        for (String variant : new String[] {"baseline", "baseline'", "thp", "hugetlb"}) {
            assertEquals(23, dropped.costs(baseline.as(variant)).size(), variant);
            assertFalse(dropped.costs(baseline.as(variant)).containsKey(3), variant);
        }
        odd.comparisons()
                .against()
                .forEach(it -> assertEquals(
                        it.ratio().rounds(),
                        dropped.costs(baseline.as(it.variant().name())).size()));
    }

    @Test
    void rejectsAFileWithOnlyBusyRounds() {
        String all = ResultsJson.write(Campaigns.odd("drop")).replace("\"disturbed\" : false", "\"disturbed\" : true");
        assertTrue(refused(all).contains("each round was busy"), refused(all));
        String rounds =
                ResultsJson.write(Campaigns.odd("keep")).replace("\"disturbed\" : false", "\"disturbed\" : true");
        assertEquals(96, SavedResultsJson.read("a.json", rounds).runs().size());
    }

    @Test
    void theCostOfAThroughputIsItsReciprocal() {
        SavedResults.Side thp = new SavedResults.Side("ByteArrayTouch.touch", Map.of("size", "1000000"), "thp");
        String byUnit = QUICK.replace("\"higherIsBetter\" : false,", "")
                .replace("\"unit\" : \"ns/op\"", "\"unit\" : \"ops/s\"");
        String byWord = QUICK.replace("\"higherIsBetter\" : false,", "\"higherIsBetter\" : true,");
        for (String text : new String[] {byUnit, byWord}) {
            assertEquals(
                    1 / (7 * 1.01 * 1.001),
                    SavedResultsJson.read("a.json", text).costs(thp).get(1),
                    1e-9);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|is empty",
                "' \n '|is empty",
                "hello|is not JSON, at line 1, column",
                "<html>|is not JSON",
                "{} {}|text follows the document at line 1",
                "[]|not a results.json of hp-bench",
                "{}|no schemaVersion",
                "null|not a results.json of hp-bench",
                "42|not a results.json of hp-bench",
                "{\"schemaVersion\": 1}|no runs",
                "{\"schemaVersion\": 2, \"runs\": []}|has schemaVersion 2; this version reads 1",
                "{\"schemaVersion\": \"1\", \"runs\": []}|has schemaVersion \"1\"",
                "{\"schemaVersion\": 1, \"runs\": {}}|not a list",
                "{\"schemaVersion\": 1, \"runs\": []}|no run that counts",
                "{\"schemaVersion\": 1, \"runs\": [7]}|runs[0] is not a run",
                "{\"schemaVersion\": 1, \"runs\": [{}]}|runs[0] has no params"
            })
    void rejectsATextThatIsNotAResultsJson(String text, String words) {
        assertTrue(refused(text).contains(words), refused(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"score\" : 4.545|\"score\" : NaN|not JSON",
                "\"score\" : 4.545|\"score\" : \"NaN\"|runs[0].score is \"NaN\", not a number",
                "\"score\" : 4.545|\"score\" : 1e999|runs[0].score is Infinity, not a number",
                "\"score\" : 4.545|\"scare\" : 4.545|runs[0] has no score",
                "\"round\" : 1,|\"round\" : \"one\",|runs[0].round is \"one\"",
                "\"status\" : \"OK\"|\"status\" : 5|runs[0].status is 5, not one of OK, CRASHED",
                "\"unit\" : \"ns/op\"|\"unit\" : \"ops/s\"|mixes ops/s and ns/op for ByteArrayTouch.touch size=1000"
                        + " baseline"
            })
    void rejectsAnInvalidValueWithItsPosition(String was, String is, String words) {
        String text = QUICK.replaceFirst(java.util.regex.Pattern.quote(was), is);
        assertTrue(!text.equals(QUICK), "the sample holds " + was);
        assertTrue(refused(text).contains(words), refused(text));
    }

    @Test
    void rejectsATruncatedFile() {
        Seeds.with(31, random -> {
            for (int i = 0; i < 300; i++) {
                int end = 1 + random.nextInt(QUICK.length() - 3);
                assertTrue(refused(QUICK.substring(0, end)).contains("a.json"));
            }
        });
        assertTrue(refused(QUICK.substring(0, QUICK.length() / 2)).contains("line"));
    }

    @Test
    void rejectsAFileWithoutARunThatCounts() {
        assertTrue(refused(ResultsJson.write(Campaigns.nothing())).contains("no run that counts"));
    }

    @Test
    void rejectsDeepNestingAndLongNumberAndLongText() {
        assertTrue(refused("[".repeat(5000)).contains("nested deeper than 100 levels"));
        assertTrue(refused("{\"runs\":".repeat(5000)).contains("nested deeper than 100 levels"));
        assertTrue(refused("{\"schemaVersion\":" + "1".repeat(2_000_000) + "}").contains("more than 100 characters"));
        assertTrue(
                refused("{\"schemaVersion\":0." + "1".repeat(2_000_000) + "}").contains("more than 100 characters"));
        assertTrue(refused("{\"unit\":\"" + "x".repeat(17 << 20) + "\"}").contains("too long"));
        assertTrue(refused("{\"" + "x".repeat(1 << 20) + "\":1}").contains("too long"));
    }

    @Test
    void rejectsFifoAndDeviceAndFileOfTheKernel(@TempDir Path folder) throws IOException, InterruptedException {
        Path fifo = folder.resolve("fifo");
        assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
        for (Path file : List.of(fifo, Path.of("/dev/zero"), Path.of("/proc/kmsg"))) {
            String message = assertTimeoutPreemptively(
                            Duration.ofSeconds(20),
                            () -> assertThrows(UsageException.class, () -> ResultFiles.read(file)))
                    .getMessage();
            assertTrue(message.startsWith("cannot read " + file + ": it is "), message);
            assertEquals(1, message.lines().count());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"absent.json", "."})
    void rejectsAPathThatIsNotAFile(String name, @TempDir Path folder) {
        String message = assertThrows(UsageException.class, () -> ResultFiles.read(folder.resolve(name)))
                .getMessage();
        assertEquals(1, message.lines().count());
        assertTrue(message.contains(folder.toString()), message);
    }

    @Test
    void rejectsBinaryAndTooLongFiles(@TempDir Path folder) throws IOException {
        Path bytes = Files.write(folder.resolve("bytes.json"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertTrue(assertThrows(UsageException.class, () -> ResultFiles.read(bytes))
                .getMessage()
                .contains("not JSON"));
        Path huge = folder.resolve("huge.json");
        try (java.io.RandomAccessFile file = new java.io.RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength((64L << 20) + 1);
        }
        assertTrue(assertThrows(UsageException.class, () -> ResultFiles.read(huge))
                .getMessage()
                .contains("larger than 64 MiB"));
    }

    @Test
    void readsAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("results.json"), QUICK);
        assertEquals(file.toString(), ResultFiles.read(file).name());
    }
}

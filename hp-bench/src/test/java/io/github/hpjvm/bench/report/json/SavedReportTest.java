package io.github.hpjvm.bench.report.json;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.bench.Lab;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.html.HtmlReport;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.model.TextNotes;
import io.github.hpjvm.bench.report.text.JunitReport;
import io.github.hpjvm.bench.report.text.MarkdownReport;
import io.github.hpjvm.bench.report.text.RoundsCsv;
import io.github.hpjvm.bench.report.text.TextReport;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SavedReportTest {
    private static final long SEED = 38;
    private static final TargetJvm SECOND = new TargetJvm(
            Path.of("/opt/jdk-17/bin/java"), JavaVersion.parse("17.0.15"), "17.0.15+6", "Vendor", "VM", Map.of());
    private static final Pattern VALUE = Pattern.compile("\"[^\"]+\" : (\"[^\"\\\\]*\"|[0-9.eE-]+|true|false|null)");
    private static final List<Function<Results, String>> FORMS = List.of(
            ResultsJson::write,
            TextReport::saved,
            it -> TextReport.write(it, true),
            HtmlReport::write,
            MarkdownReport::write,
            JunitReport::write,
            RoundsCsv::write);

    static Stream<Results> campaigns() {
        return Stream.of(
                Campaigns.smoke(),
                Campaigns.quick(),
                Campaigns.partial(),
                Campaigns.odd("keep"),
                Campaigns.odd("drop"),
                Campaigns.command(),
                Campaigns.nothing(),
                ownVariants(),
                ownVariants().leavingOut(List.of("a.B.c is not in head.jar", "a.B.d with size=1, not in base.jar")),
                slices());
    }

    /** The files of a campaign can be made again, byte by byte. */
    @ParameterizedTest
    @MethodSource("campaigns")
    void rendersTheSameReports(Results results) {
        Results again = SavedReport.read("results.json", ResultsJson.write(results), Optional.empty());
        for (Function<Results, String> form : FORMS) {
            assertEquals(form.apply(results), form.apply(again));
        }
    }

    /** A benchmark that was removed does not fail, so the report names it. */
    @Test
    void whatOnlyOneJarHasIsNamed() {
        Results results = ownVariants().leavingOut(List.of("a.B.c is not in head.jar"));
        assertTrue(Pattern.compile("\"leftOut\" : \\[\\s*\"a.B.c is not in head.jar\"\\s*]")
                .matcher(ResultsJson.write(results))
                .find());
        assertTrue(TextReport.saved(results).contains("left out     a.B.c is not in head.jar"));
        assertTrue(HtmlReport.write(results).contains("a.B.c is not in head.jar"));
        assertTrue(MarkdownReport.write(results).contains("\n- left out: a.B.c is not in head.jar\n"));
        List<String> many = IntStream.range(0, 30).mapToObj(i -> "a.B.m" + i).toList();
        List<String> first = TextNotes.leftOut(ownVariants().leavingOut(many));
        assertEquals(8, first.size());
        assertEquals("23 more; results.json names all", first.get(7));
        assertFalse(ResultsJson.write(ownVariants()).contains("leftOut"));
    }

    /** Flags, another JVM, and another program, as {@code bench run --jar --against} has them. */
    private static Results ownVariants() {
        BenchOptions options = BenchOptions.parse(
                        Map.of("variant", "zgc=-XX:+UseZGC\njdk25=jvm:/opt/jdk-25 env:A=b", "rounds", "2"),
                        Profile.OWN,
                        7,
                        Optional.of(new BenchOptions.Program("b", "head.jar")))
                .on(home -> Samples.jvm("25.0.1"));
        Case subject = Samples.ofSize(1000);
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= 2; round++) {
            for (Variant variant : options.variants()) {
                runs.add(run(subject, variant, round, 5 + round).build());
            }
        }
        return new Results(
                options,
                Samples.unknownHost(),
                Samples.jvm("21.0.9").and(SECOND),
                List.of(subject),
                runs,
                true,
                StopReason.INTERRUPTED,
                Optional.empty());
    }

    /** Turns whose times have fractions of nanoseconds, as sums of iterations have. */
    private static Results slices() {
        Random random = new Random(SEED);
        Case subject = Samples.ofSize(1000);
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= 6; round++) {
            for (String variant : List.of("baseline", "thp", "baseline'")) {
                List<Slice> slices = new ArrayList<>();
                for (int turn = 1; turn <= 10; turn++) {
                    double operations = turn % 2 == 0 ? 3.25 + turn : 2e6 * (1 + random.nextDouble());
                    slices.add(new Slice(
                            turn,
                            operations,
                            5 * operations * (1 + random.nextDouble() / 100),
                            OptionalDouble.of(4 * operations * (1 + random.nextDouble() / 100))));
                }
                runs.add(run(subject, variant, round, 5 + random.nextDouble())
                        .timing(new Timing(
                                Interleave.SLICES,
                                -10,
                                Optional.empty(),
                                OptionalDouble.of(5 + random.nextDouble()),
                                OptionalDouble.of(4 + random.nextDouble()),
                                slices))
                        .build());
            }
        }
        return Campaigns.of(List.of(subject), runs);
    }

    @Test
    void judgesByAnotherGate() {
        String text = ResultsJson.write(Campaigns.quick());
        Results strict = SavedReport.read("results.json", text, Optional.of("touch size=1000$:thp<=0.5"));
        assertFalse(strict.gatesHold());
        assertEquals(1, strict.failedGates().size());
        assertTrue(SavedReport.read("results.json", text, Optional.of("size=100000000$:thp<=0.9"))
                .gatesHold());
        assertTrue(refusal(text, "nonsense").contains("'nonsense' is not CASES:VARIANT<=RATIO"));
    }

    /** A report of another host names that host and its versions, not those of this process. */
    @Test
    void namesTheVersionsThatMeasured() {
        String text = ResultsJson.write(Campaigns.quick())
                .replaceFirst("\"hpBench\" : (\"[^\"]*\"|null)", "\"hpBench\" : \"0.0.7\"");
        assertTrue(TextReport.saved(SavedReport.read("results.json", text, Optional.empty()))
                .contains("hp-bench 0.0.7"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"cases\" :|\"other\" :|results.json was written by hp-bench",
                "\"options\" :|\"other\" :|without the cases and options that a report needs",
                "\"mode\" : \"AverageTime\"|\"mode\" : \"Nonsense\"|results.json: workloads[0].mode is \"Nonsense\", not one of ",
                "\"stopped\" : \"ROUNDS\"|\"stopped\" : \"Nonsense\"|results.json: rules.stopped is \"Nonsense\", not one of ",
                "\"seed\" : \"123456\"|\"seed\" : \"x\"|seed: 'x'",
                "\"round\" : 1,|\"round\" : 2000000000,|results.json: runs[0] has the round 2000000000",
                "\"variant\" : \"thp\"|\"variant\" : \"xyz\"|has the unknown variant xyz",
                "\"heapBytes\" : 1073741824|\"heapBytes\" : -5|results.json: runs[0].evidence.heapBytes is -5, not a size",
                "\"startedAt\" : \"|\"startedAt\" : \"x|results.json: startedAt is \"x2026-11-22T18:40:00Z\", not a time",
                "\"schemaVersion\" : 1|\"schemaVersion\" : 9|has schemaVersion 9; this version reads 1"
            })
    void refusesADamagedFileInOneLine(String old, String fresh, String message) {
        String text = ResultsJson.write(Campaigns.smoke());
        assertTrue(text.contains(old), old);
        String said = refusal(text.replace(old, fresh), null);
        assertTrue(said.contains(message), said);
        assertEquals(1, said.lines().count());
    }

    /** A file from elsewhere cannot move the cursor of a terminal on which report.txt is shown. */
    @Test
    void showsHiddenCharacters() {
        String text = ResultsJson.write(Campaigns.smoke()).replace("Some Vendor", "\\u001b[2JVendor\\u202e");
        assertTrue(TextReport.saved(SavedReport.read("results.json", text, Optional.empty()))
                .contains("\ufffd[2JVendor\ufffd"));
    }

    /** Any damage is a refusal or a report: no other exception, in any form. */
    @Test
    void rendersOrRefusesDamagedFiles() {
        Random random = new Random(SEED);
        List<String> seeds = Stream.of(Campaigns.smoke(), Campaigns.command(), ownVariants())
                .map(ResultsJson::write)
                .toList();
        List<String> values = List.of("null", "-1", "1e300", "2147483648", "true", "[]", "{}", "\"x\"", "0");
        int rendered = 0;
        for (int draw = 0; draw < (Lab.RUNS ? 500 : 60); draw++) {
            String text = seeds.get(draw % seeds.size());
            List<MatchResult> all = VALUE.matcher(text).results().toList();
            MatchResult one = all.get(random.nextInt(all.size()));
            String damaged = text.substring(0, one.start(1))
                    + values.get(random.nextInt(values.size()))
                    + text.substring(one.end(1));
            try {
                Results results = SavedReport.read("results.json", damaged, Optional.empty());
                FORMS.forEach(form -> form.apply(results));
                rendered++;
            } catch (UsageException e) {
                assertEquals(1, e.getMessage().lines().count(), e.getMessage());
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + SEED + ", draw " + draw + ": " + one.group(), e);
            }
        }
        assertTrue(rendered > 0);
    }

    private static String refusal(String text, String gate) {
        return assertThrows(
                        UsageException.class, () -> SavedReport.read("results.json", text, Optional.ofNullable(gate)))
                .getMessage();
    }

    /** The ratios of metrics are those of turns. */
    @Test
    void theTurnsOfMetricsAreRead() {
        Results results = Campaigns.turnsOfEqualMetrics();
        Results again = SavedReport.read("results.json", ResultsJson.write(results), Optional.empty());
        assertEquals(
                results.runs().stream().map(Run::readings).toList(),
                again.runs().stream().map(Run::readings).toList());
        assertEquals(TextReport.saved(results), TextReport.saved(again));
    }

    /** The JVM of the second program is in each form that names the JVM of a run. */
    @Test
    void namesTheJvmOfTheSecondProgram() {
        Results results = ownVariants();
        String json = ResultsJson.write(results);
        for (Results one : List.of(results, SavedReport.read("results.json", json, Optional.empty()))) {
            assertEquals(
                    List.of("17.0.15+6", "17.0.15+6"),
                    RoundsCsv.write(one)
                            .lines()
                            .map(line -> line.split(",", -1))
                            .filter(cells -> cells[2].equals("b"))
                            .map(cells -> cells[19])
                            .toList());
        }
        CampaignDocument saved = new SavedFile("results.json").campaign(json);
        assertEquals(
                List.of("21.0.9+10", "21.0.9+10", "25.0.1+10", "17.0.15+6"),
                saved.variants().stream().map(VariantDocument::jvm).toList());
        assertEquals(
                Set.of("21.0.9+10", "25.0.1+10", "17.0.15+6"),
                saved.runs().stream().map(RunDocument::jvm).collect(Collectors.toSet()));
        assertEquals(
                Optional.of("/opt/jdk-17/bin/java"),
                saved.variants().get(3).ownJvm().map(JvmDocument::java));
    }
}

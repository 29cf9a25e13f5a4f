package io.github.hpjvm.bench.report.json;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.run.slice.Look;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.error.UsageException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class SavedCampaignTest {
    private static String again(Results results) {
        List<Run> runs = SavedCampaign.read("results.json", ResultsJson.write(results))
                .runs(
                        results.host(),
                        results.jvm(),
                        results.cases(),
                        results.options().variants());
        return ResultsJson.write(new Results(
                results.options(),
                results.host(),
                results.jvm(),
                results.cases(),
                runs,
                results.partial(),
                results.stopped(),
                results.countersUnavailable()));
    }

    @Test
    void readsBackAllRuns() {
        for (Results results : List.of(Campaigns.smoke(), Campaigns.quick(), Campaigns.odd("keep"))) {
            assertEquals(ResultsJson.write(results), again(results));
        }
    }

    @Test
    void readsSlices() {
        Case subject = Samples.ofSize(1000);
        Timing timing = new Timing(
                Interleave.SLICES,
                -10,
                Optional.empty(),
                OptionalDouble.of(5.5),
                OptionalDouble.empty(),
                List.of(new Slice(2, 1000, 5500, OptionalDouble.empty()), new Slice(3, 7, 9, OptionalDouble.of(8))));
        Results results =
                results(subject, run(subject, "baseline", 1, 5.5).timing(timing).build());
        assertEquals(
                timing,
                SavedCampaign.read("results.json", ResultsJson.write(results))
                        .runs(
                                results.host(),
                                results.jvm(),
                                results.cases(),
                                results.options().variants())
                        .get(0)
                        .timing());
    }

    /** A look of today must not decide the clock of the first rounds. */
    @Test
    void readsWhatTheFirstRoundsWereDecidedBy() {
        Case subject = Samples.ofSize(1000);
        String benchmark = subject.workload().benchmark();
        Mode mode = subject.workload().mode();
        SavedCampaign none = SavedCampaign.read("results.json", ResultsJson.write(results(subject)));
        assertEquals(Optional.empty(), none.clock(benchmark, mode), "no run");
        Run plain = run(subject, "baseline", 1, 5.5).build();
        SavedCampaign saved = SavedCampaign.read("results.json", ResultsJson.write(results(subject, plain)));
        assertEquals(Optional.of(subject.workload().clock()), saved.clock(benchmark, mode));
        assertFalse(saved.look(benchmark, mode).fixturesPerIteration());
        Run fixed = run(subject, "baseline", 1, 5.5)
                .timing(Timing.NONE.because(Look.FIXTURES))
                .build();
        saved = SavedCampaign.read("results.json", ResultsJson.write(results(subject, fixed)));
        assertTrue(saved.look(benchmark, mode).fixturesPerIteration());
        assertFalse(saved.look("another", mode).fixturesPerIteration());
    }

    /** Without it, an operation of a second would get thousands of iterations. */
    @Test
    void readsTheTimeOfAnOperation() {
        Case subject = Samples.ofSize(1000);
        Timing slow = new Timing(
                Interleave.FORKS, 0, Optional.empty(), OptionalDouble.of(2e9), OptionalDouble.of(1e9), List.of());
        Timing slower = new Timing(
                Interleave.FORKS, 0, Optional.empty(), OptionalDouble.of(3e9), OptionalDouble.of(3e9), List.of());
        assertEquals(OptionalDouble.of(2e9), nanos(subject, slow));
        assertEquals(OptionalDouble.of(3e9), nanos(subject, slow, slower));
        assertEquals(OptionalDouble.empty(), nanos(subject, Timing.NONE));
        assertEquals(OptionalDouble.empty(), nanos(subject, slow, slower.because(Look.NO_TIME)), "forks again");
    }

    private static OptionalDouble nanos(Case subject, Timing... timings) {
        Run[] runs = new Run[timings.length];
        for (int i = 0; i < runs.length; i++) {
            runs[i] = run(subject, "baseline", 1 + i, 5.5).timing(timings[i]).build();
        }
        return SavedCampaign.read("results.json", ResultsJson.write(results(subject, runs)))
                .look(subject.workload().benchmark(), subject.workload().mode())
                .nanosPerOperation();
    }

    private static Results results(Case subject, Run... runs) {
        return new Results(
                Campaigns.options(Profile.QUICK, Map.of("seed", "7", "variants", "thp")),
                Samples.host(),
                Samples.jvm("21.0.9"),
                List.of(subject),
                List.of(runs),
                false,
                StopReason.ROUNDS,
                Optional.empty());
    }

    /** A file has only the texts of failures and of reasons. */
    @Test
    void readsWhatTheTextsOfARunMean() {
        Case subject = Samples.ofSize(1000);
        Usage usage = new Usage(1, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
        String other = "ran on another JVM: x needs the JVM 17.0.9+9 in /opt/17, the command ran on 11.0.2+7";
        Results results = results(
                subject,
                run(subject, "thp", 1, 5)
                        .outside(new Outside(usage, List.of(), Optional.of(other)))
                        .evidence(PageEvidence.unseen(other))
                        .build(),
                run(subject, "baseline", 1, 5)
                        .notForked("the pool is empty", "x")
                        .build(),
                run(subject, "thp", 2, 5)
                        .outside(new Outside(usage, List.of()))
                        .failed(RunStatus.CRASHED, RunFailure.of("ended by signal 9", true))
                        .build());
        List<Run> runs = SavedCampaign.read("results.json", ResultsJson.write(results))
                .runs(
                        results.host(),
                        results.jvm(),
                        results.cases(),
                        results.options().variants());
        assertEquals(Optional.of(other), runs.get(0).outside().orElseThrow().otherJvm());
        assertFalse(runs.get(1).forked());
        assertTrue(runs.get(2).forked());
        assertEquals(
                Optional.of(RunFailure.unknown("ended by signal 9")),
                runs.get(2).failure());
        assertEquals(Optional.empty(), runs.get(2).outside().orElseThrow().otherJvm());
        assertEquals(
                "ran on another JVM",
                new Findings(results)
                        .whyNoRatio(subject, Samples.variant("thp"))
                        .text());
    }

    /** The words of the command that repeats a campaign decide nothing. */
    @Test
    void theOptionsSayWhatWasMeasured() {
        String ofTry = subjectOf("{\"metric\": \"tps ([0-9]+)\"}");
        assertEquals("COMMAND", ofTry);
        assertEquals("JAR", subjectOf("{\"jmh\": \"\", \"override\": \"true\"}"));
        assertEquals("JAR", subjectOf("{\"jars\": \"aa  /x/base.jar\"}"));
        assertEquals("COMMAND", subjectOf("{\"seed\": \"7\"}"));
    }

    private static String subjectOf(String options) {
        return SavedCampaign.read(
                        "results.json",
                        "{\"schemaVersion\": 1, \"tool\": {}, \"runs\": [], \"comparisons\": [], \"profile\": \"own\","
                                + " \"command\": \"some words\", \"options\": " + options + "}")
                .subject()
                .name();
    }

    @Test
    void readsTheOptionsOfTheCampaign() {
        Results results = results(Samples.ofSize(1000));
        assertEquals(
                Map.of("profile", "quick", "rounds", "6", "seed", "7", "variants", "thp"),
                SavedCampaign.read("results.json", ResultsJson.write(results)).setting());
    }

    @Test
    void rejectsACampaignThatCannotBeContinued() {
        Case subject = Samples.ofSize(1000);
        Results results = results(subject, run(subject, "baseline", 1, 5.5).build());
        String text = ResultsJson.write(results);
        assertTrue(refusal(text.replace("\"options\"", "\"other\""), results).contains("start a new campaign"));
        assertTrue(refusal(text.replace("6.1.0-test", "5.10.0"), results)
                .contains("its host had kernel 5.10.0, this one has 6.1.0-test"));
        assertTrue(refusal(text.replace("21.0.9+10", "21.0.8+9"), results)
                .contains("its jvm had version 21.0.8+9, this one has 21.0.9+10"));
        assertTrue(refusal(text.replace("\"size\" : \"1000\"", "\"size\" : \"1001\""), results)
                .contains(
                        "runs[0] has the case ByteArrayTouch.touch {size=1001}, which this campaign does not measure"));
        assertTrue(refusal(text.replaceFirst("\"hpBench\" : \"[^\"]*\"", "\"hpBench\" : \"0.1.0\""), results)
                .contains("its tool had hpBench 0.1.0, this one has "));
        String mode = subject.workload().mode().name();
        assertTrue(refusal(text.replaceFirst("\"mode\" : \"" + mode, "\"mode\" : \"Throughput"), results)
                .contains("had mode Throughput, this one has " + mode));
        String benchmark = subject.workload().benchmark();
        assertTrue(refusal(text.replaceFirst("\"benchmark\" : \"" + benchmark, "\"benchmark\" : \"other"), results)
                .contains("had benchmark other, this one has " + benchmark));
        assertTrue(refusal("{}", results).contains("is not a results.json of hp-bench"));
    }

    /** A program that the user named has the same variant whatever it is. */
    @Test
    void rejectsAnotherProgramOfTheSameName() {
        Case subject = new Case(Samples.ofSize(1000).workload(), Map.of("size", "1000"), List.of("-Xmx2g"));
        Variant baseline = Variants.plainBaseline();
        Run run = run(subject, baseline, 1, 5.5).build();
        UnaryOperator<String> refused = other -> {
            String text = ResultsJson.write(ofProgram(subject, "java -jar new.jar", run));
            return refusal(text, ofProgram(subject, other, run));
        };
        assertEquals(
                "results.json cannot be continued here: its variant b had program java -jar new.jar, this one has java"
                        + " -jar other.jar",
                refused.apply("java -jar other.jar"));
        Results more =
                ofProgram(new Case(subject.workload(), subject.params(), List.of("-Xmx8g")), "java -jar new.jar", run);
        assertTrue(refusal(ResultsJson.write(ofProgram(subject, "java -jar new.jar", run)), more)
                .contains("had jvmArgs [-Xmx2g], this one has [-Xmx8g]"));
    }

    /** The digests of the jars are compared, so that a jar may move. */
    @Test
    void theSecondJarMayHaveMoved() {
        Case subject = Samples.ofSize(1000);
        Run run = run(subject, Variants.plainBaseline(), 1, 5.5).build();
        Map<String, String> more = Map.of("jmh", "", "against", "/old/head.jar");
        Results moved = ofProgram(subject, "/new/head.jar", run);
        String digests = "aa  /old/base.jar\nbb  /old/head.jar";
        Results before = ofProgram(subject, "/old/head.jar", run, Map.of("jmh", "", "jars", digests));
        SavedCampaign.read("results.json", ResultsJson.write(before))
                .runs(moved.host(), moved.jvm(), moved.cases(), moved.options().variants());
        assertTrue(refusal(ResultsJson.write(ofProgram(subject, "/old/head.jar", run, more)), moved)
                .contains("had program /old/head.jar, this one has /new/head.jar"));
    }

    /** The value of a property may be a password. */
    @Test
    void theArgumentsOfACaseAreMasked() {
        Case subject =
                new Case(Samples.ofSize(1000).workload(), Map.of("size", "1000"), List.of("-Xmx2g", "-Ddb=hunter2"));
        Results results = ofProgram(
                subject,
                "java -jar new.jar",
                run(subject, Variants.plainBaseline(), 1, 5.5).build());
        String text = ResultsJson.write(results);
        assertTrue(!text.contains("hunter2") && text.contains("-Ddb=***"), text);
        again(results);
        SavedCampaign.read("results.json", text.replace("-Ddb=***", "-Ddb=hunter2"))
                .runs(
                        results.host(),
                        results.jvm(),
                        results.cases(),
                        results.options().variants());
    }

    private static Results ofProgram(Case subject, String program, Run run) {
        return ofProgram(subject, program, run, Map.of("rounds", "6"));
    }

    private static Results ofProgram(Case subject, String program, Run run, Map<String, String> given) {
        BenchOptions options =
                BenchOptions.parse(given, Profile.OWN, 7, Optional.of(new BenchOptions.Program("b", program)));
        return Campaigns.of(options, List.of(subject), List.of(run));
    }

    private static String refusal(String text, Results results) {
        return assertThrows(
                        UsageException.class,
                        () -> SavedCampaign.read("results.json", text)
                                .runs(
                                        results.host(),
                                        results.jvm(),
                                        results.cases(),
                                        results.options().variants()))
                .getMessage();
    }
}

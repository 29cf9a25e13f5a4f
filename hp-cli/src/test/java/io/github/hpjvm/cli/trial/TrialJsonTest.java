package io.github.hpjvm.cli.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.github.hpjvm.advisor.PublishedSchema;
import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.bench.run.trial.CollapseRun;
import io.github.hpjvm.bench.run.trial.PagesSeen;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.StallBound;
import io.github.hpjvm.bench.trial.TrialEnd;
import io.github.hpjvm.bench.trial.TrialResult;
import io.github.hpjvm.bench.trial.TrialTurn;
import io.github.hpjvm.bench.trial.TurnWalks;
import io.github.hpjvm.bench.trial.WalkFigures;
import io.github.hpjvm.bench.trial.WorkSource;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.text.StepsText;
import io.github.hpjvm.console.terminal.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrialJsonTest {
    private static final Path SCHEMA = Path.of("../docs/schema/trial.schema.json");
    private static final long SIZE = 2 << 20;

    private static final TurnWalks WALKS = new TurnWalks(
            new WalkFigures(Optional.of(4.5), Optional.of(0.11), Optional.of(1.3)),
            new WalkFigures(Optional.of(0.5), Optional.empty(), Optional.of(1.1)));

    private static Schema schema() throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA));
    }

    private static String document(List<TrialTurn> turns, TrialEnd end, Optional<RestoredPages> restored) {
        StallBound bound = new StallBound(Duration.ofMillis(5));
        bound.after(1_500_000);
        return TrialJson.write(
                4242,
                List.of(RegionName.HEAP, RegionName.CODE),
                Blocks.choose(SIZE, List.of(new Blocks.Found(SIZE, SIZE, 0))),
                new WorkSource.None(),
                new TrialResult(
                        turns.isEmpty() ? List.of() : found(),
                        turns,
                        end,
                        end == TrialEnd.COMPLETE ? "" : "it was stopped",
                        restored,
                        bound.seen(),
                        List.of(0.05, 0.1, 41.2),
                        end == TrialEnd.COMPLETE ? Optional.of(WALKS) : Optional.empty()));
    }

    private static List<TrialTurn> turns() {
        List<TrialTurn> turns = new ArrayList<>();
        for (int round = 1; round <= 6; round++) {
            turns.add(turn(round, PageState.BASE, 2));
            turns.add(turn(round, PageState.THP, 1.8 + round / 1000.0));
        }
        return turns;
    }

    private static List<TrialTurn> found() {
        return IntStream.rangeClosed(1, 6)
                .mapToObj(number -> turn(number, PageState.BASE, 2.4))
                .toList();
    }

    private static TrialTurn turn(int round, PageState state, double cpu) {
        double share = state == PageState.THP ? 1 : 0;
        return new TrialTurn(round, state, 10, cpu, OptionalDouble.empty(), share, share, 0, 0, Optional.empty());
    }

    @Test
    void theSchemaDescribesTheDocument() throws IOException {
        for (TrialEnd end : TrialEnd.values()) {
            String document = document(
                    end == TrialEnd.COMPLETE ? turns() : List.of(),
                    end,
                    end == TrialEnd.TARGET_ENDED
                            ? Optional.empty()
                            : Optional.of(new RestoredPages(4242, 1, 0, 1, OptionalLong.empty())));
            assertEquals(List.of(), schema().validate(document, InputFormat.JSON), document);
        }
    }

    @Test
    void theSchemaRefusesOthers() throws IOException {
        String document = document(turns(), TrialEnd.COMPLETE, Optional.empty());
        assertFalse(schema().validate(document.replace("FASTER", "QUICK"), InputFormat.JSON)
                .isEmpty());
        assertFalse(schema().validate(document.replace("cpuSeconds", "cpu"), InputFormat.JSON)
                .isEmpty());
    }

    @Test
    void hasTheVerdictAndTheEnd() {
        String document = document(
                turns(), TrialEnd.COMPLETE, Optional.of(new RestoredPages(4242, 1, 0, 1, OptionalLong.empty())));
        for (String part : List.of(
                "\"verdict\" : \"FASTER\"",
                "\"rounds\" : 6",
                "\"longestStallMillis\" : 1.5",
                "\"restored\" : true",
                "\"ratio\" : 0.75",
                "\"dataWalksPer1000Instructions\" : 4.5",
                "\"answer\" : \"Compared with the base pages before the trial, huge pages save 2",
                " Compared with split pages, which lie together, under the same condition: huge pages save 9.8 % of CPU",
                "\"stepsAboveLimit\" : 0")) {
            assertTrue(document.contains(part), part + " in " + document);
        }
        String stopped = document(
                List.of(), TrialEnd.INTERRUPTED, Optional.of(new RestoredPages(4242, 1, 3, 100, OptionalLong.empty())));
        for (String part : List.of("\"ratio\" : null", "\"ci95\" : null", "\"restored\" : false")) {
            assertTrue(stopped.contains(part), part + " in " + stopped);
        }
    }

    @Test
    void stepsAreAHistogram() {
        StallBound bound = new StallBound(Duration.ofNanos(2_500_000));
        assertEquals(List.of(), StepsText.lines(bound.seen(), bound.limit()));
        for (long nanos : new long[] {300_000, 400_000, 400_000, 3_000_000}) {
            bound.after(nanos);
        }
        assertEquals(
                List.of(
                        "Longest step: 3.00 ms, limit 2.5 ms; 1 of 4 steps of one block took longer:",
                        "      0.262 to     0.524 ms        3  ########################################",
                        "      2.097 to     4.194 ms        1  ##############"),
                StepsText.lines(bound.seen(), bound.limit()));
    }

    @Test
    void aDeclinedTrialHasADocument() throws IOException {
        Blocks blocks = Blocks.choose(SIZE, List.of(new Blocks.Found(SIZE, SIZE, 0)));
        TrialResult declined = TrialResult.declined(4242, blocks, new StallBound(Duration.ofMillis(5)).seen());
        String document = TrialJson.write(4242, List.of(RegionName.HEAP), blocks, new WorkSource.None(), declined);
        assertEquals(List.of(), schema().validate(document, InputFormat.JSON), document);
        for (String part : List.of("\"end\" : \"DECLINED\"", "\"ratio\" : null", "\"restored\" : true")) {
            assertTrue(document.contains(part), part + " in " + document);
        }
    }

    @Test
    void aDeclinedCollapseHasADocument() throws IOException {
        Blocks blocks = Blocks.choose(SIZE, List.of(new Blocks.Found(SIZE, SIZE, 0)));
        JsonNode document = new ObjectMapper()
                .readTree(CollapseJson.declined(4242, false, List.of(RegionName.HEAP), blocks, 1, 0.25)
                        .text());
        assertEquals(0, document.get("changed").asInt());
        assertEquals(1, document.get("notChanged").asInt());
        assertEquals(0.25, document.get("coverage").asDouble());
        assertEquals("DECLINED", document.get("end").asText());
    }

    /** 86 of 155 blocks, then Ctrl-C or the limit of the steps. */
    @Test
    void aStoppedCollapseSaysWhatIsLeft() {
        Blocks blocks = Blocks.saved(SIZE, List.of(new AddressRange(0, 155 * SIZE)), List.of());
        Change change = new Change(86, Map.of(), 69);
        CollapseEnd stopped = CollapseEnd.of(change, PageState.THP, false, CollapseEnd.Stop.of(true, false, "5ms"));
        String undo = "sudo hp-cli collapse 4242 --undo";
        assertEquals(
                Optional.of("69 of 155 blocks of 2 MiB were not changed: it was stopped; the others stay on huge pages,"
                        + " and are split with: " + undo),
                stopped.message(false, blocks, Optional.of(undo)));
        CollapseEnd bounded = CollapseEnd.of(change, PageState.THP, false, CollapseEnd.Stop.of(false, true, "5ms"));
        assertEquals(TrialEnd.STALL_BOUND, bounded.end());
        assertTrue(bounded.reason().contains("three steps in a row took longer than --budget-stall 5ms"));
        String document = new CollapseJson(4242, false, List.of(RegionName.HEAP), blocks, bounded, 0.55, 1, 7).text();
        PublishedSchema.named("collapse").assertDescribes(document);
        for (String part : List.of("\"notChanged\" : 69", "\"end\" : \"STALL_BOUND\"", "\"reason\" : \"three ")) {
            assertTrue(document.contains(part), part + " in " + document);
        }
        CollapseEnd lacking = CollapseEnd.of(
                new Change(64, Map.of(), 91, Optional.of("huge pages need 160 MiB")),
                PageState.THP,
                false,
                Optional.empty());
        assertEquals(
                Optional.of(
                        "91 of 155 blocks of 2 MiB were not changed: huge pages need 160 MiB; the others stay on huge pages,"
                                + " and are split with: " + undo),
                lacking.message(false, blocks, Optional.of(undo)));
        PublishedSchema.named("collapse")
                .assertDescribes(
                        new CollapseJson(4242, false, List.of(RegionName.HEAP), blocks, lacking, 0.4, 1, 7).text());
        CollapseEnd undone = CollapseEnd.of(
                new CollapseRun.Undone(new Change(100, Map.of(), 55), new PagesSeen(55, 155, 100 * 512), 155),
                CollapseEnd.Stop.of(true, false, "5ms"));
        assertEquals(
                Optional.of("55 of 155 blocks of 2 MiB were not changed: it was stopped; it goes on with: " + undo),
                undone.message(true, blocks, Optional.of(undo)));
        CollapseEnd almost = CollapseEnd.of(
                new CollapseRun.Undone(new Change(154, Map.of(), 1), new PagesSeen(1, 155, 154 * 512), 155),
                CollapseEnd.Stop.of(true, false, "5ms"));
        assertEquals(TrialEnd.COMPLETE, almost.end(), "its file is deleted: another undo would split all huge pages");
        assertEquals(
                Optional.of("1 of 155 blocks of 2 MiB was not changed: it was stopped"),
                almost.message(true, blocks, Optional.of(undo)));
        CollapseEnd all = CollapseEnd.of(new Change(155, Map.of(), 0), PageState.THP, true, Optional.empty());
        assertEquals(Optional.empty(), all.message(false, blocks, Optional.of(undo)));
        assertEquals(TrialEnd.COMPLETE, all.end());
        PublishedSchema.named("collapse")
                .assertDescribes(new CollapseJson(7, true, List.of(RegionName.CODE), blocks, all, 0, 1, 7).text());
    }

    /** A sleeping process: some milliseconds of CPU time in turns of 10 s, which differ by chance. */
    @Test
    void aDocumentWithoutAnAnswerHasNoRatio() throws IOException {
        List<TrialTurn> idle = turns().stream()
                .map(turn -> turn(turn.round(), turn.state(), turn.cpuSeconds() / 100))
                .toList();
        JsonNode document = new ObjectMapper()
                .readTree(document(
                        idle, TrialEnd.COMPLETE, Optional.of(new RestoredPages(1, 1, 0, 1, OptionalLong.empty()))));
        assertTrue(document.get("answer").asText().startsWith("No answer: "), document::toString);
        for (String figure : List.of("/ratio", "/ci95", "/found/ratio")) {
            assertTrue(document.at(figure).isNull(), figure);
        }
    }

    @Test
    void aRestoreThatIsNotCompleteSaysWhy() {
        RestoredPages restored =
                new RestoredPages(7, 1, 5, 100, OptionalLong.empty(), Optional.of("huge pages need 1 GiB"));
        assertEquals(
                "hp-cli trial: the pages are not those of before, because memory lacks. Free memory, then type: sudo hp-cli"
                        + " trial 7 --restore",
                TrialCommand.incomplete(restored));
        assertEquals(
                "hp-cli trial: the pages are not those of before; the JVM or khugepaged changed them too. sudo hp-cli trial 7"
                        + " --restore tries again",
                TrialCommand.incomplete(new RestoredPages(7, 1, 5, 100, OptionalLong.empty())));
        assertEquals(
                "hp-cli trial: the state of the process is unknown, so its pages may not be those of before. To try again:"
                        + " sudo hp-cli trial 7 --restore",
                TrialCommand.incomplete(RestoredPages.unknown(7, 100)));
    }

    private static String restored(Format format, RestoredPages... left) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        int code = TrialCommand.restored(List.of(left), format, Console.visible(stream, stream, false, false, false));
        return code + " " + out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aRestoreHasADocument() {
        assertEquals("0 nothing to restore\n", restored(Format.TEXT));
        for (String text : List.of(
                restored(Format.JSON),
                restored(Format.JSON, new RestoredPages(4242, 90, 0, 100, OptionalLong.empty())),
                restored(Format.JSON, new RestoredPages(4242, 90, 5, 100, OptionalLong.empty())),
                restored(Format.JSON, RestoredPages.unknown(4242, 100)))) {
            PublishedSchema.named("trial-restore").assertDescribes(text.substring(2));
        }
        assertTrue(restored(Format.JSON, new RestoredPages(7, 90, 5, 100, OptionalLong.empty()))
                .startsWith("1 {"));
        assertTrue(restored(Format.JSON, new RestoredPages(7, 90, 5, 100, OptionalLong.empty()))
                .contains("\"restored\" : false"));
        for (String reason : List.of("memory lacks", "the state of the process is unknown")) {
            RestoredPages left = reason.startsWith("memory")
                    ? new RestoredPages(7, 90, 5, 100, OptionalLong.empty(), Optional.of(reason))
                    : RestoredPages.unknown(7, 100);
            assertTrue(restored(Format.JSON, left).contains("\"reason\" : \"" + reason + "\""), reason);
        }
        assertTrue(restored(
                        Format.JSON,
                        new RestoredPages(7, 90, 1, 100, OptionalLong.empty(), Optional.of("memory lacks")))
                .contains("\"reason\" : null"));
    }
}

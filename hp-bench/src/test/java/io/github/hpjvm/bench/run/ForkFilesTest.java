package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.error.BenchException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkFilesTest {
    private static final Job JOB = new Job(1, 2, Samples.ofSize(1000), Variants.baseline(), Optional.empty());

    @TempDir
    private Path temp;

    @Test
    void createsTheFolderWithItsParents() {
        Path folder = ForkFiles.prepare(temp.resolve("a/b c/forks"));
        assertTrue(Files.isDirectory(folder) && folder.isAbsolute());
    }

    @Test
    void deletesOnlyFilesOfAnEarlierCampaign() throws IOException {
        Path folder = Files.createDirectories(temp.resolve("forks"));
        for (String name : List.of(
                "round1-1-a.log",
                "round1-1-a.orders",
                "round1-1-a.reports",
                "round1-1-a.copy",
                "round12-1-a.copy.gz",
                "round1-1-a.perfasm.txt")) {
            Files.writeString(folder.resolve(name), "old");
        }
        for (String name : List.of("notes.txt", "around1.log", "hs_err_1.log", "round1.md")) {
            Files.writeString(folder.resolve(name), "mine");
        }
        ForkFiles.prepare(folder);
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(
                    List.of("around1.log", "hs_err_1.log", "notes.txt", "round1.md"),
                    left.map(it -> it.getFileName().toString()).sorted().toList());
        }
    }

    /** A campaign may be stopped while its jar is looked at. */
    @Test
    void theFolderAloneKeepsTheFilesOfAnEarlierCampaign() throws IOException {
        BenchOptions options = BenchOptions.parse(Map.of("out", temp.toString()), Profile.OWN, 1);
        Path log = ForkFiles.folder(options).resolve("round1-1-a.log");
        Files.writeString(log, "old");
        // The run of a command before the first round is of this campaign.
        Path look = Files.writeString(log.resolveSibling("round0-look.out"), "new");
        assertEquals(log.getParent(), ForkFiles.folder(options));
        assertTrue(Files.exists(log));
        ForkFiles.prepare(options);
        assertFalse(Files.exists(log));
        assertTrue(Files.exists(look));
    }

    /** A killed campaign leaves FIFOs, and a jar with fewer benchmarks has fewer short forks. */
    @Test
    void deletesTheFilesOfEarlierShortForksOnly() throws IOException {
        BenchOptions options = BenchOptions.parse(Map.of("out", temp.toString()), Profile.OWN, 1);
        Path folder = ForkFiles.folder(options);
        for (String name :
                List.of("round0-look7.orders", "round0-look7.reports", "round0-look.out", "round0-look-b.err")) {
            Files.writeString(folder.resolve(name), "old");
        }
        for (String name : List.of("round1-1-a.out", "round0-looks.txt")) {
            Files.writeString(folder.resolve(name), "kept");
        }
        ForkFiles.prepareLooks(
                BenchOptions.parse(Map.of("out", temp.toString(), "continue", temp.toString()), Profile.OWN, 1));
        assertEquals(6, names(folder).size(), "a campaign that is continued");
        ForkFiles.prepareLooks(options);
        assertEquals(List.of("round0-looks.txt", "round1-1-a.out"), names(folder));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> left = Files.list(folder)) {
            return left.map(it -> it.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void reportsAFileInPlaceOfTheFolder() throws IOException {
        Path file = Files.writeString(temp.resolve("forks"), "x");
        BenchException e = assertThrows(BenchException.class, () -> ForkFiles.prepare(file));
        assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
    }

    @Test
    void readsACopyAndAnAbsentOneIsEmpty() throws IOException {
        Path copy = Files.writeString(temp.resolve("x.copy"), "==== ready a\ntext\n");
        assertEquals("==== ready a\ntext\n", ForkFiles.read(copy));
        assertEquals("", ForkFiles.read(temp.resolve("nowhere.copy")));
    }

    @Test
    void compressesACopyInPlaceWithoutLoss() throws IOException {
        Path copy = Files.writeString(temp.resolve("x.copy"), "line é\n".repeat(10_000));
        ForkFiles.compress(copy);
        assertFalse(Files.exists(copy));
        Path packed = temp.resolve("x.copy.gz");
        assertTrue(Files.size(packed) < 5000);
        try (InputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
            assertEquals("line é\n".repeat(10_000), new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void compressesNothingWithoutACopy() throws IOException {
        ForkFiles.compress(temp.resolve("x.copy"));
        ForkFiles.delete(temp.resolve("x.copy"));
        try (Stream<Path> left = Files.list(temp)) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void theLogIsKeptUnderTheNameOfTheFork() throws IOException {
        ForkFiles.keep(temp, JOB, "what was printed\n", Optional.empty());
        assertEquals(
                "what was printed\n",
                Files.readString(temp.resolve("round1-2-ByteArrayTouch.touch-size=1000-baseline.log")));
    }

    @Test
    void aProfilerWithoutOutputLeavesNoFile() throws IOException {
        Job profiled = new Job(1, 2, Samples.ofSize(1000), Variants.baseline(), Optional.of(Profiler.PERFASM));
        ForkFiles.keep(temp, profiled, "log", Optional.empty());
        try (Stream<Path> left = Files.list(temp)) {
            assertEquals(1, left.count());
        }
    }
}

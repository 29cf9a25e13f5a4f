package io.github.hpjvm.advisor.read.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.read.attach.Replies;
import io.github.hpjvm.advisor.read.file.ProcessStat;
import io.github.hpjvm.advisor.read.memory.ThreadStacks;
import io.github.hpjvm.advisor.read.vm.JvmArguments;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptStartsTest {
    private static final Source SOURCE = Source.of("/proc/8/mem");
    private static final Duration OLD = Duration.ofDays(1);

    @TempDir
    Path proc;

    private final AtomicLong clock = new AtomicLong();
    private final KeptStarts kept = KeptStarts.by(clock::get);

    private static ProcessStat.Start process(long ticks, String program) {
        return new ProcessStat.Start(ticks, program);
    }

    private StartFacts start(long pid, Reason tables) {
        return new StartFacts(
                Fact.known(VmKind.HOTSPOT, SOURCE),
                "",
                new JvmArguments(proc, pid),
                new ThreadStacks(proc, pid),
                List.of("tmp"),
                Fact.absent(Reason.NOT_PRESENT, SOURCE),
                Fact.absent(tables, SOURCE),
                VmIdentity.of(VmKind.HOTSPOT),
                Fact.absent(Reason.NOT_PRESENT, SOURCE),
                Optional.empty(),
                Map.of(),
                List.of());
    }

    private void keep(long pid, long ticks, String program) {
        kept.keep(pid, process(ticks, program), start(pid, Reason.DENIED), OLD);
    }

    private boolean has(long pid, long ticks, String program) {
        return kept.start(pid, process(ticks, program)).isPresent();
    }

    @Test
    void factsAreKeptForTenMinutes() {
        keep(8, 1, "a");
        clock.addAndGet(Duration.ofSeconds(599).toNanos());
        assertEquals(true, has(8, 1, "a"));
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        assertEquals(false, has(8, 1, "a"));
    }

    /** A monitor without time for a reading of the start goes on with what it has. */
    @Test
    void oldFactsStayInUseUntilTheyAreToBeReadAgain() {
        keep(8, 1, "a");
        clock.addAndGet(Duration.ofMinutes(20).toNanos());
        kept.renew(false);
        assertEquals(true, has(8, 1, "a"));
        assertEquals(false, kept.hasRenewed());
        kept.renew(true);
        assertEquals(false, has(8, 1, "a"));
        assertEquals(true, kept.hasRenewed());
        kept.keep(8, process(1, "a"), start(8, Reason.TIMED_OUT), OLD);
        kept.renew(false);
        assertEquals(true, has(8, 1, "a"), "an incomplete reading does not replace them");
        assertEquals(false, has(8, 1, "b"), "another program has none, whatever the time");
    }

    @Test
    void differentJvmsAreReadAgainAtDifferentTimes() {
        keep(8, 1, "a");
        keep(15, 1, "a");
        clock.addAndGet(Duration.ofSeconds(400).toNanos());
        assertEquals(true, has(8, 1, "a"));
        assertEquals(false, has(15, 1, "a"));
    }

    @Test
    void factsOfAJvmThatStartsAreKeptNoLongerThanItsAge() {
        kept.keep(8, process(1, "a"), start(8, Reason.DENIED), Duration.ofSeconds(3));
        clock.addAndGet(Duration.ofSeconds(2).toNanos());
        assertEquals(true, has(8, 1, "a"));
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        assertEquals(false, has(8, 1, "a"));
    }

    @Test
    void aLaterProcessWithTheSameNumberHasNone() {
        keep(8, 1, "a");
        assertEquals(false, has(8, 2, "a"));
    }

    @Test
    void aProcessThatRunsAnotherProgramHasNone() {
        keep(8, 1, "a");
        assertEquals(false, has(8, 1, "b"));
        assertEquals(false, has(8, 1, "a"), "nothing of the first program stays");
    }

    @Test
    void factsThatALaterReadingMayHaveAreNotKept() {
        for (Reason reason : List.of(Reason.SKIPPED, Reason.VANISHED, Reason.TIMED_OUT)) {
            kept.keep(8, process(1, "a"), start(8, reason), OLD);
            assertEquals(false, has(8, 1, "a"));
        }
    }

    @Test
    void processesThatHaveEndedAreForgotten() {
        keep(8, 1, "a");
        keep(9, 1, "a");
        kept.retain(Set.of(new Replies.Process(9, 1)));
        assertEquals(false, has(8, 1, "a"));
        assertEquals(true, has(9, 1, "a"));
    }

    @Test
    void nothingIsKeptWithoutAClock() {
        KeptStarts nothing = KeptStarts.nothing();
        nothing.keep(8, process(1, "a"), start(8, Reason.DENIED), OLD);
        assertEquals(Optional.empty(), nothing.start(8, process(1, "a")));
    }

    @Test
    void allCommandLinesTogetherHaveALimit() throws IOException {
        for (int pid = 100; pid < 130; pid++) {
            Path process = Files.createDirectory(proc.resolve(Integer.toString(pid)));
            Files.writeString(
                    process.resolve("cmdline"), "x".repeat((int) Bytes.ofMiB(1).value() - 1));
            keep(pid, 1, "a");
        }
        assertEquals(true, has(100, 1, "a"));
        assertEquals(false, has(129, 1, "a"));
        kept.retain(Set.of());
        keep(129, 1, "a");
        assertEquals(true, has(129, 1, "a"), "there is room for others again");
    }

    /** To read their mappings again takes longer than dozens of usual JVMs. */
    @Test
    void theRegionsOfJvmsWithManyMappingsAreKept() {
        List<Region> regions = List.of(Region.absent(RegionName.FILES, new Fact.Absent<>(Reason.SKIPPED, SOURCE, "")));
        StartFacts start = start(8, Reason.DENIED);
        assertEquals(
                List.of(), start.withAdviceOf(regions, StartFacts.MANY_MAPPINGS).regions());
        assertEquals(
                regions,
                start.withAdviceOf(regions, StartFacts.MANY_MAPPINGS + 1).regions());
    }

    @Test
    void aScanGetsTheAdviceThatSmapsShowedBefore() {
        Fact.Absent<?> why = new Fact.Absent<>(Reason.SKIPPED, SOURCE, "");
        Region heap = Region.absent(RegionName.HEAP, why);
        Region advised = new Region(
                heap.name(), heap.location(), heap.backing(), Optional.of(Bytes.ofMiB(2)), Optional.of(Bytes.ofMiB(4)));
        StartFacts start = start(8, Reason.DENIED).withAdviceOf(List.of(advised), 1);
        assertEquals(
                List.of(advised, Region.absent(RegionName.CODE, why)),
                start.advised(List.of(heap, Region.absent(RegionName.CODE, why))));
    }
}

package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.RunBuilder;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.host.HostFiles;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.process.Interruption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignTest {
    private static final Case SUBJECT = Samples.ofSize(1000);

    @TempDir
    private Path folder;

    private final Interruption interruption = new Interruption();
    private final List<String> events = new ArrayList<>();
    private String stopAt = "";

    @BeforeEach
    void makeHost() throws IOException {
        Path thp = Files.createDirectories(folder.resolve("sys/kernel/mm/transparent_hugepage"));
        for (String name : List.of("enabled", "defrag")) {
            Files.writeString(thp.resolve(name), "madvise\n");
        }
    }

    private void event(String name) {
        events.add(name);
        if (name.equals(stopAt)) {
            interruption.request();
        }
    }

    private final Maker maker = new Maker() {
        @Override
        public Run run(Fork fork, MemoryMode memory, Interruption stop) {
            event("fork " + fork.job().variant().name());
            return RunBuilder.run(
                            SUBJECT, fork.job().variant().name(), fork.job().round(), 1)
                    .build();
        }

        @Override
        public List<String> arguments(Job job) {
            return List.of();
        }

        @Override
        public Optional<String> whyForks(Case subject) {
            return Optional.of("a test");
        }
    };

    private final Campaign.Listener listener = new Campaign.Listener() {
        @Override
        public void starting(List<Job> jobs) {
            event("start " + jobs.get(0).variant().name());
        }

        @Override
        public void ended(Run run) {
            event("end " + run.status());
        }

        @Override
        public void roundEnded(List<Run> soFar) {
            event("round");
        }
    };

    /** Runs a round of these variants. The host is not set for thp-always, and may not be changed. */
    private List<Run> round(String... names) {
        List<Variant> variants = Stream.of(names).map(Samples::variant).toList();
        TargetJvm jvm = Samples.jvm("21.0.9");
        Campaign campaign = new Campaign(
                jvm,
                maker,
                new HostSwitch(variants, Samples.PMD, HostFiles.under(folder), Optional.empty()),
                new Interleaving(Optional.of(Interleave.FORKS), jvm, maker, false),
                interruption);
        campaign.beforeFirstFork(() -> event("first"));
        List<Job> jobs = new ArrayList<>();
        for (Variant variant : variants) {
            jobs.add(new Job(1, jobs.size() + 1, SUBJECT, variant, Optional.empty()));
        }
        return campaign.run(jobs, listener);
    }

    @Test
    void theFirstForkIsAnnouncedOnce() {
        round("baseline", "thp");
        assertEquals(
                List.of(
                        "start baseline",
                        "first",
                        "fork baseline",
                        "end " + RunStatus.OK,
                        "start thp",
                        "fork thp",
                        "end " + RunStatus.OK,
                        "round"),
                events);
    }

    /** Its files would replace those of an earlier campaign. */
    @Test
    void aRoundThatIsStoppedBeforeItsFirstForkDoesNotEnd() {
        stopAt = "start baseline";
        List<Run> runs = round("thp-always", "baseline");
        assertEquals(
                List.of(RunStatus.NOT_STARTED), runs.stream().map(Run::status).toList());
        assertEquals(List.of("start thp-always", "end " + RunStatus.NOT_STARTED, "start baseline"), events);
    }

    @Test
    void aRoundThatIsStoppedLaterEnds() {
        stopAt = "start thp";
        assertEquals(1, round("baseline", "thp").size());
        assertEquals("round", events.get(events.size() - 1));
    }
}

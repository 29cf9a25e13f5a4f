package io.github.hpjvm.bench;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.run.Campaign;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ForkTimesTest {
    private static final Case FAST = Samples.ofSize(1000);
    private static final Case SLOW = Samples.ofSize(2000);
    private static final Case NEW = Samples.ofSize(3000);

    private long now = Duration.ofHours(2).toNanos();
    private final List<String> told = new ArrayList<>();
    private final ForkTimes times = new ForkTimes(() -> now, Duration.ofSeconds(9));

    private final Campaign.Listener listener = times.before(new Campaign.Listener() {
        @Override
        public void starting(List<Job> jobs) {
            told.add("starting " + jobs.size());
        }

        @Override
        public void ended(Run run) {
            told.add("ended " + run.job().subject());
        }

        @Override
        public void roundEnded(List<Run> soFar) {
            told.add("round of " + soFar.size());
        }
    });

    private void end(Case subject, int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
        listener.ended(run(subject, "thp", 1, 1).build());
    }

    private long expected(Case... subjects) {
        return times.expected(List.of(subjects).stream()
                        .map(subject -> new Job(2, 1, subject, Samples.variant("thp"), Optional.empty()))
                        .toList())
                .toSeconds();
    }

    @Test
    void eachCaseHasItsOwnMeanAndANewOneThatOfAll() {
        assertEquals(18, expected(FAST, NEW), "as planned");
        end(FAST, 2);
        end(FAST, 4);
        end(SLOW, 60);
        // Forks that take turns end together
        end(SLOW, 0);
        assertEquals(3, expected(FAST));
        assertEquals(30, expected(SLOW));
        assertEquals(16, expected(NEW));
        assertEquals(3 + 3 + 30 + 16, expected(FAST, FAST, SLOW, NEW));
    }

    @Test
    void theOtherListenerHearsEverything() {
        listener.starting(List.of());
        end(FAST, 1);
        listener.roundEnded(List.of());
        assertEquals(List.of("starting 0", "ended " + FAST, "round of 0"), told);
    }
}

package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.HugePages;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A web application as {@link RedeploymentTest} deploys it: each time in a class loader of its own. */
public final class Deployed {
    private static final long DEADLINE_NANOS = Duration.ofSeconds(30).toNanos();

    private static Optional<HugePagesHealth> kept = Optional.empty();

    /** Use of the check by the application. */
    enum Use {
        /** {@link HugePages#check()}, which has no close. */
        SHARED {
            @Override
            void run() {
                await(HugePages::check);
            }
        },
        DROPPED {
            @Override
            void run() {
                await(HugePagesHealth.create()::check);
            }
        },
        CLOSED {
            @Override
            void run() {
                try (HugePagesHealth health = HugePagesHealth.create()) {
                    await(health::check);
                }
            }
        },
        /** In a static field, with a listener of the application. */
        KEPT {
            @Override
            void run() {
                HugePagesHealth health = HugePagesHealth.builder()
                        .listener((before, after) -> {})
                        .interval(Duration.ofDays(1))
                        .build();
                kept = Optional.of(health);
                await(kept.orElseThrow()::check);
            }
        };

        abstract void run();
    }

    private Deployed() {}

    /** @param use the name of a {@link Use} */
    public static void run(String use) {
        Use.valueOf(use).run();
    }

    /** Until the daemon thread has looked for the first time, which loads all classes of the check. */
    private static void await(Supplier<HealthReport> check) {
        long start = System.nanoTime();
        while (check.get().summary().contains("in progress")) {
            if (System.nanoTime() - start > DEADLINE_NANOS) {
                throw new IllegalStateException("no look within 30 s");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}

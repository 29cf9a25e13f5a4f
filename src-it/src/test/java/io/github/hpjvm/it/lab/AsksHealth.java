package io.github.hpjvm.it.lab;

import io.github.hpjvm.advisor.HugePages;
import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A program that fills a part of its heap, checks its own health until the memory has been examined, and prints the
 * report.
 */
public final class AsksHealth {
    /** Time between two looks at a report that is in progress. */
    private static final long POLL_MILLIS = 20;

    private static final int PIECE = (1 << 18) - 16;

    private AsksHealth() {}

    /** Prints the result of {@link HugePages#check} three times. */
    public static final class Shared {
        private Shared() {}

        public static void main(String[] arguments) {
            for (int i = 0; i < 3; i++) {
                System.out.println(HugePages.check().toJson());
            }
        }
    }

    /**
     * Runs the program.
     *
     * @param arguments how many MiB to fill, {@code full} or {@code cheap}, and how many milliseconds smaps may take
     */
    public static void main(String[] arguments) throws InterruptedException {
        List<byte[]> kept = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(arguments[0]) * 4; i++) {
            kept.add(new byte[PIECE]);
        }
        try (HugePagesHealth health = HugePagesHealth.builder()
                .full(arguments[1].equals("full"))
                .budget(Duration.ofMillis(Long.parseLong(arguments[2])))
                .interval(Duration.ofMillis(200))
                .maxAge(Duration.ofMillis(10))
                .build()) {
            HealthReport report = health.check();
            for (int i = 0; i < 500 && report.summary().contains("in progress"); i++) {
                Thread.sleep(POLL_MILLIS);
                report = health.check();
            }
            System.out.println(report.toJson());
            System.out.println(kept.size());
        }
    }

    /** The application that {@link Redeploys} deploys. */
    public static final class Deployed {
        private static final List<HugePagesHealth> KEPT = new ArrayList<>();

        private Deployed() {}

        /**
         * Runs the application once.
         *
         * @param number odd: with the check that all share; else one of its own, closed each second time
         */
        public static void run(int number) throws InterruptedException {
            if (number % 2 == 1) {
                await(HugePages::check);
                return;
            }
            HugePagesHealth health =
                    HugePagesHealth.builder().listener((before, after) -> {}).build();
            KEPT.add(health);
            await(health::check);
            if (number % 4 == 0) {
                health.close();
            }
        }

        private static void await(Supplier<HealthReport> check) throws InterruptedException {
            for (int i = 0; i < 1000 && check.get().summary().contains("in progress"); i++) {
                Thread.sleep(POLL_MILLIS);
            }
        }
    }
}

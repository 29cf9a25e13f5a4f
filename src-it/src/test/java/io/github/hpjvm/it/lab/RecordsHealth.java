package io.github.hpjvm.it.lab;

import io.github.hpjvm.advisor.health.HugePagesHealth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A service with a health check that examines its memory five times a second, for some seconds. */
public final class RecordsHealth {
    private static final int PIECE = (1 << 18) - 16;

    private RecordsHealth() {}

    /**
     * Runs the service.
     *
     * @param arguments how many MiB to fill, and for how many milliseconds to run
     */
    public static void main(String[] arguments) throws InterruptedException {
        List<byte[]> kept = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(arguments[0]) * 4; i++) {
            kept.add(new byte[PIECE]);
        }
        try (HugePagesHealth health = HugePagesHealth.builder()
                .interval(Duration.ofMillis(200))
                .budget(Duration.ofSeconds(10))
                .build()) {
            health.check(Duration.ofSeconds(20));
            Thread.sleep(Long.parseLong(arguments[1]));
            System.out.println(health.check().status() + " " + kept.size());
        }
    }
}

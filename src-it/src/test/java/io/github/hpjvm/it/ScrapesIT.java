package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scrapes {@code hp-cli metrics} for an hour on a host without free CPU time. {@code -Dhp.scrapes.minutes=N} sets another time,
 * and the variable {@code HP_NODE_EXPORTER} names the folder into which Debian's package was unpacked. The plot and the figures are in
 * {@code src-it/target/scrapes}.
 */
@Tag("slow")
class ScrapesIT {
    private static final int MINUTES = Integer.getInteger("hp.scrapes.minutes", 60);

    @Test
    void eachScrapeIsAnsweredAndEachJvmIsReadOnceAMinute() {
        Needs.lab();
        Needs.root();
        Needs.program("python3");
        String unpacked = System.getenv("HP_NODE_EXPORTER");
        Path exporter = Path.of(unpacked == null ? "/" : unpacked).resolve("usr/bin/prometheus-node-exporter");
        Needs.that(Files.isExecutable(exporter), "prometheus-node-exporter, or HP_NODE_EXPORTER");
        Path root = Path.of(System.getProperty("hp.root"));
        Program.Ended ended = Program.of("python3")
                .with(root.resolve("src-it/lab/metrics/scrapes.py"))
                .with("--node-exporter", exporter, "--minutes", MINUTES, "--out", root.resolve("src-it/target/scrapes"))
                .limit(Duration.ofMinutes(MINUTES + 10L))
                .run();
        System.out.println(ended.out());
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
    }
}

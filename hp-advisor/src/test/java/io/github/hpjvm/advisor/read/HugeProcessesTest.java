package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.HugePageUsers;
import io.github.hpjvm.advisor.facts.HugeProcess;
import io.github.hpjvm.advisor.read.file.Resources;
import io.github.hpjvm.advisor.read.file.Roots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scan of all processes has a budget. A process above the budget is skipped before it is read, and is counted. */
class HugeProcessesTest {
    @TempDir
    private Path folder;

    private static HugePageUsers scan(Path tree, Duration budget) {
        return HugeProcesses.scan(Roots.under(tree), budget, true).known().orElseThrow();
    }

    private static List<Long> pids(HugePageUsers users) {
        return users.processes().stream().map(HugeProcess::pid).sorted().toList();
    }

    /** Three processes that share a pool. The status of one shows this resident size. */
    private Path withResident(long pid, String kib) throws IOException {
        Path from = Resources.folder("hosts/pool-reserved");
        try (Stream<Path> all = Files.walk(from)) {
            for (Path file : all.toList()) {
                Path to = folder.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(file, to);
                }
            }
        }
        Path status = folder.resolve("proc/" + pid + "/status");
        Files.writeString(status, Files.readString(status).replaceAll("VmRSS:.*", "VmRSS:\t" + kib + " kB"));
        return folder;
    }

    @Test
    void onlyAProcessThatWouldTakeTooLongIsSkippedAndCounted() throws IOException {
        Path tree = withResident(4243, String.valueOf(1L << 30));
        HugePageUsers users = scan(tree, HugeProcesses.BUDGET);
        assertEquals(List.of(4242L, 4244L), pids(users));
        assertEquals(1, users.skipped());
        assertEquals(0, users.notSeen());
        assertEquals(3, users.looked());
        assertEquals(List.of(4242L, 4243L, 4244L), pids(scan(tree, Duration.ofHours(1))));
    }

    @Test
    void acceptsAnyNumberAsResidentSize() throws IOException {
        Path tree = withResident(4244, String.valueOf(Long.MAX_VALUE >> 10));
        assertEquals(1, scan(tree, HugeProcesses.BUDGET).skipped());
    }

    @Test
    void readsNoProcessAfterTheTimeLimit() throws IOException {
        HugePageUsers users = scan(withResident(4242, "0"), Duration.ZERO);
        assertTrue(users.processes().isEmpty(), users.toString());
        assertEquals(3, users.skipped());
    }

    /** A secret with blanks: the joined command line does not show its end. */
    @Test
    void masksSecretsInArguments() throws IOException {
        Path tree = withResident(4242, "0");
        Files.writeString(
                tree.resolve("proc/4242/cmdline"),
                String.join(
                                "\0",
                                "/usr/bin/app",
                                "-Dx.passphrase=canary7Xq and canary7Xq",
                                "--token",
                                "canary7Xq",
                                "-v")
                        + "\0");
        String commandLine = scan(tree, HugeProcesses.BUDGET).processes().stream()
                .filter(process -> process.pid() == 4242)
                .findFirst()
                .orElseThrow()
                .commandLine();
        assertEquals("/usr/bin/app (4 arguments)", commandLine);
    }
}

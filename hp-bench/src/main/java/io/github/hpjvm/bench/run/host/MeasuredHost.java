package io.github.hpjvm.bench.run.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import oshi.SystemInfo;

/**
 * The machine of a campaign, as reports name it.
 *
 * @param name host name; empty if unknown
 * @param at time at which it was read: the start of the campaign
 * @param kernel release, as in {@code uname -r}
 * @param cpu marketing name; empty if unknown
 * @param cpus logical CPUs that this JVM may use
 * @param memory of the host; empty if /proc/meminfo cannot be read
 * @param thp policy at the start of the campaign, before anything was provisioned
 * @param pool hugetlb pool of the default size at that time
 * @param freeMemory number of huge pages in free memory at that time; empty if unknown
 */
public record MeasuredHost(
        Optional<String> name,
        Instant at,
        String kernel,
        Optional<String> cpu,
        int cpus,
        Optional<Bytes> memory,
        Fact<ThpPolicy> thp,
        Optional<HugePool> pool,
        Optional<Fragmentation.Share> freeMemory) {

    /** Reads the host; a part that cannot be read is empty. */
    public static MeasuredHost read() {
        return new MeasuredHost(
                hostName(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                System.getProperty("os.version"),
                cpuName(),
                Runtime.getRuntime().availableProcessors(),
                Optional.ofNullable(HostReader.memory().get("MemTotal")),
                HostReader.thp(),
                HostReader.defaultPool(),
                HostReader.freeMemory());
    }

    private static Optional<String> hostName() {
        try {
            return Optional.of(Files.readString(Path.of("/proc/sys/kernel/hostname"))
                            .strip())
                    .filter(name -> !name.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Reads the name with OSHI; ignores a missing native library, which must not end a campaign. */
    private static Optional<String> cpuName() {
        try {
            return Optional.of(new SystemInfo()
                            .getHardware()
                            .getProcessor()
                            .getProcessorIdentifier()
                            .getName()
                            .strip())
                    .filter(name -> !name.isEmpty());
        } catch (RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }
}

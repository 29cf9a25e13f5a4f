package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A perf on the path that prints recorded counts, on a CPU that {@code /proc/cpuinfo} of a mount namespace shows. */
public final class FakePerf {
    private static final Path RESOURCES = Path.of(System.getProperty("hp.root"), "hp-bench/src/test/resources/perf");

    private final Path folder;
    private final String cpu;
    private final String counts;

    /**
     * @param folder for the program
     * @param cpu name in the folder of cpuinfo
     * @param counts file of counts
     */
    public FakePerf(Path folder, String cpu, String counts) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.cpu = cpu;
        this.counts = counts;
        Path perf = Files.copy(RESOURCES.resolve("fake-perf.sh"), folder.resolve("perf"));
        Files.setPosixFilePermissions(perf, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Returns {@code hp-cli tlb} with this perf. */
    public Program tlb(Object... arguments) {
        Path cpuinfo = RESOURCES.resolve("cpuinfo/synthetic-" + cpu + ".txt");
        return Cli.with("tlb")
                .with(arguments)
                .through(
                        "unshare",
                        "-m",
                        "sh",
                        "-c",
                        "mount --bind '" + cpuinfo + "' /proc/cpuinfo && exec \"$@\"",
                        "sh")
                .set("FAKE_PERF", RESOURCES.resolve(counts + ".csv"))
                .set("PATH", folder + ":" + System.getenv("PATH"));
    }
}

package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.file.Resources;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.host.Buddyinfo;
import io.github.hpjvm.advisor.read.host.VmFiles;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.read.vm.PerfData;
import io.github.hpjvm.advisor.read.vm.VmFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * What the readers' parsers take: calls per second, {@code megabytes} of text per second, and with the profiler that
 * {@link #main} adds, {@code gc.alloc.rate.norm} bytes allocated per call. CONTRIBUTING.md has the command.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgs = {"-Xms512m", "-Xmx512m", "-XX:+UseSerialGC"})
public class ReadersBenchmark {
    private String smaps;
    private String status;
    private String buddyinfo;
    private String vmstat;
    private String flags;
    private byte[] counters;
    private Facts facts;
    private String json;

    /** How much was read, in megabytes. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Volume {
        /** Of what was read so far in this iteration. */
        public double megabytes;

        void add(int bytes) {
            megabytes += bytes / 1e6;
        }
    }

    /** All of it was captured, so that figures of two machines are about the same texts. */
    @Setup
    public void take() throws IOException {
        Path host = Resources.folder("hosts/jdk21-g1-thp");
        Path proc = host.resolve("proc");
        smaps = Resources.text(proc.resolve("4242/smaps"));
        status = Resources.text(proc.resolve("4242/status"));
        buddyinfo = Resources.text(Resources.folder("hosts/always/proc/buddyinfo"));
        vmstat = Resources.text(Resources.folder("hosts/always/proc/vmstat"));
        flags = Resources.text(Resources.folder("jvm/flags/21-epsilon.txt"));
        counters = Files.readAllBytes(Resources.folder("jvm/hsperf/21-zgcgen.bin"));
        facts = LiveFacts.take(Roots.under(host), List.of(4242L), Manner.sparing(Contact.never()));
        json = FactsJson.write(facts);
    }

    @Benchmark
    public List<Vma> smaps(Volume volume) {
        volume.add(smaps.length());
        return Smaps.parse(smaps);
    }

    @Benchmark
    public ProcStatus status(Volume volume) {
        volume.add(status.length());
        return StatusFile.parse(status);
    }

    @Benchmark
    public Object buddyinfo(Volume volume) {
        volume.add(buddyinfo.length());
        return Buddyinfo.parse(buddyinfo);
    }

    @Benchmark
    public VmStat vmstat(Volume volume) {
        volume.add(vmstat.length());
        return VmFiles.parseVmstat(vmstat);
    }

    @Benchmark
    public PerfData hsperfdata(Volume volume) {
        volume.add(counters.length);
        return PerfData.parse(counters);
    }

    @Benchmark
    public Map<String, VmFlag> flags(Volume volume) {
        volume.add(flags.length());
        return VmFlags.parse(flags);
    }

    @Benchmark
    public String writeFacts(Volume volume) {
        volume.add(json.length());
        return FactsJson.write(facts);
    }

    @Benchmark
    public Facts readFacts(Volume volume) {
        volume.add(json.length());
        return FactsJson.read(json);
    }

    /** JMH's own options, and the profiler that counts what is allocated. */
    public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
        new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(arguments))
                        .include(ReadersBenchmark.class.getName())
                        .addProfiler(GCProfiler.class)
                        .build())
                .run();
    }
}

package io.github.hpjvm.advisor.read.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Resources;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.vm.ElfSample;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The counters that JvmReader trusts, on the tree of a JVM in a container. No process gets a signal. */
@Timeout(60)
class JvmReaderTest {

    /** No process has such a number: pid_max is at most 2^22. */
    private static final long PID = 5_000_001;

    private static final Reach ASKS = new Reach(Contact.allowed(), false, 0, Bytes.ofMiB(2));
    private static final String REFUSES = "-XX:+DisableAttachMechanism";

    @TempDir
    private Path tree;

    private Path process;

    @BeforeEach
    void jvm() throws IOException {
        Object uid = Files.getAttribute(tree, "unix:uid");
        String ids = uid + "\t" + uid + "\t" + uid + "\t" + uid + "\n";
        Path proc = Files.createDirectories(tree.resolve("proc"));
        Files.writeString(proc.resolve("uptime"), "100000.00 1.00\n");
        Files.writeString(Files.createDirectories(proc.resolve("self")).resolve("status"), "Name:\tjava\nUid:\t" + ids);
        process = Files.createDirectories(proc.resolve(Long.toString(PID)));
        Files.writeString(process.resolve("stat"), PID + " (java) S" + " 0".repeat(18) + " 77 0 0");
        Files.writeString(
                process.resolve("status"),
                "Name:\tjava\nState:\tS (sleeping)\nUid:\t" + ids + "Gid:\t" + ids + "NSpid:\t" + PID
                        + "\t1\nSigCgt:\t2000000181005ccf\n");
        Files.writeString(process.resolve("environ"), "HOME=/\0");
        Files.createSymbolicLink(process.resolve("exe"), Path.of("/opt/jdk/bin/java"));
        Files.createDirectories(process.resolve("cwd"));
        Path library = process.resolve("root/opt/jdk/lib/server/libjvm.so");
        Files.createDirectories(library.getParent());
        Files.write(library, ElfSample.hotSpot());
        Path counters = process.resolve("root/tmp/hsperfdata_app/1");
        Files.createDirectories(counters.getParent());
        Files.copy(Resources.folder("jvm/hsperf/17-g1.bin"), counters);
    }

    private Jvm read(String mapped, String... arguments) throws IOException {
        Files.writeString(
                process.resolve("cmdline"), "/opt/jdk/bin/java\0" + String.join("\0", arguments) + "\0Main\0");
        Files.writeString(
                process.resolve("maps"),
                "7f0000000000-7f0000001000 r-xp 00000000 fe:00 17 /opt/jdk/lib/server/libjvm.so\n" + mapped);
        return Jvms.read(Roots.under(tree), PID, ASKS);
    }

    private static String mapping(String file) {
        return "7f0000002000-7f000000a000 rw-s 00000000 fe:00 18 " + file + "\n";
    }

    private static void assertRefuses(Jvm jvm) {
        Fact<Map<String, VmFlag>> flags = jvm.flags();
        assertTrue(flags instanceof Fact.Absent<?> absent && absent.reason() == Reason.NOT_SUPPORTED, flags::toString);
        assertTrue(flags.source().excerpt().contains("DisableAttachMechanism"), flags::toString);
    }

    /** No process has this number, so {@code kill} fails. */
    @Test
    void trustsTheMappedCounters() throws IOException {
        Jvm jvm = read(mapping("/tmp/hsperfdata_app/1"), "-Xmx1g");
        assertTrue(jvm.arguments().source().path().endsWith("hsperfdata_app/1"), jvm::toString);
        assertEquals(
                17,
                jvm.identity()
                        .known()
                        .flatMap(VmIdentity::release)
                        .orElseThrow()
                        .feature());
        Fact<Map<String, VmFlag>> flags = jvm.flags();
        assertTrue(flags instanceof Fact.Absent<?> absent && absent.reason() == Reason.DENIED, flags::toString);
        assertTrue(flags.source().excerpt().contains("cannot attach to the JVM"), flags::toString);
    }

    /** A killed JVM leaves such a file in a folder that outlives its container, where each JVM has the number 1. */
    @Test
    void ignoresTheCountersOfAnEarlierJvm() throws IOException {
        Jvm jvm = read("", REFUSES, "-XX:-UsePerfData");
        assertRefuses(jvm);
        assertEquals(
                List.of(REFUSES, "-XX:-UsePerfData"),
                jvm.arguments().known().map(Arguments::texts).orElseThrow());
    }

    @Test
    void ignoresCountersOfOtherNumbersAndInOtherFolders() throws IOException {
        for (String file : List.of("/tmp/hsperfdata_app/11", "/tmp/hsperfdata_other/1", "/tmp/hsperfdata_app/x/1")) {
            Jvm jvm = read(mapping(file), REFUSES);
            assertRefuses(jvm);
            assertEquals(
                    List.of(REFUSES),
                    jvm.arguments().known().map(Arguments::texts).orElseThrow());
        }
    }

    /** A server restarts itself by execve, or a start script runs its JVM by exec, while the process is read. */
    @Test
    void aProcessThatRunsAnotherProgramMeanwhileIsReadAgain() throws IOException {
        read(mapping("/tmp/hsperfdata_app/1"), "-Xmx1g");
        Reach reach = Reach.full(Bytes.ofMiB(2)).with(Contact.never());
        KeptStarts kept = KeptStarts.by(() -> 0);
        Roots roots = Roots.under(tree);
        new JvmReader(roots, PID, reach, kept, Optional::empty).read();
        assertTrue(kept.has(PID), "the next reading knows the first program");
        Path stat = process.resolve("stat");
        String before = Files.readString(stat);
        Jvm jvm = new JvmReader(roots, PID, reach, kept, () -> {
                    replace(stat, before.replace("(java)", "(other)"));
                    return Optional.empty();
                })
                .read();
        assertTrue(jvm.identity().known().isPresent(), jvm::toString);
        // Another start time is that of another process.
        Files.writeString(stat, before);
        new JvmReader(roots, PID, reach, kept, Optional::empty).read();
        Jvm ended = new JvmReader(roots, PID, reach, kept, () -> {
                    replace(stat, before.replace(" 77 ", " 78 "));
                    return Optional.empty();
                })
                .read();
        assertTrue(
                ended.identity() instanceof Fact.Absent<?> absent && absent.reason() == Reason.VANISHED,
                ended::toString);
    }

    private static void replace(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A cleaner of temporary files has removed the file, and another process has created a new one. */
    @Test
    void ignoresAFileThatReplacedTheMappedOne() throws IOException {
        Jvm jvm = read(mapping("/tmp/hsperfdata_app/1 (deleted)"), REFUSES);
        assertRefuses(jvm);
        assertEquals(
                List.of(REFUSES), jvm.arguments().known().map(Arguments::texts).orElseThrow());
    }

    @Test
    void aRefusalOnTheCommandLineCounts() throws IOException {
        assertRefuses(read(mapping("/tmp/hsperfdata_app/1"), "-XX:-DisableAttachMechanism", REFUSES));
        Jvm takenBack = read(mapping("/tmp/hsperfdata_app/1"), REFUSES, "-XX:-DisableAttachMechanism");
        assertTrue(takenBack.flags().source().excerpt().contains("cannot attach to the JVM"), takenBack::toString);
    }
}

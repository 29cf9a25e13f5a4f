package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.file.Mutations;
import io.github.hpjvm.advisor.read.file.Resources;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Captured hosts with one damaged file: its facts are absent, and all others are known. */
@Timeout(600)
class DamagedHostsTest {
    private static final long PID = 4242;
    private static final String WITH_JVM = "hosts/jdk17-parallel-hugetlb";
    private static final String WITH_ALL_COUNTERS = "hosts/madvise-default";
    private static final long MILLIS = 100;
    private static final int LARGEST = 1 << 20;

    @TempDir
    private Path folder;

    static Stream<Path> hosts() {
        return Resources.files("hosts").stream().filter(Files::isDirectory);
    }

    private List<Path> copied(Path from) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(from)) {
            for (Path file : all.sorted().toList()) {
                Path to = folder.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(file, to);
                    files.add(to);
                }
            }
        }
        return files;
    }

    private Host host() {
        return HostFacts.read(Roots.under(folder));
    }

    private Jvm jvm() {
        return Jvms.read(Roots.under(folder), PID, Reach.full(Bytes.ofMiB(2)));
    }

    /** Everything that can be asked of a host. */
    private void all() {
        Jvm jvm = jvm();
        Facts facts = new Facts(Instant.EPOCH, host(), List.of(jvm));
        Advisor.advise(facts, jvm);
        assertEquals(facts, FactsJson.read(FactsJson.write(facts)));
        HugeProcesses.scan(Roots.under(folder));
        Jvms.discover(Roots.under(folder));
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void noDamageCausesAnException(Path host) throws IOException {
        List<Path> files = copied(host);
        long seed = Long.getLong("hp.seed", host.getFileName().hashCode());
        SplittableRandom random = new SplittableRandom(seed);
        long end = System.nanoTime() + Mutations.millis(MILLIS) * 1_000_000;
        for (long i = 0; System.nanoTime() < end; i++) {
            Path file = files.get(random.nextInt(files.size()));
            byte[] before = Files.readAllBytes(file);
            Files.write(file, damaged(before, random));
            try {
                all();
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                fail("seed " + seed + ", mutation " + i + " of " + folder.relativize(file), e);
            }
            Files.write(file, before);
        }
    }

    private static byte[] damaged(byte[] before, SplittableRandom random) {
        if (before.length > LARGEST) {
            return new byte[0];
        }
        String text = new String(before, StandardCharsets.ISO_8859_1);
        return switch (random.nextInt(8)) {
            case 0 -> new byte[0];
            case 1 -> new byte[random.nextInt(1, 5000)];
            case 2 -> text.replaceAll("[0-9]+", "99999999999999999999").getBytes(StandardCharsets.ISO_8859_1);
            case 3 -> text.replaceAll("[0-9]+", "9223372036854775807").getBytes(StandardCharsets.ISO_8859_1);
            default -> Mutations.damage(text, random).getBytes(StandardCharsets.ISO_8859_1);
        };
    }

    private static void assertAbsent(Reason reason, Fact<?> fact) {
        assertEquals(
                reason,
                assertInstanceOf(Fact.Absent.class, fact, fact::toString).reason(),
                fact::toString);
    }

    /** A file of the host, and the fact that rests on it. */
    private record Rests(String file, Function<Host, Fact<?>> fact) {}

    private static final List<Rests> OF_HOST = List.of(
            new Rests("proc/meminfo", Host::memory),
            new Rests("proc/vmstat", Host::vmstat),
            new Rests("proc/buddyinfo", Host::fragmentation),
            new Rests("sys/kernel/mm/transparent_hugepage/enabled", Host::thp),
            new Rests("sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages", Host::pools));

    @ParameterizedTest
    @ValueSource(strings = {"empty", "NULs", "a number too large for a long", "1 GiB"})
    void aDamagedFileIsMalformed(String damage) throws IOException {
        copied(Resources.folder(WITH_ALL_COUNTERS));
        for (Rests rests : OF_HOST) {
            Path file = folder.resolve(rests.file());
            byte[] before = Files.readAllBytes(file);
            assertTrue(rests.fact().apply(host()).known().isPresent(), rests.file());
            damage(file, damage);
            boolean stillTold = damage.startsWith("a number") && rests.file().endsWith("enabled");
            if (!stillTold) {
                assertAbsent(Reason.MALFORMED, rests.fact().apply(host()));
            }
            for (Rests other : OF_HOST) {
                boolean apart = !other.equals(rests)
                        // The list of free blocks is indexed by the order of a huge page.
                        && !other.file().endsWith("buddyinfo");
                assertTrue(
                        !apart || other.fact().apply(host()).known().isPresent(),
                        () -> rests.file() + " takes " + other.file() + " with it");
            }
            Files.write(file, before);
        }
    }

    private static void damage(Path file, String how) throws IOException {
        switch (how) {
            case "empty" -> Files.write(file, new byte[0]);
            case "NULs" -> Files.write(file, new byte[4096]);
            case "1 GiB" -> {
                try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
                    sparse.setLength(1L << 30);
                }
            }
            default -> Files.writeString(file, Files.readString(file).replaceAll("[0-9]{1,}", "99999999999999999999"));
        }
    }

    /** The process ended while its mappings were read: the last one is truncated. */
    @Test
    void readsTheCompletePartOfATruncatedSmaps() throws IOException {
        copied(Resources.folder(WITH_JVM));
        Path smaps = folder.resolve("proc/4242/smaps");
        String text = Files.readString(smaps);
        int whole = Smaps.parse(text).size();
        int torn = text.lastIndexOf("AnonHugePages:", text.length() / 2);
        Files.writeString(smaps, text.substring(0, torn + 20));
        int read = Smaps.read(folder.resolve("proc"), PID).known().orElseThrow().size();
        assertTrue(0 < read && read < whole, read + " of " + whole);
        all();
    }

    /** Half of the files are missing, as for a process that ends during the reading; later the folder too. */
    @Test
    void aProcessThatEndsDuringTheReadingIsVanished() throws IOException {
        copied(Resources.folder(WITH_JVM));
        Path process = folder.resolve("proc/4242");
        for (String file : List.of("smaps", "smaps_rollup", "cmdline", "cgroup", "status", "stat")) {
            Files.deleteIfExists(process.resolve(file));
            all();
        }
        assertAbsent(Reason.NOT_PRESENT, jvm().status());
        try (Stream<Path> rest = Files.walk(process)) {
            for (Path file : rest.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        assertAbsent(Reason.VANISHED, jvm().status());
        assertAbsent(Reason.VANISHED, jvm().arguments());
    }
}

package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.ProcessKind;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.memory.HugetlbSum;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.size.Tenant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A program that is no JVM and has, or would take, pages of a pool: by what it has mapped. Of PostgreSQL without huge
 * pages it is the shared memory that counts, which it would map from the pool whole, rounded up to a page
 * (CreateAnonymousSegment in {@code src/backend/port/sysv_shmem.c}). Its own answer, {@code postgres -C
 * shared_memory_size_in_huge_pages}, is not to be had while it runs: that wants the lock of the data directory.
 */
public final class MappedTenant {
    private static final Set<String> SHARED = Set.of("/dev/zero (deleted)", "/anon_hugepage (deleted)");

    private MappedTenant() {}

    /**
     * That process.
     *
     * @param usual the size of the pages that it would take by default
     */
    public static Tenant read(Roots roots, long pid, Bytes usual) {
        Fact<ProcStatus> status = StatusFile.read(roots.proc(), pid);
        Fact<List<Vma>> mappings = Smaps.read(roots.proc(), pid);
        String command = status.known().flatMap(ProcStatus::name).orElse("?");
        String name = "process " + pid + ", " + command;
        return mappings.known()
                .map(vmas -> of(name, command, vmas, usual))
                .orElseGet(() -> Tenant.unknown(name, "its mappings cannot be read: " + mappings.source()));
    }

    static Tenant of(String name, String command, List<Vma> vmas, Bytes usual) {
        Map<Bytes, Long> held = HugetlbUse.pages(new HugetlbSum().add(0, vmas));
        if (!held.isEmpty()) {
            return Tenant.of(name, held, held, Bytes.ZERO);
        }
        Optional<Vma> shared = vmas.stream()
                .filter(vma -> SHARED.contains(vma.path()) && vma.permissions().endsWith("s"))
                .max(Comparator.comparing(vma -> vma.range().size()));
        boolean postgres = HugeProcesses.kind(command, "") == ProcessKind.POSTGRESQL;
        if (!postgres || shared.isEmpty()) {
            return Tenant.unknown(name, "it is not a known JVM, and it maps no pages of a pool");
        }
        long pages = shared.get().range().size().dividedRoundingUp(usual);
        return Tenant.of(name, Map.of(usual, pages), Map.of(), shared.get().rss());
    }
}

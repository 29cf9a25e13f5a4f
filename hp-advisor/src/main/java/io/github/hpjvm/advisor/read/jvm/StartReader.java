package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.attach.Target;
import io.github.hpjvm.advisor.read.file.TargetFiles;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.memory.ThreadStacks;
import io.github.hpjvm.advisor.read.table.TableReader;
import io.github.hpjvm.advisor.read.table.VmTables;
import io.github.hpjvm.advisor.read.vm.Identity;
import io.github.hpjvm.advisor.read.vm.JvmArguments;
import io.github.hpjvm.advisor.read.vm.MappedMalloc;
import io.github.hpjvm.advisor.read.vm.PerfData;
import io.github.hpjvm.advisor.read.vm.VmSignature;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the facts that a JVM has from its start on: its counters, its tables, and what they tell about it. */
final class StartReader {

    /** Limit for the tables. They take 3 to 50 ms, and more only if the process or the host does not get to run. */
    private static final long TABLES_MILLIS = 2000;

    private final Path procRoot;
    private final long pid;
    private final Reach reach;
    private final Path process;

    StartReader(Path procRoot, long pid, Reach reach) {
        this.procRoot = procRoot;
        this.pid = pid;
        this.reach = reach;
        this.process = procRoot.resolve(Long.toString(pid));
    }

    /**
     * Reads the facts.
     *
     * @param maps all mappings, or those of files if memory is not in reach
     */
    StartFacts read(Fact<VmKind> kind, JvmArguments told, ThreadStacks stacks, Fact<List<Vma>> maps, ProcStatus state) {
        List<String> temp = told.temp(Optional.empty());
        Fact<PerfData> counters =
                counters(maps, temp, Target.nsPid(state, pid), state.uid().orElse(-1));
        VmKind vm = kind.known().orElse(VmKind.HOTSPOT);
        Fact<VmTables> tables = vm == VmKind.OTHER
                ? Fact.absent(Reason.NOT_SUPPORTED, Source.of(kind.source().path(), "it is not a HotSpot JVM"))
                : tables(maps, counters);
        VmIdentity identity = counters.known()
                .map(Identity::of)
                .or(() -> releaseFile(maps))
                .orElse(VmIdentity.of(vm))
                .or(tables.known()
                        .flatMap(VmTables::release)
                        .map(Identity::ofVm)
                        .orElse(VmIdentity.of(vm)));
        Optional<Integer> feature = identity.release().map(JavaVersion::feature);
        return new StartFacts(
                kind,
                user(),
                told,
                stacks,
                temp,
                counters,
                tables,
                identity,
                told.arguments(feature, counters, tables),
                maps.known().flatMap(MappedMalloc::of),
                Map.of(),
                List.of());
    }

    /** Reads the tables, if they are needed: without a look at memory, the counters have the same facts. */
    private Fact<VmTables> tables(Fact<List<Vma>> maps, Fact<PerfData> counters) {
        long millis =
                Math.min(Patience.with(TABLES_MILLIS), reach.contact().timeout().toMillis());
        Optional<List<Vma>> searched = reach.memory() ? maps.known() : Optional.empty();
        return millis > 0 && (reach.memory() || counters.known().isEmpty())
                ? TableReader.read(procRoot, pid, VmSignature.library(maps), searched, millis)
                : Fact.absent(Reason.SKIPPED, Source.of(process.resolve("mem"), reach.whyNoMemory()));
    }

    /**
     * Returns the counters, only from a file that the JVM has mapped. A JVM that was killed leaves its file, and the
     * next process of that number would find it.
     */
    private Fact<PerfData> counters(Fact<List<Vma>> maps, List<String> temp, long nsPid, long uid) {
        Optional<String> folder = maps.known().flatMap(vmas -> VmSignature.countersFolder(vmas, nsPid));
        return folder.isPresent()
                ? PerfData.read(process.resolve("root"), temp, folder.get(), nsPid, uid)
                : Fact.absent(Reason.NOT_PRESENT, Source.of(maps.source().path(), "no counters are mapped"));
    }

    /** Returns the file {@code release} in one of the folders above libjvm.so. */
    private Optional<VmIdentity> releaseFile(Fact<List<Vma>> maps) {
        List<String> names = maps.known()
                .flatMap(VmSignature::libjvm)
                .map(v -> TargetFiles.names(VmSignature.path(v)))
                .orElse(List.of());
        TargetFiles files = new TargetFiles(process.resolve("root"));
        for (int up = names.size() - 2; up > Math.max(0, names.size() - 7); up--) {
            List<String> file = new ArrayList<>(names.subList(0, up));
            file.add("release");
            Optional<VmIdentity> identity = files.read(file, Optional.empty(), TextFile.LIMIT)
                    .known()
                    .map(bytes -> Identity.ofReleaseFile(new String(bytes, StandardCharsets.UTF_8)))
                    .filter(i -> i.release().isPresent());
            if (identity.isPresent()) {
                return identity;
            }
        }
        return Optional.empty();
    }

    /** Returns the owner of the process; empty if unknown. */
    String user() {
        try {
            return Files.getOwner(process).getName();
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return "";
        }
    }
}

package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.SysfsView;
import io.github.hpjvm.advisor.read.file.OwnRights;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.TargetFiles;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.proc.Choice;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files below {@code /sys/kernel/mm} that a process sees through its own mounts. */
public final class ProcessSysfs {

    private static final Bytes LIMIT = Bytes.ofKiB(4);
    private static final int MOST_NAMES = 100;
    private static final List<String> MM = List.of("sys", "kernel", "mm");

    private ProcessSysfs() {}

    /**
     * Returns the view of a process; empty if it is the same as ours. Two links show that it has our mounts. Only if it
     * has others, its files are read, without following a link. A view that cannot be read is absent.
     */
    public static Optional<Fact<SysfsView>> read(Roots roots, long pid) {
        Path process = roots.proc().resolve(Long.toString(pid));
        return switch (MountNamespace.of(roots, process)) {
            case SAME -> Optional.empty();
            case UNKNOWN ->
                Optional.of(Fact.absent(
                        Reason.DENIED,
                        Source.of(process.resolve("ns/mnt")),
                        OwnRights.here().toReadProcess("the user of that process")));
            // A mode that changes between two reads is no difference, so both are read again.
            case OTHER -> differs(roots, process).flatMap(first -> differs(roots, process));
        };
    }

    private static Optional<Fact<SysfsView>> differs(Roots roots, Path process) {
        Fact<SysfsView> view = read(process.resolve("root"));
        boolean alike = view.known().isPresent()
                && view.known().equals(read(roots.root()).known());
        return alike ? Optional.empty() : Optional.of(view);
    }

    /** Reads the view below that root. */
    static Fact<SysfsView> read(Path root) {
        TargetFiles files = new TargetFiles(root);
        Source source = Source.of(files.path(MM));
        return word(files, "enabled")
                .flatMap(enabled -> word(files, "shmem_enabled")
                        .flatMap(shmem -> sizes(files).flatMap(sizes -> {
                            SysfsView view = new SysfsView(enabled, shmem, sizes);
                            return Fact.known(view, Source.of(source.path(), view.summary()));
                        })));
    }

    private static Fact<Optional<String>> word(TargetFiles files, String name) {
        List<String> names = names("transparent_hugepage", name);
        Fact<String> word = TextFile.parsed(
                files.read(names, Optional.empty(), LIMIT),
                bytes -> Choice.selected(new String(bytes, StandardCharsets.US_ASCII)));
        return ThpFiles.optional(word);
    }

    private static Fact<List<Bytes>> sizes(TargetFiles files) {
        return ThpFiles.optional(files.list(names("hugepages"), MOST_NAMES)).map(found -> {
            List<Bytes> sizes = new ArrayList<>();
            for (String name : found.orElse(List.of())) {
                HugePools.pageSize(name).ifPresent(sizes::add);
            }
            sizes.sort(null);
            return sizes;
        });
    }

    private static List<String> names(String... below) {
        List<String> names = new ArrayList<>(MM);
        names.addAll(List.of(below));
        return names;
    }
}

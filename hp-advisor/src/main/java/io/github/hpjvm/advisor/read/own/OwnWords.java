package io.github.hpjvm.advisor.read.own;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.read.file.ReadAgain;
import io.github.hpjvm.advisor.read.host.ThpFiles;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.proc.Choice;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The modes of transparent huge pages as {@link ThpFiles} reads them, for a reader that needs them every second. */
final class OwnWords {
    private static final int LINE = 128;

    private final Path sys;
    private final List<ReadAgain<String>> files;
    private volatile Optional<Last> last = Optional.empty();

    private record Last(List<Optional<String>> words, Fact<ThpPolicy> fact) {}

    OwnWords(Path sys) {
        this.sys = sys;
        Path folder = ThpFiles.folder(sys);
        Fact<Bytes> pmdSize = ThpFiles.pmdSize(folder);
        String ofSize = "hugepages-" + pmdSize.known().orElse(Bytes.ofMiB(2)).value() / 1024 + "kB/enabled";
        this.files = List.of("enabled", ofSize, "defrag", "shmem_enabled").stream()
                .map(name ->
                        new ReadAgain<>(folder.resolve(name), LINE, Choice::selected, (file, word) -> Source.of(file)))
                .toList();
    }

    /** Returns the present policy. If a mode has changed, or cannot be read, all files are read in the usual way. */
    Fact<ThpPolicy> read() {
        List<Optional<String>> words =
                files.stream().map(file -> file.read().known()).toList();
        Optional<Last> before = last;
        if (before.isPresent() && before.get().words().equals(words)) {
            return before.get().fact();
        }
        Fact<ThpPolicy> fact = ThpFiles.read(sys);
        last = Optional.of(new Last(words, fact));
        return fact;
    }
}

package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugeText;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.read.file.Folder;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.text.MalformedTextException;
import io.github.hpjvm.os.text.Visible;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Every file under {@code /sys/kernel/mm/transparent_hugepage} (Documentation/admin-guide/mm/transhuge.rst). */
public final class ThpTree {

    private static final Bytes LIMIT = Bytes.ofKiB(4);
    private static final int MOST_CHARACTERS = 40;

    private final Path folder;
    private final boolean forAdvice;
    private final List<String> unreadable = new ArrayList<>();

    private ThpTree(Path folder, boolean forAdvice) {
        this.folder = folder;
        this.forAdvice = forAdvice;
    }

    /**
     * Returns the settings and counters. A kernel without THP is NOT_PRESENT. A single file that cannot be read or
     * parsed is named in the result; all others are still read.
     */
    public static Fact<ThpSettings> read(Path sysRoot) {
        return read(sysRoot, false);
    }

    /** Returns the part that {@link ThpSettings#forAdvice} keeps: on a recent kernel 40 files of 190. */
    public static Fact<ThpSettings> readForAdvice(Path sysRoot) {
        return read(sysRoot, true);
    }

    private static Fact<ThpSettings> read(Path sysRoot, boolean forAdvice) {
        Path folder = ThpFiles.folder(sysRoot);
        return Folder.names(folder)
                .flatMap(names -> ThpFiles.pmdSize(folder).flatMap(pmdSize -> {
                    ThpSettings settings = new ThpTree(folder, forAdvice).settings(names, pmdSize);
                    return Fact.known(settings, Source.of(folder, settings.summary()));
                }));
    }

    /** Returns the settings of Alibaba's huge pages for code. */
    public static Fact<HugeText> readHugeText(Path sysRoot) {
        Path folder = ThpFiles.folder(sysRoot);
        Fact<Optional<Long>> threshold =
                ThpFiles.optional(TextFile.read(folder.resolve("hugetext_pad_threshold"), Choice::number));
        return TextFile.read(folder.resolve("hugetext_enabled"), Choice::number)
                .flatMap(enabled -> threshold.flatMap(t -> Fact.known(
                        new HugeText(enabled, t.map(Bytes::of)),
                        Source.of(
                                folder.resolve("hugetext_enabled"),
                                enabled
                                        + t.map(n -> ", hugetext_pad_threshold=" + n)
                                                .orElse("")))));
    }

    private ThpSettings settings(List<String> names, Bytes pmdSize) {
        Map<String, String> files = words("", names);
        Map<String, String> khugepaged = words(
                "khugepaged/",
                Folder.names(folder.resolve("khugepaged")).known().orElse(List.of()));
        Optional<String> global = Optional.ofNullable(files.get("enabled"));
        Optional<String> globalShmem = Optional.ofNullable(files.get("shmem_enabled"));
        List<ThpSize> sizes = new ArrayList<>();
        for (String name : names) {
            Optional<Bytes> size = HugePools.pageSize(name);
            if (size.isPresent()) {
                sizes.add(size(name, size.get(), size.get().equals(pmdSize), global, globalShmem));
            }
        }
        if (sizes.stream().noneMatch(size -> size.pageSize().equals(pmdSize))) {
            sizes.add(new ThpSize(
                    pmdSize,
                    Optional.empty(),
                    Optional.empty(),
                    global,
                    globalShmem.map(word -> ThpSize.effectiveShmem("inherit", word)),
                    Map.of()));
        }
        sizes.sort((a, b) -> a.pageSize().compareTo(b.pageSize()));
        return new ThpSettings(files, khugepaged, sizes, unreadable);
    }

    /** Shared memory is offered no size without a file, except the PMD size before 6.11. */
    private ThpSize size(
            String name, Bytes pageSize, boolean ofPmd, Optional<String> global, Optional<String> globalShmem) {
        Map<String, String> words =
                words(name + "/", Folder.names(folder.resolve(name)).known().orElse(List.of()));
        Optional<String> enabled = Optional.ofNullable(words.get("enabled"));
        Optional<String> shmemEnabled = Optional.ofNullable(words.get("shmem_enabled"));
        Optional<String> inheritable = Files.exists(folder.resolve(name).resolve("shmem_enabled"))
                ? shmemEnabled
                : ofPmd ? Optional.of("inherit") : Optional.empty();
        return new ThpSize(
                pageSize,
                enabled,
                shmemEnabled,
                enabled.flatMap(word -> global.map(g -> ThpSize.effective(word, g))),
                inheritable.flatMap(word -> globalShmem.map(g -> ThpSize.effectiveShmem(word, g))),
                forAdvice ? Map.of() : counters(name + "/stats/"));
    }

    private Map<String, Long> counters(String below) {
        Map<String, Long> counters = new TreeMap<>();
        for (String name : Folder.names(folder.resolve(below)).known().orElse(List.of())) {
            read(below + name).ifPresent(text -> {
                try {
                    counters.put(name, Choice.number(text));
                } catch (MalformedTextException e) {
                    unreadable.add(below + name);
                }
            });
        }
        return counters;
    }

    private Map<String, String> words(String below, List<String> names) {
        Map<String, String> words = new TreeMap<>();
        for (String name : names) {
            if (!Files.isDirectory(folder.resolve(below + name))) {
                read(below + name).ifPresent(text -> {
                    try {
                        words.put(name, word(text));
                    } catch (MalformedTextException e) {
                        unreadable.add(below + name);
                    }
                });
            }
        }
        return words;
    }

    private Optional<String> read(String file) {
        Fact<String> text = TextFile.read(folder.resolve(file), LIMIT);
        if (text instanceof Fact.Absent<String> absent && absent.reason() != Reason.NOT_PRESENT) {
            unreadable.add(file);
        }
        return text.map(Visible::lines).known();
    }

    /**
     * Returns the active word of a file that lists its choices, else its only word.
     *
     * @throws MalformedTextException if it is neither
     */
    public static String word(String text) {
        if (text.indexOf('[') >= 0) {
            return Choice.selected(text);
        }
        String word = KernelFiles.word(text);
        if (word.length() > MOST_CHARACTERS) {
            throw new MalformedTextException("not a word", word);
        }
        return word;
    }
}

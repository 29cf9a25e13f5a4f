package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.First;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All settings and counters of transparent huge pages (Documentation/admin-guide/mm/transhuge.rst). The value of a file
 * with a list of choices is the choice in brackets.
 *
 * @param files files of the folder itself by name, also those of vendors, such as {@code hugetext_enabled}
 * @param khugepaged the files of {@code khugepaged/}, by name
 * @param sizes the page sizes, the smallest first; always with the PMD size, even where the kernel has no control for
 *     each size (before 6.8)
 * @param unreadable existing files that could not be read or parsed, relative to the folder
 */
public record ThpSettings(
        Map<String, String> files, Map<String, String> khugepaged, List<ThpSize> sizes, List<String> unreadable) {

    public ThpSettings {
        files = Collections.unmodifiableMap(new TreeMap<>(files));
        khugepaged = Collections.unmodifiableMap(new TreeMap<>(khugepaged));
        sizes = List.copyOf(sizes);
        unreadable = List.copyOf(unreadable);
    }

    /** The settings that advice needs: the global modes, those of khugepaged and of each size, without counters. */
    ThpSettings forAdvice() {
        return new ThpSettings(
                files,
                khugepaged,
                sizes.stream()
                        .map(size -> new ThpSize(
                                size.pageSize(),
                                size.enabled(),
                                size.shmemEnabled(),
                                size.effective(),
                                size.effectiveShmem(),
                                Map.of()))
                        .toList(),
                List.of());
    }

    /** The global mode and those of sizes that are not {@code never}: {@code enabled=madvise, 2 MiB=inherit}. */
    public String summary() {
        StringBuilder b = new StringBuilder("enabled=").append(files.getOrDefault("enabled", "?"));
        for (ThpSize size : sizes) {
            String word = size.enabled().orElse("never");
            if (!word.equals("never")) {
                b.append(", ").append(size.pageSize()).append('=').append(word);
            }
        }
        return b.toString();
    }

    public Optional<ThpSize> size(Bytes pageSize) {
        return First.of(sizes, size -> size.pageSize().equals(pageSize));
    }
}

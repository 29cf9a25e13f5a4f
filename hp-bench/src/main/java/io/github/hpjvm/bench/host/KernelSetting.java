package io.github.hpjvm.bench.host;

import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.MalformedTextException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kernel file that hp-bench changes, with its permitted values. hp-bench writes no other file, whatever an undo file
 * contains.
 */
sealed interface KernelSetting {
    /** The setting of this file; empty if hp-bench does not change the file. */
    static Optional<KernelSetting> of(Path file) {
        return KnownFiles.setting(file.toString());
    }

    /**
     * The reason why this value cannot be written to the file; empty if it can.
     *
     * @throws IOException if the host's limits cannot be read
     */
    Optional<String> refusal(String value, HostFiles files) throws IOException;

    /**
     * Returns whether an unfinished write of another value may have left this value: the kernel ends a write early when
     * the writer is killed.
     *
     * @throws IOException if the host's state cannot be read
     */
    default boolean isUnfinished(UndoEntry entry, String current, HostFiles files) throws IOException {
        return false;
    }

    /**
     * Returns whether the value may be restored although the write was never read back: a restore must not enlarge a
     * pool.
     */
    default boolean isHarmless(String current, String found) {
        return true;
    }

    /**
     * A setting with a fixed list of values, such as {@code always [madvise] never}.
     *
     * @param documented the values of Documentation/admin-guide/mm/transhuge.rst, for a file that does not list its own
     */
    record Words(Path file, Set<String> documented) implements KernelSetting {
        @Override
        public Optional<String> refusal(String value, HostFiles files) throws IOException {
            Set<String> offered = files.choices(file);
            Set<String> words = offered.isEmpty() ? documented : offered;
            return words.contains(value)
                    ? Optional.empty()
                    : Optional.of("the file accepts " + String.join(", ", words) + ", not " + PlainText.clean(value));
        }
    }

    /**
     * The size of a hugetlb pool in pages.
     *
     * @param pageBytes empty for the pool of the default page size
     */
    record Pool(OptionalLong pageBytes) implements KernelSetting {
        private static final Path MEMINFO = Path.of("/proc/meminfo");

        @Override
        public Optional<String> refusal(String value, HostFiles files) throws IOException {
            OptionalLong pages = number(value);
            if (pages.isEmpty()) {
                return Optional.of(PlainText.clean(value) + " is not a number of pages");
            }
            long most = memory(files, "MemTotal") / page(files);
            return pages.getAsLong() <= most
                    ? Optional.empty()
                    : Optional.of(value + " pages exceed the memory of this host, which holds " + most);
        }

        /**
         * Also accepts a value between both: a pool stops growing when the writer is killed. The pages must be free.
         */
        @Override
        public boolean isUnfinished(UndoEntry entry, String current, HostFiles files) throws IOException {
            OptionalLong now = number(current);
            OptionalLong from = number(entry.seen().orElse(entry.found()));
            OptionalLong found = number(entry.found());
            OptionalLong wanted = number(entry.wanted());
            if (now.isEmpty() || from.isEmpty() || found.isEmpty() || wanted.isEmpty()) {
                return false;
            }
            boolean between = from.getAsLong() <= now.getAsLong() && now.getAsLong() <= wanted.getAsLong();
            return between && now.getAsLong() - found.getAsLong() <= free(files);
        }

        @Override
        public boolean isHarmless(String current, String found) {
            OptionalLong now = number(current);
            OptionalLong back = number(found);
            return now.isPresent() && back.isPresent() && back.getAsLong() <= now.getAsLong();
        }

        private long free(HostFiles files) throws IOException {
            Path folder = Path.of("/sys/kernel/mm/hugepages/hugepages-" + page(files) / 1024 + "kB");
            return count(files, folder.resolve("free_hugepages")) - count(files, folder.resolve("resv_hugepages"));
        }

        private long page(HostFiles files) throws IOException {
            return pageBytes.isPresent() ? pageBytes.getAsLong() : memory(files, "Hugepagesize");
        }

        private static long count(HostFiles files, Path file) throws IOException {
            return number(files.value(file)).orElseThrow(() -> new IOException(file + " does not hold a number"));
        }

        private static long memory(HostFiles files, String name) throws IOException {
            try {
                Map<String, Bytes> sizes = MemInfo.parse(files.value(MEMINFO));
                return Optional.ofNullable(sizes.get(name))
                        .map(Bytes::value)
                        .filter(bytes -> bytes > 0)
                        .orElseThrow(() -> new IOException(MEMINFO + " has no " + name));
            } catch (MalformedTextException e) {
                throw new IOException(MEMINFO + " cannot be read: " + e.getMessage(), e);
            }
        }
    }

    /** A number from 0 to 100: {@code vm.compaction_proactiveness} (Documentation/admin-guide/sysctl/vm.rst). */
    record Percent() implements KernelSetting {
        private static final long MOST = 100;

        @Override
        public Optional<String> refusal(String value, HostFiles files) {
            OptionalLong number = number(value);
            return number.isPresent() && number.getAsLong() <= MOST
                    ? Optional.empty()
                    : Optional.of(PlainText.clean(value) + " is not a number from 0 to " + MOST);
        }
    }

    private static OptionalLong number(String text) {
        return KnownFiles.DIGITS.matcher(text).matches() ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    /** Maps paths to settings. */
    final class KnownFiles {
        static final Pattern DIGITS = Pattern.compile("0|[1-9][0-9]{0,14}");
        private static final Pattern POOL =
                Pattern.compile("/sys/kernel/mm/hugepages/hugepages-([1-9][0-9]{0,9})kB/nr_hugepages");
        private static final Pattern THP = Pattern.compile(
                "/sys/kernel/mm/transparent_hugepage/(hugepages-[1-9][0-9]{0,9}kB/)?(enabled|defrag|shmem_enabled)");

        private static final Set<String> ENABLED = Set.of("always", "madvise", "never");
        private static final Set<String> ENABLED_OF_SIZE = Set.of("always", "inherit", "madvise", "never");
        private static final Set<String> DEFRAG = Set.of("always", "defer", "defer+madvise", "madvise", "never");
        private static final Set<String> SHMEM = Set.of("always", "within_size", "advise", "never", "deny", "force");
        private static final Set<String> SHMEM_OF_SIZE = Set.of("always", "inherit", "within_size", "advise", "never");

        private KnownFiles() {}

        private static Optional<KernelSetting> setting(String file) {
            if (file.equals("/proc/sys/vm/nr_hugepages")) {
                return Optional.of(new Pool(OptionalLong.empty()));
            }
            if (file.equals("/proc/sys/vm/compaction_proactiveness")) {
                return Optional.of(new Percent());
            }
            Matcher pool = POOL.matcher(file);
            if (pool.matches()) {
                return Optional.of(new Pool(OptionalLong.of(Long.parseLong(pool.group(1)) * 1024)));
            }
            Matcher thp = THP.matcher(file);
            return thp.matches()
                    ? words(thp.group(2), thp.group(1) != null).map(words -> new Words(Path.of(file), words))
                    : Optional.empty();
        }

        private static Optional<Set<String>> words(String name, boolean ofSize) {
            return switch (name) {
                case "enabled" -> Optional.of(ofSize ? ENABLED_OF_SIZE : ENABLED);
                case "shmem_enabled" -> Optional.of(ofSize ? SHMEM_OF_SIZE : SHMEM);
                default -> ofSize ? Optional.empty() : Optional.of(DEFRAG);
            };
        }
    }
}

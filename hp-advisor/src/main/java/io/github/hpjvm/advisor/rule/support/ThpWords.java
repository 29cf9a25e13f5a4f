package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.facts.VmIdentity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The files that make the policy for transparent huge pages, and what to write into them. */
public final class ThpWords {
    public static final Path GLOBAL = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    public static final Path DEFRAG = Path.of("/sys/kernel/mm/transparent_hugepage/defrag");
    public static final Path SHMEM = Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled");

    private static final int ADVICE_OF_ZGC_WORKS_SINCE = 15;
    private static final Set<String> TO_EVERYBODY = Set.of("always", "within_size", "force");

    private ThpWords() {}

    public static Path ofSize(ThpPolicy policy) {
        return folderOfSize(policy).resolve("enabled");
    }

    private static Path folderOfSize(ThpPolicy policy) {
        return Path.of("/sys/kernel/mm/transparent_hugepage/hugepages-"
                + policy.pmdSize().value() / 1024 + "kB");
    }

    /** What lets shared memory have them that asks, such as the heap of ZGC; nothing where that is so already. */
    public static List<Action> allowShared(ThpPolicy policy, Optional<ThpSettings> settings) {
        Optional<String> ofSize =
                settings.flatMap(all -> all.size(policy.pmdSize())).flatMap(ThpSize::shmemEnabled);
        return Shmem.of(policy, ofSize)
                .filter(shmem -> shmem.effective().equals("never"))
                .map(Shmem::allow)
                .orElse(List.of());
    }

    /**
     * Whether the advice of that ZGC reaches its heap. Before 15 it advises a mapping of what fallocate has put on base
     * pages already: only the global word for shared memory decides, and only where it gives them to everybody.
     */
    public static boolean heapOfZgcIsAdvised(VmIdentity vm) {
        return vm.release()
                .map(release -> release.isAtLeast(ADVICE_OF_ZGC_WORKS_SINCE))
                .orElse(true);
    }

    /** What lets all shared memory have them, whoever asks or not; nothing where that is so already. */
    public static List<Action> allowAllShared(ThpPolicy policy) {
        return policy
                .shmemEnabled()
                .filter(word -> !TO_EVERYBODY.contains(word))
                .<Action>map(word -> new Action.KernelFile(
                        SHMEM, "within_size", word, "shared memory of other programs gets huge pages too"))
                .stream()
                .toList();
    }

    /**
     * The words for shared memory.
     *
     * @param global of {@code shmem_enabled}
     * @param ofSize of {@code hugepages-2048kB/shmem_enabled}; empty on kernels without that file (before 6.11)
     * @param file that of the size
     */
    public record Shmem(String global, Optional<String> ofSize, Path file) {

        /** Empty if the kernel has no such file. */
        public static Optional<Shmem> of(Look look, ThpPolicy policy) {
            Optional<String> ofSize = look.maybeHost("THP settings", Host::thpSettings)
                    .flatMap(settings -> settings.size(policy.pmdSize()))
                    .flatMap(ThpSize::shmemEnabled);
            return of(policy, ofSize);
        }

        static Optional<Shmem> of(ThpPolicy policy, Optional<String> ofSize) {
            return policy.shmemEnabled()
                    .map(global ->
                            new Shmem(global, ofSize, folderOfSize(policy).resolve("shmem_enabled")));
        }

        /** What holds for 2 MiB pages. */
        public String effective() {
            String word = ofSize.map(own -> ThpSize.effectiveShmem(own, global)).orElse(global);
            return word.equals("deny") ? "never" : word;
        }

        public String describe() {
            return "shmem_enabled says " + global
                    + ofSize.map(word -> ", " + file.getParent().getFileName() + "/shmem_enabled says " + word)
                            .orElse("");
        }

        /** What lets those have them who ask, where nobody gets them now. */
        public List<Action> allow() {
            List<Action> actions = new ArrayList<>();
            boolean own = ofSize.filter(word -> !word.equals("inherit") && !word.equals("never"))
                    .isPresent();
            if (global.equals("deny") || global.equals("never") && !own) {
                actions.add(new Action.KernelFile(SHMEM, "advise", global, ""));
            }
            boolean stands = ofSize.filter(word -> word.equals("never") || global.equals("force"))
                    .isPresent();
            if (stands) {
                actions.add(new Action.KernelFile(file, "inherit", ofSize.orElseThrow(), ""));
            }
            return actions;
        }
    }

    /**
     * Whether the kernel gives them to those who ask, and HotSpot does not ask, because it reads the global word alone,
     * and that says never. (8 and 11 read none and ask anyway; what they get is seen.)
     */
    public static boolean unheard(ThpPolicy policy) {
        return policy.enabled().equals("never") && policy.effective().equals("madvise");
    }

    /** {@code enabled says never, hugepages-2048kB/enabled says inherit}. */
    public static String describe(ThpPolicy policy) {
        return "enabled says " + policy.enabled()
                + policy.pmdEnabled()
                        .map(word -> ", " + ofSize(policy).getParent().getFileName() + "/enabled says " + word)
                        .orElse("");
    }

    /**
     * What lets a JVM have transparent huge pages that asks for them. The global word is changed even where a word for
     * the size overrules it, because HotSpot reads no other ({@code hugepages.cpp}).
     */
    public static List<Action> allow(ThpPolicy policy) {
        List<Action> actions = new ArrayList<>();
        if (policy.enabled().equals("never")) {
            actions.add(new Action.KernelFile(GLOBAL, "madvise", policy.enabled(), ""));
        }
        policy.pmdEnabled()
                .filter("never"::equals)
                .ifPresent(word -> actions.add(new Action.KernelFile(ofSize(policy), "inherit", word, "")));
        return actions;
    }
}

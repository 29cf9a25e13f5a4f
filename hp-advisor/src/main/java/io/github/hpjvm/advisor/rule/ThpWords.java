package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files that make the policy for transparent huge pages, and what to write into them. */
final class ThpWords {
    static final Path GLOBAL = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    static final Path SHMEM = Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled");

    private ThpWords() {}

    static Path ofSize(ThpPolicy policy) {
        return Path.of("/sys/kernel/mm/transparent_hugepage/hugepages-"
                + policy.pmdSize().value() / 1024 + "kB/enabled");
    }

    /**
     * Whether the kernel gives them to those who ask, and HotSpot does not ask, because it reads the global word alone,
     * and that says never. (8 and 11 read none and ask anyway; what they get is seen.)
     */
    static boolean unheard(ThpPolicy policy) {
        return policy.enabled().equals("never") && policy.effective().equals("madvise");
    }

    /** {@code enabled says never, hugepages-2048kB/enabled says inherit}. */
    static String describe(ThpPolicy policy) {
        return "enabled says " + policy.enabled()
                + policy.pmdEnabled()
                        .map(word -> ", " + ofSize(policy).getParent().getFileName() + "/enabled says " + word)
                        .orElse("");
    }

    /**
     * What lets a JVM have transparent huge pages that asks for them. The global word is changed even where a word for
     * the size overrules it, because HotSpot reads no other ({@code hugepages.cpp}).
     */
    static List<Action> allow(ThpPolicy policy) {
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

package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.ThpModeCheck;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Files in sysfs that control transparent huge pages, and the actions that change them. */
public final class ThpModes {
    public static final Path GLOBAL = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    public static final Path DEFRAG = Path.of("/sys/kernel/mm/transparent_hugepage/defrag");
    public static final Path SHMEM = Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled");

    private static final int ADVICE_OF_ZGC_WORKS_SINCE = 15;
    private static final int OPTS_IN_ONLY_AT_MADVISE_SINCE = 22;
    private static final Set<String> ALL_SHARED = Set.of("always", "within_size", "force");

    private ThpModes() {}

    public static Path ofSize(ThpPolicy policy) {
        return folderOfSize(policy).resolve("enabled");
    }

    private static Path folderOfSize(ThpPolicy policy) {
        return Path.of("/sys/kernel/mm/transparent_hugepage/hugepages-"
                + policy.pmdSize().value() / 1024 + "kB");
    }

    /**
     * The actions that allow huge pages for shared memory that opts in, such as a ZGC heap; empty if they are allowed
     * already.
     */
    public static List<KernelFile> allowShared(ThpPolicy policy, Optional<ThpSettings> settings) {
        Optional<String> ofSize =
                settings.flatMap(all -> all.size(policy.pmdSize())).flatMap(ThpSize::shmemEnabled);
        return Shmem.of(policy, ofSize)
                .filter(shmem -> shmem.effective().equals("never"))
                .map(Shmem::allow)
                .orElse(List.of());
    }

    /**
     * Returns whether madvise affects the heap of this ZGC. Before 15 the JVM calls madvise after fallocate has put the
     * heap on base pages. Only a global value of {@code shmem_enabled} that applies to all shared memory has an effect
     * then.
     */
    public static boolean heapOfZgcIsAdvised(VmIdentity vm) {
        return vm.release()
                .map(release -> release.isAtLeast(ADVICE_OF_ZGC_WORKS_SINCE))
                .orElse(true);
    }

    /** Returns whether shared memory can have huge pages of the PMD size. Ends the rule if that is not known. */
    public static boolean pageCacheHas(RuleContext context, ThpPolicy policy) {
        Optional<Bytes> basePage = context.maybeHost("base page", Host::basePage);
        Optional<Boolean> sure = policy.pageCacheHas(basePage, Optional.empty());
        return sure.or(() -> policy.pageCacheHas(basePage, context.maybeHost("kernel", Host::kernel)))
                .orElseThrow(() -> context.undecided(new Missing(
                        "whether shared memory of this kernel has huge pages of " + policy.pmdSize()
                                + " (commit 9fd154ba926b)",
                        Reason.NOT_SUPPORTED,
                        "/proc/sys/kernel/osrelease",
                        "")));
    }

    /** The action that enables huge pages for all shared memory; empty if they are enabled already. */
    public static List<Action> allowAllShared(ThpPolicy policy) {
        return policy
                .shmemEnabled()
                .filter(value -> !ALL_SHARED.contains(value))
                .<Action>map(value -> new KernelFile(
                        SHMEM, "within_size", value, "shared memory of other processes gets huge pages too"))
                .stream()
                .toList();
    }

    /**
     * Modes for shared memory.
     *
     * @param global value of {@code shmem_enabled}
     * @param ofSize value of {@code hugepages-2048kB/shmem_enabled}; empty on kernels without that file (before 6.11)
     * @param file the file of the size
     */
    public record Shmem(String global, Optional<String> ofSize, Path file) {

        /** Returns the modes of the host; empty if the kernel has no such file. */
        public static Optional<Shmem> of(RuleContext context, ThpPolicy policy) {
            Optional<String> ofSize = context.maybeHost("THP settings", Host::thpSettings)
                    .flatMap(settings -> settings.size(policy.pmdSize()))
                    .flatMap(ThpSize::shmemEnabled);
            return of(policy, ofSize);
        }

        /**
         * Returns the modes of that policy; empty if the kernel has no such file.
         *
         * @param ofSize see {@link #ofSize}
         */
        public static Optional<Shmem> of(ThpPolicy policy, Optional<String> ofSize) {
            return policy.shmemEnabled()
                    .map(global ->
                            new Shmem(global, ofSize, folderOfSize(policy).resolve("shmem_enabled")));
        }

        /** The effective mode for 2 MiB pages. */
        public String effective() {
            String mode = ofSize.map(own -> ThpSize.effectiveShmem(own, global)).orElse(global);
            return mode.equals("deny") ? "never" : mode;
        }

        public String describe() {
            return "shmem_enabled is " + global
                    + ofSize.map(mode -> ", " + folderName(file) + "/shmem_enabled is " + mode)
                            .orElse("");
        }

        /** The actions that allow huge pages for memory that opts in, on a host that allows none. */
        public List<KernelFile> allow() {
            List<KernelFile> actions = new ArrayList<>();
            boolean own = ofSize.filter(mode -> !mode.equals("inherit") && !mode.equals("never"))
                    .isPresent();
            if (global.equals("deny") || global.equals("never") && !own) {
                actions.add(new KernelFile(SHMEM, "advise", global, ""));
            }
            boolean denies = ofSize.filter(mode -> mode.equals("never") || global.equals("force"))
                    .isPresent();
            if (denies) {
                actions.add(new KernelFile(file, "inherit", ofSize.orElseThrow(), ""));
            }
            return actions;
        }
    }

    /**
     * Returns whether HotSpot does not opt in although the kernel would grant huge pages. HotSpot reads the global file
     * only, which is never. (Versions before {@link ThpModeCheck} do not read it and opt in anyway.)
     */
    public static boolean unheard(ThpPolicy policy) {
        return policy.enabled().equals("never") && policy.effective().equals("madvise");
    }

    /**
     * Returns whether HotSpot with the flag opts in for its memory (madvise): before {@link ThpModeCheck} always, with it unless the
     * global mode is never (JDK-8310233), and from 22 on only if it is madvise (JDK-8319969). A release that is not known counts as
     * one with the check, before 22.
     */
    public static boolean optsIn(RuleContext context, ThpPolicy policy) {
        return optsIn(context.jvm("VM", Jvm::identity).release(), policy);
    }

    /** Returns the same for a JVM of this release. */
    public static boolean optsIn(Optional<JavaVersion> release, ThpPolicy policy) {
        return switch (policy.enabled()) {
            case "madvise" -> true;
            case "never" ->
                release.filter(version -> !ThpModeCheck.isDoneBy(version)).isPresent();
            default ->
                release.filter(version -> version.isAtLeast(OPTS_IN_ONLY_AT_MADVISE_SINCE))
                        .isEmpty();
        };
    }

    /** The sizes below the PMD size that the host enables for memory that opts in, or for memory that does not. */
    public static List<ThpSize> smaller(ThpPolicy policy, ThpSettings settings, boolean optsIn) {
        return settings.sizes().stream()
                .filter(size -> size.pageSize().compareTo(policy.pmdSize()) < 0)
                .filter(size -> size.effective()
                        .filter(mode -> mode.equals("always") || optsIn && mode.equals("madvise"))
                        .isPresent())
                .toList();
    }

    /** Names sizes for a text. */
    public static String names(List<ThpSize> sizes) {
        return sizes.stream().map(size -> size.pageSize().toString()).collect(Collectors.joining(", "));
    }

    private static Path folderName(Path file) {
        return file.getName(file.getNameCount() - 2);
    }

    /** Describes the modes: {@code enabled is never, hugepages-2048kB/enabled is inherit}. */
    public static String describe(ThpPolicy policy) {
        return "enabled is " + policy.enabled()
                + policy.pmdEnabled()
                        .map(mode -> ", " + folderName(ofSize(policy)) + "/enabled is " + mode)
                        .orElse("");
    }

    /**
     * The actions that allow transparent huge pages for a JVM that opts in. They change the global file even if the
     * file of the size overrides it, because HotSpot reads the global file only ({@code hugepages.cpp}).
     */
    public static List<Action> allow(ThpPolicy policy) {
        List<Action> actions = new ArrayList<>();
        if (policy.enabled().equals("never")) {
            actions.add(new KernelFile(GLOBAL, "madvise", policy.enabled(), ""));
        }
        policy.pmdEnabled()
                .filter("never"::equals)
                .ifPresent(mode -> actions.add(new KernelFile(ofSize(policy), "inherit", mode, "")));
        return actions;
    }
}

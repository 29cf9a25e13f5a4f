package io.github.hpjvm.bench.doctor;

import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.counters.PerfEvents;
import io.github.hpjvm.bench.evidence.PredictedFailure;
import io.github.hpjvm.bench.host.HostFiles;
import io.github.hpjvm.bench.host.ThpDisable;
import io.github.hpjvm.bench.host.UnavailableException;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.SlowIdleReads;
import io.github.hpjvm.bench.run.HsdisProbe;
import io.github.hpjvm.bench.run.InheritedState;
import io.github.hpjvm.bench.run.PerfProbe;
import io.github.hpjvm.bench.run.PerfSetup;
import io.github.hpjvm.bench.run.StealProbe;
import io.github.hpjvm.bench.run.TargetProbe;
import io.github.hpjvm.bench.run.VariantReach;
import io.github.hpjvm.bench.run.Workloads;
import io.github.hpjvm.bench.run.host.AvailableMemory;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.run.host.IdleMemory;
import io.github.hpjvm.bench.variant.Proof;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.process.ThisProcess;
import io.github.hpjvm.console.terminal.Figures;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Checks the requirements of a campaign, and concludes what can be measured. Changes nothing. */
public final class Doctor {
    private static final double NOTICEABLE_STEAL_PERCENT = 1;

    private static final String ALLOW =
            "type echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled, or use --provision";

    private final List<Check> checks = new ArrayList<>();

    private Doctor() {}

    /**
     * @param home Java home of the JVM to measure; empty for the Java home of this process
     * @throws io.github.hpjvm.console.error.UsageException if there is no java in it
     */
    public static Examination examine(Optional<Path> home) {
        TargetJvm jvm = TargetProbe.probe(home.orElseGet(TargetProbe::defaultHome));
        Doctor doctor = new Doctor();
        doctor.jvm(jvm);
        doctor.transparent(jvm);
        doctor.pools(jvm);
        doctor.memory();
        doctor.rights();
        PerfSetup perf = doctor.perf();
        doctor.hsdis(jvm);
        doctor.noise();
        return new Examination(doctor.checks, conclusion(jvm, perf).lines());
    }

    private static Conclusion conclusion(TargetJvm jvm, PerfSetup perf) {
        List<Case> cases =
                Workloads.cases(Workloads.all(), BenchOptions.parse(Map.of(), Profile.QUICK, BenchOptions.freshSeed()));
        Map<Variant, PredictedFailure> lacking = VariantReach.lacking(Variants.all(), cases, jvm, false);
        List<Variant> now = new ArrayList<>();
        List<Variant> afterChange = new ArrayList<>();
        List<Variant> unsupported = new ArrayList<>();
        for (Variant variant : Variants.all()) {
            Optional<PredictedFailure> failure = Optional.ofNullable(lacking.get(variant));
            if (failure.filter(it -> it.fix().isEmpty()).isPresent() || !hasFiles(variant)) {
                unsupported.add(variant);
            } else if (failure.isPresent() || !isSet(variant) || lacksPoolForMalloc(variant)) {
                afterChange.add(variant);
            } else {
                now.add(variant);
            }
        }
        return new Conclusion(
                now,
                afterChange,
                unsupported,
                perf.unavailable().isEmpty(),
                ThisProcess.isRoot(),
                InheritedState.hugePagesDenied());
    }

    /** Returns whether the kernel has the files that the variant sets. */
    private static boolean hasFiles(Variant variant) {
        HostFiles files = HostFiles.under(Path.of("/"));
        return variant.host(HostReader.pmdSize()).stream().noneMatch(change -> {
            try {
                files.value(change.file());
                return false;
            } catch (NoSuchFileException e) {
                return true;
            } catch (IOException e) {
                return false;
            }
        });
    }

    /** Returns whether the kernel files hold the values that the variant needs. */
    private static boolean isSet(Variant variant) {
        HostFiles files = HostFiles.under(Path.of("/"));
        return variant.host(HostReader.pmdSize()).stream().allMatch(change -> {
            try {
                return files.value(change.file()).equals(change.value());
            } catch (IOException e) {
                return false;
            }
        });
    }

    /** Returns whether the variant needs the pool for malloc, and the pool is empty. */
    private static boolean lacksPoolForMalloc(Variant variant) {
        return variant.proof() instanceof Proof.OutsideHeap outside
                && outside.kind() == PageKind.HUGETLB
                && HostReader.defaultPool().map(pool -> pool.obtainable() == 0).orElse(true);
    }

    private void jvm(TargetJvm jvm) {
        ok("jvm", jvm + " at " + jvm.java());
        for (Variant variant : Variants.all()) {
            Optional<String> unsupported = variant.unsupportedBy(jvm);
            if (unsupported.isPresent()) {
                no("variant " + variant.name(), unsupported.get());
            } else {
                ok("variant " + variant.name(), String.join(" ", variant.arguments(jvm)));
            }
        }
        if (jvm.isOnByDefault("UseTransparentHugePages")) {
            no("jvm default", "this JVM enables UseTransparentHugePages by default; baseline disables it");
        }
    }

    private void transparent(TargetJvm jvm) {
        Optional<ThpPolicy> found = HostReader.thp().known();
        if (found.isEmpty()) {
            no("thp", "the kernel has no transparent huge pages, or /sys is not readable");
            return;
        }
        ThpPolicy policy = found.get();
        String modes = "enabled=" + policy.enabled()
                + policy.pmdEnabled()
                        .map(mode -> ", hugepages-" + policy.pmdSize().value() / 1024 + "kB/enabled=" + mode)
                        .orElse("");
        if (policy.enabled().equals("never")
                && !policy.effective().equals("never")
                && jvm.version().feature() >= 17) {
            no("thp", modes + ": the kernel permits them, but HotSpot from 17 on reads only the global mode; " + ALLOW);
        } else {
            switch (policy.effective()) {
                case "madvise" -> ok("thp", modes + ": processes must opt in");
                case "always" -> ok("thp", modes + ": no opt-in needed; baseline is forked under PR_SET_THP_DISABLE");
                default -> no("thp", modes + ": disabled; " + ALLOW);
            }
        }
        ok("thp size", policy.pmdSize() + "; defrag=" + policy.defrag());
        policy.shmemEnabled().ifPresent(mode -> {
            if (List.of("never", "deny").contains(mode)) {
                no("thp for ZGC", "shmem_enabled=" + mode + ": a ZGC heap gets no huge pages");
            } else {
                ok("thp for ZGC", "shmem_enabled=" + mode);
            }
        });
        HostReader.freeBlocks(policy.pmdSize())
                .ifPresentOrElse(
                        free -> add(
                                "free huge blocks",
                                free > 0,
                                Bytes.of(free * policy.pmdSize().value()) + " free in blocks of " + policy.pmdSize()),
                        () -> no("free huge blocks", "/proc/buddyinfo is not readable"));
    }

    private void pools(TargetJvm jvm) {
        List<HugePool> pools = HostReader.pools();
        Optional<HugePool> usual = HostReader.defaultPool();
        if (pools.isEmpty()) {
            no("hugetlb", "the kernel has no hugetlb pools, or /sys is not readable");
        }
        Optional<Long> need = need(jvm);
        for (HugePool pool : pools) {
            boolean isDefault = usual.equals(Optional.of(pool));
            pool(pool, isDefault ? need : Optional.empty(), isDefault ? "" : " (not the default size)");
        }
    }

    private void pool(HugePool pool, Optional<Long> need, String remark) {
        boolean enough = pool.obtainable() >= need.orElse(1L);
        String text = pool.total() + " pages, " + pool.usable() + " available"
                + (pool.overcommitRoom() > 0 ? " and " + pool.overcommitRoom() + " more by overcommit" : "")
                + remark;
        String fix = need.filter(pages -> !enough)
                .map(pages -> ": type sudo sysctl -w vm.nr_hugepages=" + (pool.total() + pages - pool.usable())
                        + ", or use --provision")
                .orElse("");
        add(
                "hugetlb " + pool.pageSize(),
                enough,
                text + need.map(pages -> "; the workloads need " + pages).orElse("") + fix);
    }

    private static Optional<Long> need(TargetJvm jvm) {
        return Workloads.all().stream()
                .flatMap(workload -> HostReader.bill(jvm, new Case(workload, Map.of())).stream())
                .map(PoolBill::max)
                .max(Long::compare);
    }

    private void memory() {
        AvailableMemory memory = AvailableMemory.now();
        if (memory.host().equals(Bytes.ZERO)) {
            no("memory", "/proc/meminfo is not readable");
            return;
        }
        String limited = memory.group()
                .map(room -> "; the control groups of this process permit " + Figures.mebibytes(room.value()))
                .orElse("");
        ok("memory", Figures.mebibytes(memory.host().value()) + " available" + limited);
    }

    private void rights() {
        add(
                "provision",
                ThisProcess.isRoot(),
                ThisProcess.isRoot()
                        ? "this process runs as root"
                        : "this process does not run as root and cannot change the host; for --provision run"
                                + " with sudo");
        Optional<String> denied = InheritedState.hugePagesDenied();
        Optional<String> unavailable = unavailable();
        if (denied.isEmpty() && unavailable.isPresent()) {
            no("prctl", "hp-bench cannot set PR_SET_THP_DISABLE for a single fork: " + unavailable.get());
        } else {
            add(
                    "prctl",
                    denied.isEmpty(),
                    denied.orElse("PR_SET_THP_DISABLE is not set; hp-bench can set it for a single fork"));
        }
    }

    private static Optional<String> unavailable() {
        try {
            ThpDisable.isSet();
            return Optional.empty();
        } catch (UnavailableException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private PerfSetup perf() {
        PerfSetup perf = PerfProbe.probe();
        perf.version()
                .ifPresentOrElse(
                        version -> ok("perf", version),
                        () -> no("perf", perf.unavailable().orElse("not found")));
        if (perf.version().isEmpty()) {
            return perf;
        }
        for (List<String> events : List.of(PerfEvents.HARDWARE, PerfEvents.SOFTWARE)) {
            for (String event : events) {
                add("perf event", perf.events().counts(event), event);
            }
        }
        perf.choice().ifPresent(choice -> ok("counters", choice.text()));
        perf.unavailable().ifPresent(why -> no("counters", why));
        return perf;
    }

    private void hsdis(TargetJvm jvm) {
        Optional<String> useless = HsdisProbe.whyNot(jvm);
        add("hsdis", useless.isEmpty(), useless.orElse("disassembles: perfasm shows instructions"));
    }

    /** The noise of a second: time and memory that the hypervisor takes. */
    private void noise() {
        IdleMemory idle = IdleMemory.start();
        OptionalDouble steal = StealProbe.percent();
        idle.slowReadsPercent().ifPresent(percent -> {
            boolean much = SlowIdleReads.isTooMuch(percent);
            add("idle memory", !much, SlowIdleReads.text(percent) + (much ? SlowIdleReads.REMEDY : ""));
        });
        if (steal.isEmpty()) {
            no("steal", "/proc/stat is not readable");
            return;
        }
        String text = String.format(
                Locale.ROOT, "%.1f %% of CPU time taken by the hypervisor during the check", steal.getAsDouble());
        add("steal", steal.getAsDouble() < NOTICEABLE_STEAL_PERCENT, text);
    }

    private void ok(String topic, String text) {
        checks.add(Check.ok(topic, text));
    }

    private void no(String topic, String text) {
        checks.add(Check.no(topic, text));
    }

    private void add(String topic, boolean ok, String text) {
        checks.add(new Check(topic, ok, text));
    }
}

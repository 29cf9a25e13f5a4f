package io.github.hpjvm.bench.doctor;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.bench.counters.PerfEvents;
import io.github.hpjvm.bench.run.HsdisProbe;
import io.github.hpjvm.bench.run.OwnProcess;
import io.github.hpjvm.bench.run.PerfProbe;
import io.github.hpjvm.bench.run.PerfSetup;
import io.github.hpjvm.bench.run.StealProbe;
import io.github.hpjvm.bench.run.TargetProbe;
import io.github.hpjvm.bench.run.Workloads;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.terminal.Figures;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Looks at everything that a campaign needs, line by line. Changes nothing. */
public final class Doctor {
    private static final double NOTICEABLE_STEAL_PERCENT = 1;

    private static final String ALLOW =
            "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled, or provision";

    private final List<Check> checks = new ArrayList<>();

    private Doctor() {}

    /**
     * @param home java home of the JVM to be measured; empty for the one that runs us
     * @throws io.github.hpjvm.bench.error.UsageException if there is no java in it
     */
    public static List<Check> examine(Optional<Path> home) {
        TargetJvm jvm = TargetProbe.probe(home.orElseGet(TargetProbe::ownHome));
        Doctor doctor = new Doctor();
        doctor.jvm(jvm);
        doctor.transparent(jvm);
        doctor.pools(jvm);
        doctor.memory();
        doctor.rights();
        doctor.perf();
        doctor.hsdis(jvm);
        doctor.steal();
        return List.copyOf(doctor.checks);
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
            no("jvm default", "this JVM turns UseTransparentHugePages on by itself; baseline turns it off");
        }
    }

    private void transparent(TargetJvm jvm) {
        Optional<ThpPolicy> found = HostReader.thp().known();
        if (found.isEmpty()) {
            no("thp", "the kernel has no transparent huge pages, or /sys is not readable");
            return;
        }
        ThpPolicy policy = found.get();
        String words = "enabled=" + policy.enabled()
                + policy.pmdEnabled()
                        .map(word -> ", hugepages-" + policy.pmdSize().value() / 1024 + "kB/enabled=" + word)
                        .orElse("");
        if (policy.enabled().equals("never")
                && !policy.effective().equals("never")
                && jvm.version().feature() >= 17) {
            no(
                    "thp",
                    words + ": the kernel would give them, but HotSpot from 17 on looks at the global word alone; "
                            + ALLOW);
        } else {
            switch (policy.effective()) {
                case "madvise" -> ok("thp", words + ": to be had by those who ask");
                case "always" ->
                    ok("thp", words + ": everybody gets them; baseline is forked under PR_SET_THP_DISABLE");
                default -> no("thp", words + ": nobody gets them; " + ALLOW);
            }
        }
        ok("thp size", policy.pmdSize() + "; defrag=" + policy.defrag());
        policy.shmemEnabled().ifPresent(word -> {
            if (List.of("never", "deny").contains(word)) {
                no("thp for ZGC", "shmem_enabled=" + word + ": a ZGC heap gets none");
            } else {
                ok("thp for ZGC", "shmem_enabled=" + word);
            }
        });
        HostReader.freeBlocks(policy.pmdSize())
                .ifPresentOrElse(
                        free -> add(
                                "free huge blocks",
                                free > 0,
                                free + " of " + policy.pmdSize()
                                        + " could be had without compaction, "
                                        + Bytes.of(free * policy.pmdSize().value()) + " in all"),
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
            boolean drawnOn = usual.equals(Optional.of(pool));
            pool(pool, drawnOn ? need : Optional.empty(), drawnOn ? "" : " (not the default size)");
        }
    }

    private void pool(HugePool pool, Optional<Long> need, String remark) {
        long most = pool.usable() + pool.overcommitRoom();
        boolean enough = most >= need.orElse(1L);
        String text = pool.total() + " pages, " + pool.usable() + " can be had"
                + (pool.overcommitRoom() > 0 ? " and " + pool.overcommitRoom() + " more by overcommit" : "")
                + remark;
        String fix = need.filter(pages -> !enough)
                .map(pages ->
                        ": sudo sysctl -w vm.nr_hugepages=" + (pool.total() + pages - pool.usable()) + ", or provision")
                .orElse("");
        add(
                "hugetlb " + pool.pageSize(),
                enough,
                text + need.map(pages -> "; the workloads need " + pages).orElse("") + fix);
    }

    private static Optional<Long> need(TargetJvm jvm) {
        return Workloads.all().stream()
                .flatMap(workload -> HostReader.bill(jvm, workload).stream())
                .map(PoolBill::max)
                .max(Long::compare);
    }

    private void memory() {
        Map<String, Bytes> memory = HostReader.memory();
        Optional.ofNullable(memory.get("MemAvailable"))
                .ifPresentOrElse(
                        available -> ok("memory", Figures.mebibytes(available) + " available"),
                        () -> no("memory", "/proc/meminfo is not readable"));
    }

    private void rights() {
        add(
                "provision",
                OwnProcess.isRoot(),
                OwnProcess.isRoot()
                        ? "we are root"
                        : "we are not root: host settings cannot be changed; run with sudo to provision");
        Optional<String> denied = OwnProcess.hugePagesDenied();
        add("prctl", denied.isEmpty(), denied.orElse("PR_SET_THP_DISABLE is not set, and can be set around one fork"));
    }

    private void perf() {
        PerfSetup perf = PerfProbe.probe();
        perf.version()
                .ifPresentOrElse(
                        version -> ok("perf", version),
                        () -> no("perf", perf.unavailable().orElse("not found")));
        if (perf.version().isEmpty()) {
            return;
        }
        for (List<String> events : List.of(PerfEvents.HARDWARE, PerfEvents.SOFTWARE)) {
            for (String event : events) {
                add("perf event", perf.events().counts(event), event);
            }
        }
        perf.choice().ifPresent(choice -> ok("counters", choice.text()));
        perf.unavailable().ifPresent(why -> no("counters", why));
    }

    private void hsdis(TargetJvm jvm) {
        Optional<String> useless = HsdisProbe.whyNot(jvm);
        add("hsdis", useless.isEmpty(), useless.orElse("disassembles: perfasm shows instructions"));
    }

    private void steal() {
        OptionalDouble steal = StealProbe.percent();
        if (steal.isEmpty()) {
            no("steal", "/proc/stat is not readable");
            return;
        }
        String text =
                String.format(Locale.ROOT, "%.1f %% of CPU time taken by the hypervisor just now", steal.getAsDouble());
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

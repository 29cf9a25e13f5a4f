package io.github.hpjvm.bench.run.perf;

import io.github.hpjvm.bench.run.PerfSetup;
import java.util.List;
import java.util.Optional;

/**
 * The reason why the counters of the TLB cannot be read, and what provides them.
 *
 * @param missing the reason
 * @param grants what to type or to change, one possibility each
 */
public record MissingCounters(String missing, List<String> grants) {
    /** The measurement that needs no counters. */
    public static final String SUBSTITUTE = "hp-cli bench run --workloads TlbReach --variants baseline,thp --rounds 6";

    /** Packages with the command perf, of the distributions' own archives. */
    private static final List<String> PACKAGES = List.of(
            "Debian: apt-get install linux-perf",
            "Ubuntu: apt-get install linux-tools-$(uname -r)",
            "Fedora, RHEL, Amazon Linux: dnf install perf",
            "SUSE: zypper install perf");

    public MissingCounters {
        grants = List.copyOf(grants);
    }

    /** The missing counters of a host on which perf cannot count cycles, or has no event of the TLB. */
    public static Optional<MissingCounters> of(PerfSetup setup, PerfTarget target) {
        if (setup.version().isEmpty()) {
            return Optional.of(new MissingCounters(setup.unavailable().orElse("perf cannot be run"), PACKAGES));
        }
        if (setup.choice().isPresent()) {
            List<String> names = setup.choice().get().names();
            boolean none = names.stream().allMatch(name -> name.equals("cycles") || name.equals("instructions"));
            return none
                    ? Optional.of(new MissingCounters(
                            "perf has no event of the TLB for this CPU ("
                                    + setup.choice().get().text() + ")",
                            noPmu()))
                    : Optional.empty();
        }
        if (setup.events().counted().isEmpty()) {
            return Optional.of(denied(setup.unavailable().orElse("perf is not permitted to count"), target));
        }
        return Optional.of(
                new MissingCounters("this host has no PMU: perf reports <not supported> for cycles", noPmu()));
    }

    /**
     * The counters of a target that this user may not count (Documentation/admin-guide/perf-security.rst, and
     * perf_event_paranoid in Documentation/admin-guide/sysctl/kernel.rst).
     */
    public static MissingCounters denied(String message, PerfTarget target) {
        String level = target.pid().isPresent()
                ? "sudo sysctl -w kernel.perf_event_paranoid=1, for processes of this user"
                : "sudo sysctl -w kernel.perf_event_paranoid=0";
        return new MissingCounters(
                message,
                List.of(
                        "run hp-cli as root",
                        level,
                        "grant CAP_PERFMON: sudo setcap cap_perfmon,cap_sys_ptrace=ep $(command -v perf)",
                        "in a container: --cap-add PERFMON, and a seccomp profile that permits perf_event_open"));
    }

    private static List<String> noPmu() {
        return List.of(
                "KVM: -cpu host,pmu=on",
                "AWS: a .metal size",
                "GCP: performanceMonitoringUnit=STANDARD (C4, C4A)",
                "run hp-cli tlb on the host of this virtual machine");
    }
}

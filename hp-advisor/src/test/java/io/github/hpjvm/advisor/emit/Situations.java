package io.github.hpjvm.advisor.emit;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.groups;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.khugepaged;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.action.ChangeJdk;
import io.github.hpjvm.advisor.action.ContainerLimit;
import io.github.hpjvm.advisor.action.Environment;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelArgument;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.PodResource;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.action.Sysctl;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.plan.Plan;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Advice to be emitted, by a name. */
public final class Situations {
    private static final String LARGE = "-XX:+UseLargePages";
    private static final String THP = "-XX:+UseTransparentHugePages";

    private Situations() {}

    public static Map<String, Advice> all() {
        Map<String, Advice> all = new LinkedHashMap<>();
        all.put("pool-empty", advice(pool(100, 100, 0), g1(17, LARGE)));
        all.put("thp-never", advice(thp("never", "never", "never"), g1(21, THP)));
        all.put("flag-missing", advice(host(), options(g1(17, "-XX:-UseLargePages"), "-Xlog:gc -Dname='a b'")));
        all.put("java-8", advice(host(), g1(8)));
        all.put("pod", advice(pool(0, 0, 0), inPod(g1(17, LARGE))));
        all.put("every-kind", everyKind());
        all.put("nothing", advice(khugepaged(host()), heap(g1(17, THP), on(PageKind.THP, Bytes.ofGiB(1)))));
        all.put(
                "no-remedy",
                advice(
                        host().withMemory(memory(Bytes.ofMiB(100), Bytes.ofMiB(2))),
                        JvmSamples.jvm(17, Collector.G1, Bytes.ofGiB(8), LARGE)));
        all.put("vanished", advice(host(), JvmSamples.vanished()));
        return all;
    }

    public static Advice advice(Host host, Jvm jvm) {
        return Advisor.advise(facts(host, jvm), jvm);
    }

    /** Advice with these actions for this JVM, whatever the rules would say. */
    public static Advice of(Jvm jvm, Action... actions) {
        Outcome.Finding finding = new Outcome.Finding(
                "HP-999", "heap", Severity.WARNING, "All is wrong", "So it is.", "x", List.of(), List.of(actions));
        return new Advice(jvm, Requested.NONE, Map.of(), List.of(finding), Plan.of(List.of(finding)), List.of());
    }

    static Jvm options(Jvm jvm, String jdkJavaOptions) {
        return with(jvm, "environment", known(Map.of("JDK_JAVA_OPTIONS", jdkJavaOptions), "/proc/4242/environ"));
    }

    static Jvm inGroup(Jvm jvm, String path) {
        return with(jvm, "cgroup", known(with(groups(), "paths", Map.of(Cgroup.UNIFIED, path)), "/proc/4242/cgroup"));
    }

    private static Jvm inPod(Jvm jvm) {
        String path = "/kubepods.slice/pod0.slice/cri-containerd-0.scope";
        Jvm grouped = inGroup(jvm, path);
        Cgroup cgroup = grouped.cgroup().known().orElseThrow();
        MemoryGroup memory = new MemoryGroup(
                List.of(new GroupLimit(Bytes.ofMiB(1536), Optional.empty(), path, "/sys/fs/cgroup/memory.max")),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        cgroup = with(cgroup, "memory", known(memory, "/sys/fs/cgroup/memory.max"));
        Container container = new Container("containerd", Optional.empty(), Optional.of("0"), Optional.empty());
        return with(grouped, "cgroup", known(with(cgroup, "container", Optional.of(container)), "/proc/4242/cgroup"));
    }

    private static Advice everyKind() {
        return of(
                inGroup(g1(17, "-XX:-UseLargePages"), "/system.slice/shop\\x2da@1.service"),
                new RestartJvm(),
                new JvmFlag(List.of(THP, "-Dodd=a b\"c'd%n$(id)`id`"), List.of("-XX:-UseLargePages")),
                new Environment("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"),
                new ChangeJdk(List.of("21.0.4", "23")),
                new PodResource("memory", "2Gi"),
                new ContainerLimit("podman", "/sys/fs/cgroup/libpod-0\n-rf.scope/hugetlb.2MB.rsvd.max", "1048576", "0"),
                new CgroupFile(
                        "/sys/fs/cgroup/it's a \"$(touch x)\" `group`\n-rf %h/hugetlb.2MB.max", "max", "1048576"),
                new KernelArgument("hugepagesz=1G hugepages=4"),
                new KernelFile(Path.of("/sys/kernel/mm/transparent_hugepage/defrag"), "defer+madvise", "madvise", ""),
                new KernelFile(Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled"), "advise", "never", ""),
                new KernelFile(
                        Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages"), "700", "100", "1 GiB"),
                new Sysctl("vm.nr_overcommit_hugepages", "64", "0", ""));
    }
}

package io.github.hpjvm.advisor.read.jvm;

import static io.github.hpjvm.advisor.FactsSamples.with;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.file.Resources;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.read.vm.HeapInfo;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The JVMs that were captured with their hosts: what they were, as the list of hosts says, and what their files say. */
public record CapturedJvm(String host, int release, Collector gc, Bytes heap, List<String> asked) {
    private static final long PID = 4242;

    public static List<CapturedJvm> all() {
        Bytes heap = Bytes.ofMiB(128);
        return List.of(
                new CapturedJvm("jdk8-parallel-base", 8, Collector.PARALLEL, heap, List.of()),
                new CapturedJvm("jdk17-parallel-hugetlb", 17, Collector.PARALLEL, heap, List.of("-XX:+UseLargePages")),
                new CapturedJvm("jdk21-g1-thp", 21, Collector.G1, heap, List.of("-XX:+UseTransparentHugePages")),
                new CapturedJvm("jdk25-g1-short-pool", 25, Collector.G1, heap, List.of("-XX:+UseLargePages")),
                new CapturedJvm(
                        "fragmented", 17, Collector.G1, Bytes.ofMiB(512), List.of("-XX:+UseTransparentHugePages")));
    }

    /** Its facts, read from the folder of hosts. */
    public Jvm facts(Path hosts) {
        Path proc = hosts.resolve(host).resolve("proc");
        String size = heap.value() / Bytes.ofMiB(1).value() + "m";
        List<String> arguments = new ArrayList<>(List.of("-Xms" + size, "-Xmx" + size, "-XX:+AlwaysPreTouch"));
        arguments.addAll(asked);
        AddressRange range = HeapInfo.range(Resources.text(proc.resolve(PID + "/heap_info.txt")))
                .orElseThrow();
        Backing backing = Backing.of(range, Smaps.read(proc, PID).known().orElseThrow(), Bytes.ofMiB(2));
        Jvm jvm = JvmSamples.jvm(release, gc, heap, arguments.toArray(String[]::new));
        // A JVM reserves its code cache before the heap, so a heap on the pool means code on the pool.
        Jvm located = backing.kind().equals(Optional.of(PageKind.HUGETLB))
                ? JvmSamples.code(jvm, JvmSamples.on(PageKind.HUGETLB, Bytes.ofMiB(240), Bytes.ofMiB(8)))
                : jvm;
        return with(JvmSamples.heap(located, backing), "status", StatusFile.read(proc, PID));
    }
}

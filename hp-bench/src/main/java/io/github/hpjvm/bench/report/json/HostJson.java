package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.model.Tool;
import io.github.hpjvm.bench.run.host.MeasuredHost;
import io.github.hpjvm.bench.variant.TargetJvm;

/** The parts {@code tool}, {@code host} and {@code jvm} of {@code results.json}. */
final class HostJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private HostJson() {}

    /** Writes the versions; without JMH's for a command or a jar, which this process's JMH does not measure. */
    static ObjectNode tool(Tool tool, Profile profile) {
        ObjectNode node = NODES.objectNode();
        node.put("hpBench", tool.hpBench().orElse(null));
        node.put("jmh", tool.jmh().filter(version -> profile != Profile.OWN).orElse(null));
        return node;
    }

    static ObjectNode host(MeasuredHost host) {
        ObjectNode node = NODES.objectNode();
        node.put("name", host.name().orElse(null));
        node.put("kernel", host.kernel());
        node.put("cpu", host.cpu().orElse(null));
        node.put("cpus", host.cpus());
        host.memory().ifPresentOrElse(it -> node.put("memoryBytes", it.value()), () -> node.putNull("memoryBytes"));
        host.thp()
                .known()
                .ifPresentOrElse(
                        policy -> {
                            ObjectNode thp = node.putObject("thp");
                            thp.put("enabled", policy.enabled());
                            thp.put("pmdEnabled", policy.pmdEnabled().orElse(null));
                            thp.put("effective", policy.effective());
                            thp.put("defrag", policy.defrag());
                            thp.put("shmemEnabled", policy.shmemEnabled().orElse(null));
                            thp.put("pmdBytes", policy.pmdSize().value());
                        },
                        () -> node.putNull("thp"));
        host.freeMemory()
                .ifPresentOrElse(
                        free -> {
                            node.put("freeHugePages", free.hugePages());
                            node.put("unusableFreeIndex", free.unusable());
                        },
                        () -> {
                            node.putNull("freeHugePages");
                            node.putNull("unusableFreeIndex");
                        });
        host.pool()
                .ifPresentOrElse(
                        pool -> {
                            ObjectNode hugetlb = node.putObject("hugetlb");
                            hugetlb.put("pageBytes", pool.pageSize().value());
                            hugetlb.put("total", pool.total());
                            hugetlb.put("usable", pool.usable());
                        },
                        () -> node.putNull("hugetlb"));
        return node;
    }

    static ObjectNode jvm(TargetJvm jvm) {
        ObjectNode node = NODES.objectNode();
        node.put("release", jvm.version().feature());
        node.put("version", jvm.build());
        node.put("vendor", jvm.vendor());
        node.put("vm", jvm.vmName());
        node.put("java", jvm.java().toString());
        return node;
    }
}

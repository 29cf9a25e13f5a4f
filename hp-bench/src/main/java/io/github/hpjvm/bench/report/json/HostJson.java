package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.model.Tool;
import io.github.hpjvm.bench.run.host.MeasuredHost;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.os.file.BytePath;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The parts {@code tool}, {@code host} and {@code jvm} of {@code results.json}: writes them and reads them. */
final class HostJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Source SAVED = Source.of("results.json");

    private HostJson() {}

    /** Writes the versions; without JMH's for a command or a jar, which this process's JMH does not measure. */
    static ObjectNode tool(Tool tool, Profile profile) {
        ObjectNode node = NODES.objectNode();
        node.put("hpBench", tool.hpBench().orElse(null));
        node.put("jmh", tool.jmh().filter(version -> profile != Profile.OWN).orElse(null));
        return node;
    }

    static Tool readTool(JsonNode node) {
        return new Tool(text(node.path("hpBench")), text(node.path("jmh")));
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

    /**
     * Reads the host. Of the pool, only the size and the number of its pages are known, and of free memory only what reports
     * name.
     *
     * @param at start of the campaign, ISO 8601
     */
    static MeasuredHost readHost(JsonNode node, String at) {
        JsonNode thp = node.path("thp");
        JsonNode pool = node.path("hugetlb");
        return new MeasuredHost(
                text(node.path("name")),
                Instant.parse(at),
                node.path("kernel").asText(),
                text(node.path("cpu")),
                node.path("cpus").asInt(),
                bytes(node.path("memoryBytes")),
                thp.isObject()
                        ? Fact.known(
                                new ThpPolicy(
                                        thp.path("enabled").asText(),
                                        text(thp.path("pmdEnabled")),
                                        thp.path("defrag").asText(),
                                        text(thp.path("shmemEnabled")),
                                        new Bytes(thp.path("pmdBytes").asLong())),
                                SAVED)
                        : Fact.absent(Reason.NOT_PRESENT, SAVED),
                pool.isObject()
                        ? Optional.of(new HugePool(
                                new Bytes(pool.path("pageBytes").asLong()),
                                pool.path("total").asLong(),
                                pool.path("usable").asLong(),
                                0,
                                0,
                                0))
                        : Optional.empty(),
                node.path("freeHugePages").isIntegralNumber()
                        ? Optional.of(new Fragmentation.Share(
                                0,
                                node.path("freeHugePages").asLong(),
                                node.path("unusableFreeIndex").asDouble()))
                        : Optional.empty());
    }

    /** Reads the JVM; its flags are not in the file. */
    static TargetJvm readJvm(JsonNode node) {
        String build = node.path("version").asText();
        return new TargetJvm(
                BytePath.of(node.path("java").asText()),
                new JavaVersion(node.path("release").asInt(), 0, 0, 0, build),
                build,
                node.path("vendor").asText(),
                node.path("vm").asText(),
                Map.of());
    }

    private static Optional<String> text(JsonNode node) {
        return Optional.ofNullable(node.textValue());
    }

    private static Optional<Bytes> bytes(JsonNode node) {
        return node.isIntegralNumber() ? Optional.of(new Bytes(node.asLong())) : Optional.empty();
    }
}

package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.size.Found;
import io.github.hpjvm.advisor.size.NodeGrowth;
import io.github.hpjvm.advisor.size.NodeShortage;
import io.github.hpjvm.advisor.size.PoolSize;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.size.Tenant;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Writes the sizes of pools as a JSON document of schema version 1. Sizes are in bytes, other numbers of a pool are pages,
 * and an unknown value is null.
 */
public final class SizesJson {

    private record Document(
            int schemaVersion, int headroomPercent, boolean rolling, List<OfTenant> tenants, List<OfPool> pools) {}

    /**
     * A JVM that takes pages, or that requests none: then it has no needs.
     *
     * @param asIf flags with which the need was computed, though the JVM does not have them
     * @param unknown why its need is not known
     * @param objection why its start on the pool is not advised
     */
    private record OfTenant(
            String name,
            Optional<String> asIf,
            Optional<String> unknown,
            Optional<String> objection,
            List<Need> needs,
            List<Limit> limits) {}

    /** @param regions the regions of a JVM whose sum is {@code pages}; empty if only the sum is known */
    private record Need(Bytes pageBytes, long pages, long heldPages, List<Part> regions) {}

    private record Part(String name, long pages) {}

    private record Limit(String file, Bytes bytes) {}

    /**
     * A pool.
     *
     * @param setting sysctl or file that sets its number of pages
     * @param toWrite value to write
     * @param availableBytes memory that is available to it; null if unknown
     * @param idle pages that stay available beyond the need and the headroom
     * @param bootArgument argument of the kernel's command line in place of these values and those of the nodes; null if they
     *     can be written now
     */
    private record OfPool(
            Bytes pageBytes,
            String setting,
            long total,
            long usable,
            long ofOthers,
            long need,
            long headroom,
            long held,
            long more,
            long toWrite,
            long idle,
            Found found,
            boolean stopFirst,
            Optional<Bytes> availableBytes,
            boolean refused,
            List<Shortage> nodeShortages,
            Optional<String> bootArgument) {}

    /**
     * The pages that a NUMA node is to get for tenants that may use no other nodes. Where several nodes share the missing
     * pages, each has an entry, which differs in {@code more}, {@code setting} and {@code toWrite}.
     *
     * @param tenants their names
     * @param more pages that this node is to get
     * @param setting file that sets the number of pages of the node
     */
    private record Shortage(
            List<String> tenants,
            List<Integer> nodes,
            long usable,
            long held,
            long need,
            long more,
            String setting,
            long toWrite) {}

    private SizesJson() {}

    /** The document as text that ends in a newline. */
    public static String write(PoolSizes sizes) {
        return RecordCodec.write(new Document(
                1,
                sizes.headroom(),
                sizes.rolling(),
                sizes.tenants().stream().map(SizesJson::tenant).toList(),
                sizes.pools().stream().map(SizesJson::pool).toList()));
    }

    private static OfTenant tenant(Tenant tenant) {
        Map<Bytes, Long> needs = new TreeMap<>(tenant.need());
        return new OfTenant(
                tenant.name(),
                Optional.of(tenant.asIf()).filter(flags -> !flags.isEmpty()),
                tenant.isKnown() ? Optional.empty() : Optional.of(tenant.unknown()),
                Optional.of(tenant.objection()).filter(why -> !why.isEmpty()),
                needs.entrySet().stream()
                        .map(need -> new Need(
                                need.getKey(),
                                need.getValue(),
                                tenant.held().getOrDefault(need.getKey(), 0L),
                                parts(tenant, need.getKey())))
                        .toList(),
                tenant.limits().stream().map(SizesJson::limit).toList());
    }

    private static List<Part> parts(Tenant tenant, Bytes pageSize) {
        return tenant.parts().getOrDefault(pageSize, Map.of()).entrySet().stream()
                .map(part -> new Part(part.getKey().toString(), part.getValue()))
                .toList();
    }

    private static Limit limit(GroupLimit limit) {
        return new Limit(limit.file(), limit.limit());
    }

    private static OfPool pool(PoolSize size) {
        return new OfPool(
                size.pool().pageSize(),
                size.setting().name(),
                size.pool().total(),
                size.pool().usable(),
                size.ofOthers(),
                size.need(),
                size.headroom(),
                size.held(),
                size.more(),
                size.toWrite(),
                size.idle(),
                size.found(),
                size.stopFirst(),
                size.available(),
                size.isRefused(),
                size.nodes().stream()
                        .flatMap(shortage -> shortage.growth().stream().map(growth -> shortage(shortage, growth)))
                        .toList(),
                size.bootArgument());
    }

    private static Shortage shortage(NodeShortage shortage, NodeGrowth growth) {
        return new Shortage(
                shortage.tenants(),
                shortage.nodes(),
                shortage.available(),
                shortage.held(),
                shortage.need(),
                growth.more(),
                growth.setting().name(),
                growth.toWrite());
    }
}

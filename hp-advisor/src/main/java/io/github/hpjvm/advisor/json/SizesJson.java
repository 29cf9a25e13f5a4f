package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.size.PoolSize;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.size.Tenant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sizes of pools as a JSON document, schema version 1; sizes are in bytes, what is unknown is null.
 *
 * <pre>{@code
 * { "schemaVersion": 1, "headroomPercent": 0, "rolling": false,
 *   "tenants": [ { "name": "...", "asIf": null, "unknown": null,
 *                  "needs": [ { "pageBytes": 2097152, "pages": 632, "heldPages": 120 } ],
 *                  "limits": [ { "file": "...", "bytes": 0 } ] } ],
 *   "pools": [ { "pageBytes": 2097152, "setting": "vm.nr_hugepages", "total": 420, "usable": 0,
 *                "ofOthers": 300, "need": 632, "headroom": 0, "held": 120, "more": 512, "toWrite": 932,
 *                "found": "NOW", "stopFirst": false, "availableBytes": 0, "refused": false } ] }
 * }</pre>
 *
 * Numbers of a pool are pages; {@code setting} is a sysctl or a file. {@code asIf} are the flags with which a need was reckoned though the JVM does not have
 * them. {@code found} is one of THERE, NOW, AFTER_COMPACTION, AT_BOOT, NOT_AT_ALL, NOT_KNOWN.
 */
public final class SizesJson {
    private static final int SCHEMA_VERSION = 1;

    private SizesJson() {}

    /** The document as text, ending in a newline. */
    public static String write(PoolSizes sizes) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put("headroomPercent", sizes.headroom());
        root.put("rolling", sizes.rolling());
        root.put(
                "tenants",
                new ArrayList<Object>(
                        sizes.tenants().stream().map(SizesJson::tenant).toList()));
        root.put(
                "pools",
                new ArrayList<Object>(
                        sizes.pools().stream().map(SizesJson::pool).toList()));
        return JsonText.write(root);
    }

    private static Map<String, Object> tenant(Tenant tenant) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", tenant.name());
        object.put("asIf", tenant.asIf().isEmpty() ? null : tenant.asIf());
        object.put("unknown", tenant.isKnown() ? null : tenant.unknown());
        List<Object> needs = new ArrayList<>();
        new TreeMap<>(tenant.need()).forEach((size, pages) -> needs.add(need(tenant, size, pages)));
        object.put("needs", needs);
        object.put(
                "limits",
                new ArrayList<Object>(
                        tenant.limits().stream().map(SizesJson::limit).toList()));
        return object;
    }

    private static Map<String, Object> need(Tenant tenant, Bytes size, long pages) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("pageBytes", size.value());
        object.put("pages", pages);
        object.put("heldPages", tenant.held().getOrDefault(size, 0L));
        return object;
    }

    private static Map<String, Object> limit(GroupLimit limit) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("file", limit.file());
        object.put("bytes", limit.limit().value());
        return object;
    }

    private static Map<String, Object> pool(PoolSize size) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("pageBytes", size.pool().pageSize().value());
        object.put("setting", size.setting().name());
        object.put("total", size.pool().total());
        object.put("usable", size.pool().usable());
        object.put("ofOthers", size.ofOthers());
        object.put("need", size.need());
        object.put("headroom", size.headroom());
        object.put("held", size.held());
        object.put("more", size.more());
        object.put("toWrite", size.toWrite());
        object.put("found", size.found().name());
        object.put("stopFirst", size.stopFirst());
        object.put("availableBytes", size.available().value());
        object.put("refused", size.isRefused());
        return object;
    }
}

package io.github.hpjvm.advisor.whatif;

import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.First;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A host after a write to one file of the kernel, or after a boot with one more argument. */
final class AppliedHost {
    private static final String SYSCTLS = "/proc/sys/";
    private static final String THP = "/sys/kernel/mm/transparent_hugepage/";
    private static final String KHUGEPAGED = "khugepaged/";
    private static final Pattern THP_SIZE =
            Pattern.compile(Pattern.quote(THP) + "hugepages-(\\d{1,9})kB/(enabled|shmem_enabled)");
    private static final Pattern OVERCOMMIT =
            Pattern.compile("/sys/kernel/mm/hugepages/hugepages-(\\d{1,9})kB/nr_overcommit_hugepages");
    private static final Pattern BOOT_POOL = Pattern.compile("hugepagesz=(\\w+)\\s+hugepages=(\\d{1,9})");
    private static final Pattern BOOT_NODES =
            Pattern.compile("hugepagesz=(\\w+)\\s+hugepages=(\\d{1,4}:\\d{1,9}(?:,\\d{1,4}:\\d{1,9})*)");
    private static final String BOOT_THP = "transparent_hugepage=";
    private static final Pattern COUNT = Pattern.compile("\\d{1,12}");

    private AppliedHost() {}

    static Host sysctl(Host host, String key, String value) {
        return switch (key) {
            case "vm.nr_hugepages" -> pool(host, host.defaultHugePageSize(), value);
            case "vm.nr_overcommit_hugepages" -> overcommit(host, host.defaultHugePageSize(), value);
            default -> host;
        };
    }

    static Host file(Host host, String path, String value) {
        if (path.startsWith(SYSCTLS)) {
            return sysctl(host, path.substring(SYSCTLS.length()).replace('/', '.'), value);
        }
        Optional<PoolSetting> pool =
                PoolSetting.of(path, host.defaultHugePageSize().value());
        if (pool.isPresent()) {
            Bytes pageSize = Bytes.of(pool.get().pageBytes());
            return pool.get().node().isPresent()
                    ? node(host, pool.get().node().getAsInt(), pageSize, value)
                    : pool(host, pageSize, value);
        }
        Matcher overcommit = OVERCOMMIT.matcher(path);
        if (overcommit.matches()) {
            return overcommit(host, Bytes.ofKiB(Long.parseLong(overcommit.group(1))), value);
        }
        Matcher size = THP_SIZE.matcher(path);
        if (size.matches()) {
            return modeOfSize(host, Bytes.ofKiB(Long.parseLong(size.group(1))), size.group(2), value);
        }
        return path.startsWith(THP) ? mode(host, path.substring(THP.length()), value) : host;
    }

    static Host argument(Host host, String argument) {
        Matcher pool = BOOT_POOL.matcher(argument.strip());
        if (pool.matches()) {
            return pool(host, Bytes.parse(pool.group(1)), pool.group(2));
        }
        Matcher nodes = BOOT_NODES.matcher(argument.strip());
        if (nodes.matches()) {
            Host booted = host;
            for (String part : nodes.group(2).split(",")) {
                String[] node = part.split(":");
                booted = node(booted, Integer.parseInt(node[0]), Bytes.parse(nodes.group(1)), node[1]);
            }
            return booted;
        }
        return argument.startsWith(BOOT_THP) ? mode(host, "enabled", argument.substring(BOOT_THP.length())) : host;
    }

    /**
     * The host after a write to a file of transparent huge pages.
     *
     * @param file its name, relative to the folder of transparent huge pages
     * @param value a word, which is not checked; an unknown file changes no fact of the policy
     */
    private static Host mode(Host host, String file, String value) {
        Host changed = host.withThp(host.thp().map(now -> switch (file) {
            case "enabled" -> new ThpPolicy(value, now.pmdEnabled(), now.defrag(), now.shmemEnabled(), now.pmdSize());
            case "defrag" -> new ThpPolicy(now.enabled(), now.pmdEnabled(), value, now.shmemEnabled(), now.pmdSize());
            case "shmem_enabled" ->
                new ThpPolicy(now.enabled(), now.pmdEnabled(), now.defrag(), Optional.of(value), now.pmdSize());
            default -> now;
        }));
        return changed.withThpSettings(changed.thpSettings()
                .map(all -> file.startsWith(KHUGEPAGED)
                        ? new ThpSettings(
                                all.files(),
                                with(all.khugepaged(), file.substring(KHUGEPAGED.length()), value),
                                all.sizes(),
                                all.unreadable())
                        : settings(with(all.files(), file, value), all, all.sizes())));
    }

    private static Map<String, String> with(Map<String, String> files, String name, String value) {
        Map<String, String> changed = new HashMap<>(files);
        changed.put(name, value);
        return changed;
    }

    /** The settings with the effective mode of each size. */
    private static ThpSettings settings(Map<String, String> files, ThpSettings now, List<ThpSize> sizes) {
        Optional<String> enabled = Optional.ofNullable(files.get("enabled"));
        Optional<String> shmem = Optional.ofNullable(files.get("shmem_enabled"));
        return new ThpSettings(
                files,
                now.khugepaged(),
                sizes.stream()
                        .map(size -> new ThpSize(
                                size.pageSize(),
                                size.enabled(),
                                size.shmemEnabled(),
                                enabled.filter(mode -> size.effective().isPresent())
                                        .map(mode ->
                                                ThpSize.effective(size.enabled().orElse("inherit"), mode)),
                                shmem.filter(mode -> size.effectiveShmem().isPresent())
                                        .map(mode -> ThpSize.effectiveShmem(
                                                size.shmemEnabled().orElse("inherit"), mode)),
                                size.stats()))
                        .toList(),
                now.unreadable());
    }

    private static Host modeOfSize(Host host, Bytes size, String file, String value) {
        boolean anonymous = file.equals("enabled");
        Host changed = host.withThp(host.thp()
                .map(now -> anonymous && now.pmdSize().equals(size)
                        ? new ThpPolicy(
                                now.enabled(), Optional.of(value), now.defrag(), now.shmemEnabled(), now.pmdSize())
                        : now));
        return changed.withThpSettings(changed.thpSettings()
                .map(all -> settings(
                        all.files(),
                        all,
                        all.sizes().stream()
                                .map(one -> one.pageSize().equals(size) ? mode(one, anonymous, value) : one)
                                .toList())));
    }

    private static ThpSize mode(ThpSize now, boolean anonymous, String value) {
        return anonymous
                ? new ThpSize(
                        now.pageSize(),
                        Optional.of(value),
                        now.shmemEnabled(),
                        now.effective(),
                        now.effectiveShmem(),
                        now.stats())
                : new ThpSize(
                        now.pageSize(),
                        now.enabled(),
                        Optional.of(value),
                        now.effective(),
                        now.effectiveShmem(),
                        now.stats());
    }

    private static Host pool(Host host, Bytes size, String pages) {
        return COUNT.matcher(pages).matches() ? pool(host, size, now -> resized(now, Long.parseLong(pages))) : host;
    }

    private static Host overcommit(Host host, Bytes size, String pages) {
        return COUNT.matcher(pages).matches()
                ? pool(
                        host,
                        size,
                        now -> new HugePool(
                                size, now.total(), now.free(), now.reserved(), now.surplus(), Long.parseLong(pages)))
                : host;
    }

    /** The host with that pool changed, and with the memory that the change leaves; the same host if it has no such pool. */
    private static Host pool(Host host, Bytes size, UnaryOperator<HugePool> change) {
        Optional<HugePool> pool = host.pool(size);
        if (pool.isEmpty()) {
            return host;
        }
        HugePool now = pool.get();
        HugePool then = change.apply(now);
        return host.withPools(host.pools().map(all -> replaced(all, now, then)))
                .withNodePools(host.nodePools().map(all -> spread(all, size, then.total() - now.total())))
                .withMemory(host.memory().map(all -> AppliedMemory.of(all, size, then.total() - now.total())));
    }

    /** The host with another number of pages on one node. The pool of the host changes by the same number. */
    private static Host node(Host host, int number, Bytes size, String pages) {
        Optional<NodePool> node = First.of(
                host.nodePools().known().orElse(List.of()),
                one -> one.node() == number && one.pageSize().equals(size));
        Optional<HugePool> whole = host.pool(size);
        if (node.isEmpty() || whole.isEmpty() || !COUNT.matcher(pages).matches()) {
            return host;
        }
        NodePool now = node.get();
        long used = Math.max(0, now.total() - now.free());
        long total = Math.max(used, Long.parseLong(pages));
        NodePool then = new NodePool(number, size, total, total - used, 0);
        long ofHost = Math.max(0, whole.get().total() + total - now.total());
        return pool(host, size, all -> resized(all, ofHost))
                .withNodePools(host.nodePools().map(all -> replaced(all, now, then)));
    }

    /**
     * The pools of the nodes after a change of the pool of the host: each node gets an equal part (for_each_node_mask_to_alloc in
     * {@code mm/hugetlb.c}).
     */
    private static List<NodePool> spread(List<NodePool> all, Bytes size, long pages) {
        long nodes = all.stream().filter(pool -> pool.pageSize().equals(size)).count();
        List<NodePool> changed = new ArrayList<>();
        long before = 0;
        for (NodePool pool : all) {
            if (pool.pageSize().equals(size)) {
                long part = Math.floorDiv(pages, nodes) + (before < Math.floorMod(pages, nodes) ? 1 : 0);
                long free = Math.max(0, pool.free() + part);
                changed.add(new NodePool(pool.node(), size, pool.total() - pool.free() + free, free, pool.surplus()));
                before++;
            } else {
                changed.add(pool);
            }
        }
        return changed;
    }

    private static <T> List<T> replaced(List<T> all, T now, T then) {
        return all.stream().map(one -> one.equals(now) ? then : one).toList();
    }

    /** Pages in use or reserved stay, whatever is written (set_max_huge_pages in {@code mm/hugetlb.c}). */
    private static HugePool resized(HugePool now, long number) {
        long total = Math.max(number, now.inUseOrPromised());
        long free = Math.max(0, now.free() + total - now.total());
        return new HugePool(now.pageSize(), total, free, now.reserved(), 0, now.overcommit());
    }
}

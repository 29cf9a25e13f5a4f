package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.action.Scope;
import io.github.hpjvm.advisor.action.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings of a node on which a plan relies.
 *
 * @param pools pages of each pool by page size in bytes
 * @param files values of files below {@code /sys/kernel/mm/transparent_hugepage}, in the order of the plan
 * @param others actions on the host that are neither, without the files of control groups, which the kubelet writes
 */
record NodeSettings(Map<Long, Long> pools, List<Setting> files, List<Action> others) {
    private static final String THP = "/sys/kernel/mm/transparent_hugepage/";
    private static final Pattern BOOT = Pattern.compile("hugepagesz=(\\d{1,4})([KMG]) hugepages=(\\d{1,12})");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.+-]+");
    private static final Pattern PLAIN_PATH = Pattern.compile(THP + "[A-Za-z0-9_./-]+");

    static NodeSettings of(List<Action> actions) {
        Map<Long, Long> pools = new TreeMap<>();
        List<Setting> files = new ArrayList<>();
        List<Action> others = new ArrayList<>();
        for (Action action : actions) {
            Optional<Setting> setting = action.setting();
            Optional<Setting> thp = setting.filter(NodeSettings::isThp);
            Optional<Pool> pool = pool(action);
            if (action.scope() != Scope.HOST || isOfControlGroup(action)) {
                continue;
            }
            if (pool.isPresent()) {
                pools.put(pool.get().pageBytes(), pool.get().pages());
            } else if (thp.isPresent()) {
                files.add(thp.get());
            } else {
                others.add(action);
            }
        }
        return new NodeSettings(pools, files, others);
    }

    private record Pool(long pageBytes, long pages) {}

    /** The pool of the whole node that an action sets, at run time or at boot. */
    private static Optional<Pool> pool(Action action) {
        Optional<Setting> setting = action.setting();
        Optional<PoolSetting> pool =
                setting.flatMap(Setting::pool).filter(it -> it.node().isEmpty());
        if (pool.isPresent()) {
            String value = setting.get().value();
            return value.matches("\\d{1,12}")
                    ? Optional.of(new Pool(pool.get().pageBytes(), Long.parseLong(value)))
                    : Optional.empty();
        }
        return action.bootArgument().map(BOOT::matcher).filter(Matcher::matches).map(boot -> {
            int shift = switch (boot.group(2)) {
                case "K" -> 10;
                case "M" -> 20;
                default -> 30;
            };
            return new Pool(Long.parseLong(boot.group(1)) << shift, Long.parseLong(boot.group(3)));
        });
    }

    private static boolean isThp(Setting setting) {
        return setting.store() == Setting.Store.KERNEL_FILE
                && PLAIN_PATH.matcher(setting.file()).matches()
                && PLAIN.matcher(setting.value()).matches();
    }

    /** Returns whether it writes a file of a control group: the kubelet does that from the limits of the pod. */
    static boolean isOfControlGroup(Action action) {
        return action.setting()
                .filter(setting -> setting.store() == Setting.Store.CGROUP)
                .isPresent();
    }

    /** The same with at least that many pages of a size. */
    NodeSettings withAtLeast(long pageBytes, long pages) {
        Map<Long, Long> more = new TreeMap<>(pools);
        more.merge(pageBytes, pages, Math::max);
        return new NodeSettings(more, files, others);
    }

    boolean isEmpty() {
        return pools.isEmpty() && files.isEmpty() && others.isEmpty();
    }

    /** The value for a file of {@code transparent_hugepage}: {@code enabled}. */
    Optional<String> thp(String name) {
        return files.stream()
                .filter(setting -> setting.file().equals(THP + name))
                .map(Setting::value)
                .findFirst();
    }

    /** The files other than these. */
    List<Setting> filesWithout(String... names) {
        return files.stream()
                .filter(setting ->
                        List.of(names).stream().noneMatch(name -> setting.file().equals(THP + name)))
                .toList();
    }

    /** Page sizes in the notations of Kubernetes and of the kernel. */
    static final class PoolSize {
        static final long ONE_GIB = 1L << 30;

        private PoolSize() {}

        /** {@code 2M}, as the kernel's command line has it. */
        static String ofKernel(long bytes) {
            return PoolSetting.ofHost(bytes, 0).kernelSize();
        }

        /** {@code 2Mi}. */
        static String ofKubernetes(long bytes) {
            return ofKernel(bytes) + "i";
        }

        /** The file with the number of pages. */
        static String file(long bytes) {
            return PoolSetting.ofHost(bytes, 0).file().toString();
        }
    }
}

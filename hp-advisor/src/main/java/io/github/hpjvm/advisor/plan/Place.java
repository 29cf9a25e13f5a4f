package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.text.Words;
import java.util.List;

/** What an action changes, whatever the value: two actions on one place contradict each other or are one. */
record Place(String kind, String name) {
    private static final String SYSCTLS = "/proc/sys/";
    private static final String PAGE_SIZE = "hugepagesz=";

    static Place of(Action action) {
        if (action instanceof Action.Sysctl sysctl) {
            return new Place("sysctl", sysctl.key());
        }
        if (action instanceof Action.KernelFile file) {
            String path = file.path().toString();
            return path.startsWith(SYSCTLS)
                    ? new Place("sysctl", path.substring(SYSCTLS.length()).replace('/', '.'))
                    : new Place("file", path);
        }
        if (action instanceof Action.CgroupFile file) {
            return new Place("file", file.file());
        }
        if (action instanceof Action.KernelArgument argument) {
            return new Place("kernel argument", name(argument.arg()));
        }
        if (action instanceof Action.PodResource resource) {
            return new Place("resource", resource.name());
        }
        if (action instanceof Action.Environment variable) {
            return new Place("variable", variable.name());
        }
        if (action instanceof Action.ChangeJdk) {
            return new Place("java", "");
        }
        return new Place(action instanceof Action.JvmFlag ? "flags" : "restart", "");
    }

    /** {@code transparent_hugepage}; the pools of two page sizes are two places: {@code hugepagesz=1G}. */
    private static String name(String argument) {
        List<String> words = Words.of(argument);
        String first = words.isEmpty() ? "" : words.get(0);
        int equals = first.indexOf('=');
        return equals < 0 || first.startsWith(PAGE_SIZE) ? first : first.substring(0, equals);
    }
}

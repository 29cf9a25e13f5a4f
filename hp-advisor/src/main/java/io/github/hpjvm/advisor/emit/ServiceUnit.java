package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Jvm;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The systemd service that a JVM runs in.
 *
 * @param name such as {@code shop.service}
 * @param ofUser true if it belongs to a user's manager, not to the system's
 */
public record ServiceUnit(String name, boolean ofUser) {
    /** A valid name of a service (systemd.unit(5)), which is no template; a control group with another name is no service. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9:_.\\\\@-]{1,247}(?<!@)\\.service");

    /** The suffixes of other units (systemd.unit(5)). systemctl adds .service to a name without any. */
    private static final Pattern OTHER =
            Pattern.compile(".*\\.(socket|device|mount|automount|swap|target|path|timer|slice|scope)");

    private static final Pattern SLICE = Pattern.compile("(-|[A-Za-z0-9:_.\\\\-]{1,249})\\.slice");

    private static final Pattern MANAGER_OF_USER = Pattern.compile("user@\\d+\\.service");

    /** The hierarchy of systemd itself on a host with control groups of version 1. */
    private static final String OLD_HIERARCHY = "name=systemd";

    /**
     * The system's service that a user names, as systemctl takes it: the suffix may be left out.
     *
     * @throws IllegalArgumentException if it is no name of a service
     */
    public static ServiceUnit named(String text) {
        String name = text.endsWith(".service") ? text : text + ".service";
        if (!NAME.matcher(name).matches() || OTHER.matcher(text).matches()) {
            throw new IllegalArgumentException("not a name of a service");
        }
        return new ServiceUnit(name, false);
    }

    /**
     * The unit that the path of the control group names; empty for a login, a container or another manager, and for a JVM that
     * does not run yet: its control group is that of hp-cli.
     */
    public static Optional<ServiceUnit> of(Jvm jvm) {
        return group(jvm).filter(cgroup -> cgroup.container().isEmpty()).flatMap(ServiceUnit::of);
    }

    /** The unit that starts the container of a JVM, such as a quadlet of Podman; empty if there is no container or no unit. */
    static Optional<ServiceUnit> ofContainer(Jvm jvm) {
        return group(jvm).filter(cgroup -> cgroup.container().isPresent()).flatMap(ServiceUnit::of);
    }

    private static Optional<Cgroup> group(Jvm jvm) {
        return jvm.cgroup().known().filter(cgroup -> jvm.wasStarted());
    }

    private static Optional<ServiceUnit> of(Cgroup cgroup) {
        for (String hierarchy : List.of(OLD_HIERARCHY, Cgroup.UNIFIED)) {
            Optional<ServiceUnit> unit = of(cgroup.paths().getOrDefault(hierarchy, ""));
            if (unit.isPresent()) {
                return unit;
            }
        }
        return Optional.empty();
    }

    /**
     * The unit of the first group below the slices, as in cg_path_get_unit and cg_path_get_user_unit of
     * {@code src/basic/cgroup-util.c}. Groups below it belong to the service: their names are chosen by its processes.
     */
    private static Optional<ServiceUnit> of(String path) {
        Iterator<String> groups = Stream.of(path.split("/"))
                .filter(group -> !group.isEmpty())
                // A name that would be a file of the kernel has an underscore before it (cg_escape in cgroup-util.c).
                .map(group -> group.startsWith("_") ? group.substring(1) : group)
                .iterator();
        String first = belowSlices(groups);
        boolean ofUser = MANAGER_OF_USER.matcher(first).matches();
        String name = ofUser ? belowSlices(groups) : first;
        return NAME.matcher(name).matches() ? Optional.of(new ServiceUnit(name, ofUser)) : Optional.empty();
    }

    private static String belowSlices(Iterator<String> groups) {
        while (groups.hasNext()) {
            String group = groups.next();
            if (!SLICE.matcher(group).matches()) {
                return group;
            }
        }
        return "";
    }

    /** The folder of drop-ins. */
    String folder() {
        return "/etc/systemd/" + (ofUser ? "user/" : "system/") + name + ".d/";
    }

    /** The unit that must start after the settings of the host. A user's manager starts when that user logs in. */
    String laterThan() {
        return ofUser ? "systemd-user-sessions.service" : name;
    }
}

package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Jvm;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The systemd service that a JVM runs in.
 *
 * @param name such as {@code shop.service}
 * @param ofUser true if it belongs to a user's manager, not to the system's
 */
public record ServiceUnit(String name, boolean ofUser) {
    /** A valid name of a unit (systemd.unit(5)); a control group with another name is no service. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9:_.\\\\@-]{1,247}\\.service");

    private static final Pattern MANAGER_OF_USER = Pattern.compile("user@\\d+\\.service");

    /** The hierarchy of systemd itself on a host with control groups of version 1. */
    private static final String OLD_HIERARCHY = "name=systemd";

    /** The unit that the path of the control group names (systemd.exec(5)); empty for a login, a container or another manager. */
    public static Optional<ServiceUnit> of(Jvm jvm) {
        Optional<Cgroup> cgroup = jvm.cgroup().known();
        if (cgroup.isEmpty() || cgroup.get().container().isPresent()) {
            return Optional.empty();
        }
        for (String hierarchy : List.of(OLD_HIERARCHY, Cgroup.UNIFIED)) {
            String path = cgroup.get().paths().getOrDefault(hierarchy, "");
            Optional<ServiceUnit> unit = of(path);
            if (unit.isPresent()) {
                return unit;
            }
        }
        return Optional.empty();
    }

    private static Optional<ServiceUnit> of(String path) {
        boolean ofUser = false;
        Optional<ServiceUnit> unit = Optional.empty();
        for (String group : path.split("/")) {
            // A name that would be a file of the kernel has an underscore before it (cg_escape in cgroup-util.c).
            String name = group.startsWith("_") ? group.substring(1) : group;
            if (MANAGER_OF_USER.matcher(name).matches()) {
                ofUser = true;
            } else if (NAME.matcher(name).matches()) {
                unit = Optional.of(new ServiceUnit(name, ofUser));
            }
        }
        return unit;
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

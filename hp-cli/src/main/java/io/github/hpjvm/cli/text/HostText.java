package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.MachineNames;
import java.util.Optional;

/** The facts of a host as text, one section for each topic. */
public final class HostText {
    private HostText() {}

    /**
     * The facts of a host as text.
     *
     * @param names names of the machine, for a kernel that has none
     */
    public static String write(Host host, Optional<MachineNames> names, boolean colour) {
        Page page = new Page(colour);
        new HostMachine(host, names, page).write();
        new HostThp(host, page).write();
        new HostPools(host, page).write();
        new HostMemory(host, page).write();
        new HostGroup(host, page).write();
        new HostUnknowns(host, page).write();
        return page.text();
    }
}

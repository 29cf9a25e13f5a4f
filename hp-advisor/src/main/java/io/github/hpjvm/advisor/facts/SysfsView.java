package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.Visible;
import java.util.List;
import java.util.Optional;

/**
 * The files below {@code /sys/kernel/mm} as a process sees them in its own mount namespace. The kernel acts on its own
 * settings, but HotSpot reads these files ({@code src/hotspot/os/linux/hugepages.cpp}). A sandbox may hide them.
 *
 * @param thpEnabled mode in {@code transparent_hugepage/enabled}; empty if the process sees no such file
 * @param shmemEnabled mode in {@code transparent_hugepage/shmem_enabled}; empty as above
 * @param pageSizes sizes in the names of the folders {@code hugepages/hugepages-*}; empty if it sees none
 */
public record SysfsView(Optional<String> thpEnabled, Optional<String> shmemEnabled, List<Bytes> pageSizes) {
    private static final int LONGEST = 40;

    public SysfsView {
        thpEnabled = thpEnabled.map(word -> Visible.name(word, LONGEST));
        shmemEnabled = shmemEnabled.map(word -> Visible.name(word, LONGEST));
        pageSizes = List.copyOf(pageSizes);
    }

    /** For people: {@code enabled=madvise, shmem_enabled is hidden, hugepages=[2 MiB]}. */
    public String summary() {
        return "enabled" + thpEnabled.map(word -> "=" + word).orElse(" is hidden")
                + ", shmem_enabled" + shmemEnabled.map(word -> "=" + word).orElse(" is hidden")
                + ", hugepages" + (pageSizes.isEmpty() ? " is hidden" : "=" + pageSizes);
    }
}

package io.github.hpjvm.advisor.facts;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The memory balloon, by which a hypervisor reclaims memory from this guest. Reclaimed memory is faulted in again base page
 * by base page, and the hypervisor splits its own huge pages.
 *
 * @param drivers balloon drivers that have a device, such as {@code virtio_balloon}
 * @param reporting true if the virtio balloon reports free pages (VIRTIO_BALLOON_F_REPORTING); empty if there is no balloon
 * @param reportingOrder smallest order of the free blocks that are reported ({@code mm/page_reporting.c}); empty if the
 *     kernel cannot report them
 */
public record Balloon(List<String> drivers, Optional<Boolean> reporting, Optional<Long> reportingOrder) {

    public Balloon {
        drivers = List.copyOf(drivers);
        Objects.requireNonNull(reporting, "reporting");
        Objects.requireNonNull(reportingOrder, "reportingOrder");
    }
}

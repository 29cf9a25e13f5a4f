package io.github.hpjvm.advisor.facts;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Whether the host below takes memory back from this one: what was taken must be faulted in again, base page by base
 * page, and huge pages of the host below are split for it.
 *
 * @param drivers the balloon drivers that have a device, such as {@code virtio_balloon}
 * @param reporting whether the virtio balloon was told to report free pages (VIRTIO_BALLOON_F_REPORTING); empty if
 *     there is none
 * @param reportingOrder free blocks of 2^order base pages and more are reported ({@code mm/page_reporting.c}); empty if
 *     the kernel cannot
 */
public record Balloon(List<String> drivers, Optional<Boolean> reporting, Optional<Long> reportingOrder) {

    public Balloon {
        drivers = List.copyOf(drivers);
        Objects.requireNonNull(reporting, "reporting");
        Objects.requireNonNull(reportingOrder, "reportingOrder");
    }
}

package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import java.util.Optional;

/**
 * The smallest stack of a Java thread on aarch64, from 9 on: 72 KiB ({@code os_cpu/linux_aarch64/os_linux_aarch64.cpp},
 * _java_thread_min_stack_allowed), and zones whose sizes are multiples of the base page ({@code runtime/stackOverflow.cpp},
 * {@code cpu/aarch64/globals_aarch64.hpp}). That is 168 KiB with base pages of 4 KiB, 208 KiB with 16 KiB, and 448 KiB with 64 KiB
 * (JDK-8163363). {@link io.github.hpjvm.advisor.hotspot.flag.FlagSettings} knows the 136 KiB of x86_64, which aarch64 needs
 * at least.
 */
final class LeastStack {
    private static final String STACK = "ThreadStackSize";
    private static final long FRAMES = 72 << 10;
    private static final long UNIT = 4 << 10;
    private static final long MOST_PAGES = 1 << 20;
    private static final Bytes SMALLEST_PAGE = Bytes.ofKiB(4);
    private static final Bytes LARGEST_PAGE = Bytes.ofKiB(64);

    private final Start start;

    LeastStack(Start start) {
        this.start = start;
    }

    /** Returns why the stack is too small; empty if it is not, or if that is not known. */
    Optional<String> refusal() {
        long least = least(page().orElse(SMALLEST_PAGE));
        return isBelow(least)
                ? Optional.of(
                        "The Java thread stack size specified is too small. Specify at least " + (least >> 10) + "k")
                : Optional.empty();
    }

    /** Returns what decides whether the stack is large enough, if that is not known. */
    Optional<Missing> unknown() {
        boolean perhaps = page().isEmpty() && refusal().isEmpty() && isBelow(least(LARGEST_PAGE));
        return perhaps
                ? Optional.of(
                        Machine.missing("the size of a base page", start.host().basePage()))
                : Optional.empty();
    }

    /** Returns the size of a base page; empty also for one that no kernel of aarch64 has. */
    private Optional<Bytes> page() {
        return start.host()
                .basePage()
                .known()
                .filter(page -> Long.bitCount(page.value()) == 1
                        && page.compareTo(SMALLEST_PAGE) >= 0
                        && page.compareTo(LARGEST_PAGE) <= 0);
    }

    private boolean isBelow(long least) {
        boolean arm =
                start.host().kernel().known().flatMap(Kernel::architecture).equals(Optional.of("aarch64"));
        return arm
                && start.release() > 8
                && start.launch().finals().isEmpty()
                && start.flags()
                        .given(STACK)
                        .filter(kib -> kib > 0 && kib < least >> 10)
                        .isPresent();
    }

    private long least(Bytes page) {
        long size = page.value();
        long zones = zone("StackRedPages", 1, size)
                + zone("StackYellowPages", 2, size)
                + zone("StackReservedPages", 1, size)
                + zone("StackShadowPages", 20, size);
        return up(FRAMES + zones, size);
    }

    private long zone(String flag, long pages, long page) {
        long number = start.flags().given(flag).orElse(pages);
        return up(Math.max(0, Math.min(number, MOST_PAGES)) * UNIT, page);
    }

    private static long up(long size, long page) {
        return (size + page - 1) / page * page;
    }
}

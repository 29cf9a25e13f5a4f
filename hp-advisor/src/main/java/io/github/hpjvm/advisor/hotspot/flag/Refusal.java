package io.github.hpjvm.advisor.hotspot.flag;

import java.util.Objects;

/**
 * The reason why HotSpot does not start.
 *
 * @param text its message, with {@code ...} for parts that differ from start to start
 * @param stage the stage that it reaches, which decides its earlier messages
 */
public record Refusal(String text, Stage stage) {

    /** The progress of Threads::create_vm ({@code src/hotspot/share/runtime/thread.cpp}, since 21 threads.cpp). */
    public enum Stage {
        /** Arguments::parse: HotSpot has only read its arguments. */
        ARGUMENTS,
        /** Arguments::apply_ergo begins: HotSpot has examined large pages, and chooses its collector. */
        COLLECTOR,
        /** Arguments::apply_ergo has ended: HotSpot has made all choices, and reserved nothing. */
        ERGONOMICS,
        /** universe_init begins: the code cache is reserved, the heap is not. */
        CODE,
        /** The heap and its tables are reserved, or their reservation has failed. */
        HEAP,
        /** universe_init ends: the metaspace is reserved, and flags that depend on all of this are checked. */
        MEMORY
    }

    public Refusal {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(stage, "stage");
    }
}

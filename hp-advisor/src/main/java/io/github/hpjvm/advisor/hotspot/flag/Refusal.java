package io.github.hpjvm.advisor.hotspot.flag;

import java.util.Objects;

/**
 * Why HotSpot does not start.
 *
 * @param text its own words, with {@code ...} for what differs from start to start
 * @param stage how far it comes, and so what it says before
 */
public record Refusal(String text, Stage stage) {

    /** What Threads::create_vm has done by then ({@code src/hotspot/share/runtime/thread.cpp}, since 21 threads.cpp). */
    public enum Stage {
        /** Arguments::parse: it has read its arguments, and nothing else. */
        ARGUMENTS,
        /** Arguments::apply_ergo begins: it has looked for large pages, and chooses its collector. */
        COLLECTOR,
        /** Arguments::apply_ergo has ended: it has made up its mind about everything, and reserved nothing. */
        ERGONOMICS,
        /** universe_init begins: the code cache is reserved, the heap is not. */
        CODE,
        /** The heap and its tables are reserved, or could not be. */
        HEAP,
        /** universe_init ends: the metaspace is there, and flags that depend on all of this are checked. */
        MEMORY
    }

    public Refusal {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(stage, "stage");
    }
}

package io.github.hpjvm.advisor.facts;

import java.util.List;

/** Which virtual machine a process runs, if any. Only of HotSpot do we know what it does with huge pages. */
public enum VmKind {
    HOTSPOT(List.of()),
    /** Eclipse OpenJ9: huge pages are asked for with {@code -Xlp}, transparent ones with its own -XX option. */
    OPENJ9(List.of("-XX:+TransparentHugePage", "-Xlp:objectheap:pagesize=2M", "-Xlp:codecache:pagesize=2M")),
    /** A native executable made by GraalVM's native-image; it has no option for huge pages that we know of. */
    NATIVE_IMAGE(List.of()),
    /** Maps a file called libjvm.so, and we could not see that it is HotSpot. */
    OTHER(List.of()),
    NOT_JAVA(List.of());

    private final List<String> hugePageOptions;

    VmKind(List<String> hugePageOptions) {
        this.hugePageOptions = hugePageOptions;
    }

    /** The options of its own by which it asks for huge pages, for a VM that is not HotSpot; empty if we know none. */
    public List<String> hugePageOptions() {
        return hugePageOptions;
    }
}

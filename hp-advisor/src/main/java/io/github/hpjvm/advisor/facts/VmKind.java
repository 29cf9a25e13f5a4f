package io.github.hpjvm.advisor.facts;

import java.util.List;

/** The kinds of virtual machine of a process. The page model knows HotSpot only. */
public enum VmKind {
    HOTSPOT(List.of()),
    /** Eclipse OpenJ9: its option for huge pages is {@code -Xlp}, and it has an -XX option of its own for transparent ones. */
    OPENJ9(List.of("-XX:+TransparentHugePage", "-Xlp:objectheap:pagesize=2M", "-Xlp:codecache:pagesize=2M")),
    /** A native executable made by GraalVM's native-image; it has no known option for huge pages. */
    NATIVE_IMAGE(List.of()),
    /** A process that maps a file named libjvm.so and is not known to be HotSpot. */
    OTHER(List.of()),
    NOT_JAVA(List.of());

    private final List<String> hugePageOptions;

    VmKind(List<String> hugePageOptions) {
        this.hugePageOptions = hugePageOptions;
    }

    /** The options by which a VM that is not HotSpot requests huge pages; empty if none are known. */
    public List<String> hugePageOptions() {
        return hugePageOptions;
    }
}

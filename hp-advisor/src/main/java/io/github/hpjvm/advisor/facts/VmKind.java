package io.github.hpjvm.advisor.facts;

import java.util.List;

/** The kinds of virtual machine of a process. The page model knows HotSpot only. */
public enum VmKind {
    HOTSPOT(List.of()),
    /**
     * Eclipse OpenJ9: its option for huge pages is {@code -Xlp}, and it has an -XX option of its own for transparent ones, which is
     * on by default on x86, POWER and IBM Z (its documentation, -XX:[+|-]TransparentHugePage).
     */
    OPENJ9(List.of(
            "-XX:+TransparentHugePage (on by default; -XX:-TransparentHugePage turns it off)",
            "-Xlp:objectheap:pagesize=2M",
            "-Xlp:codecache:pagesize=2M")),
    /** A native executable made by GraalVM's native-image; it has no known option for huge pages. */
    NATIVE_IMAGE(List.of()),
    /** A process that maps a file named libjvm.so and is not known to be HotSpot. */
    OTHER(List.of()),
    NOT_JAVA(List.of());

    private final List<String> hugePageOptions;

    VmKind(List<String> hugePageOptions) {
        this.hugePageOptions = hugePageOptions;
    }

    /**
     * Returns the kind by the name of a VM, as in {@code java.vm.name} and in the last line of {@code java -version}. HotSpot's name
     * begins with OpenJDK or contains HotSpot in the builds of most vendors. Others keep the type of the VM in it (VM_Version::vm_name
     * in {@code src/hotspot/share/runtime/abstract_vm_version.cpp}): {@code Dynamic Code Evolution 64-Bit Server VM} and {@code SAP
     * Java Server VM}. Zing is not HotSpot.
     */
    public static VmKind ofName(String name) {
        if (name.contains("J9")) {
            return OPENJ9;
        }
        if (name.contains("Substrate")) {
            return NATIVE_IMAGE;
        }
        boolean typed = name.contains(" Server VM") || name.contains(" Client VM");
        boolean hotSpot = name.startsWith("OpenJDK") || name.contains("HotSpot") || typed && !name.startsWith("Zing");
        return hotSpot ? HOTSPOT : OTHER;
    }

    /** The options by which a VM that is not HotSpot requests huge pages; empty if none are known. */
    public List<String> hugePageOptions() {
        return hugePageOptions;
    }
}

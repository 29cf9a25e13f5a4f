package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.Visible;
import java.util.Objects;
import java.util.Optional;

/**
 * The virtual machine of a process.
 *
 * @param vm the kind
 * @param release release of Java; empty if it is not HotSpot or the release is not known
 * @param version version with its build, such as {@code 21.0.9+10}; empty if it is not known
 * @param vendor {@code java.vm.vendor}, or {@code IMPLEMENTOR} of the release file; empty if it is not known
 * @param gc collector; empty if it is not known
 * @param maxHeap maximum size of the heap, as the JVM rounded it up; empty if it is not known
 */
public record VmIdentity(
        VmKind vm,
        Optional<JavaVersion> release,
        String version,
        String vendor,
        Optional<Collector> gc,
        Optional<Bytes> maxHeap) {

    /** Longer than the text of any known build. A target JVM may write any text. */
    private static final int LONGEST = 60;

    public VmIdentity {
        Objects.requireNonNull(vm, "vm");
        Objects.requireNonNull(release, "release");
        version = Visible.name(version, LONGEST);
        vendor = Visible.name(vendor, LONGEST);
        Objects.requireNonNull(gc, "gc");
        Objects.requireNonNull(maxHeap, "maxHeap");
    }

    /** A VM with a known kind and no other known property. */
    public static VmIdentity of(VmKind vm) {
        return new VmIdentity(vm, Optional.empty(), "", "", Optional.empty(), Optional.empty());
    }

    /** The values of this identity, and those of {@code other} where they are not known. */
    public VmIdentity or(VmIdentity other) {
        return new VmIdentity(
                vm,
                release.or(other::release),
                version.isEmpty() ? other.version : version,
                vendor.isEmpty() ? other.vendor : vendor,
                gc.or(other::gc),
                maxHeap.or(other::maxHeap));
    }

    /** The VM for reports: {@code HOTSPOT 21.0.9+10 (Eclipse Adoptium), G1, max heap 8 GiB}, without unknown parts. */
    @Override
    public String toString() {
        StringBuilder b = new StringBuilder().append(vm);
        if (!version.isEmpty()) {
            b.append(' ').append(version);
        } else if (release.isPresent()) {
            b.append(' ').append(release.get());
        }
        if (!vendor.isEmpty()) {
            b.append(" (").append(vendor).append(')');
        }
        if (gc.isPresent()) {
            b.append(", ").append(gc.get());
        }
        if (maxHeap.isPresent()) {
            b.append(", max heap ").append(maxHeap.get());
        }
        return b.toString();
    }

    public boolean isHotSpot() {
        return vm == VmKind.HOTSPOT;
    }
}

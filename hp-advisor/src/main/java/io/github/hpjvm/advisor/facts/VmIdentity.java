package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.text.Visible;
import java.util.Objects;
import java.util.Optional;

/**
 * Which virtual machine it is.
 *
 * @param vm the kind
 * @param release the release of Java; empty if it is no HotSpot or did not say
 * @param version the version with its build, such as {@code 21.0.9+10}; empty if it did not say
 * @param vendor as {@code java.vm.vendor} or {@code IMPLEMENTOR} of the release file has it; empty if it did not say
 * @param gc the collector; empty if it did not say
 * @param maxHeap the maximum size of the heap, after the JVM rounded it up; empty if it did not say
 */
public record VmIdentity(
        VmKind vm,
        Optional<JavaVersion> release,
        String version,
        String vendor,
        Optional<Collector> gc,
        Optional<Bytes> maxHeap) {

    /** Longer than what builds say of themselves. The JVM that is looked at can say anything. */
    private static final int LONGEST = 60;

    public VmIdentity {
        Objects.requireNonNull(vm, "vm");
        Objects.requireNonNull(release, "release");
        version = Visible.name(version, LONGEST);
        vendor = Visible.name(vendor, LONGEST);
        Objects.requireNonNull(gc, "gc");
        Objects.requireNonNull(maxHeap, "maxHeap");
    }

    /** A process of which only the kind is known. */
    public static VmIdentity of(VmKind vm) {
        return new VmIdentity(vm, Optional.empty(), "", "", Optional.empty(), Optional.empty());
    }

    /** What this one says, and {@code other} where it does not. */
    public VmIdentity or(VmIdentity other) {
        return new VmIdentity(
                vm,
                release.or(other::release),
                version.isEmpty() ? other.version : version,
                vendor.isEmpty() ? other.vendor : vendor,
                gc.or(other::gc),
                maxHeap.or(other::maxHeap));
    }

    /** For people: {@code HOTSPOT 21.0.9+10 (Eclipse Adoptium), G1, max heap 8 GiB}, without what is not known. */
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

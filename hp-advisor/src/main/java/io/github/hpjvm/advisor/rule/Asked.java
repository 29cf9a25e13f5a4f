package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.Missing;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.hotspot.PoolBill;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What several rules ask first: which VM, what it was asked for, what its heap got, what it needs of a pool. */
final class Asked {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);

    private Asked() {}

    /** Why HotSpot's rules do not hold for this VM; empty if it is HotSpot. */
    static Optional<String> notHotSpot(Look look) {
        VmIdentity identity = look.jvm("VM", Jvm::identity);
        if (identity.isHotSpot()) {
            return Optional.empty();
        }
        List<String> own = identity.vm().hugePageOptions();
        return Optional.of("this is no HotSpot JVM (" + identity.vm() + ")"
                + (own.isEmpty() ? "" : "; its own options are " + String.join(", ", own)));
    }

    /** What the arguments ask for; a rule that needs to know ends if they could not all be read. */
    static Requested pages(Look look) {
        VmIdentity identity = look.jvm("VM", Jvm::identity);
        Arguments arguments = look.jvm("arguments", Jvm::arguments);
        Requested requested = PageRequest.of(arguments, identity);
        look.note("asked for", requested.name(), "arguments of the JVM");
        if (requested == Requested.UNKNOWN) {
            throw look.cannotTell(new Missing(
                    "what pages the JVM was asked for",
                    Reason.DENIED,
                    String.join(", ", arguments.unread()),
                    "run as the JVM's user or as root"));
        }
        return requested;
    }

    /** What stands behind the heap. */
    static Backing heap(Look look) {
        Backing heap = look.jvm("heap", jvm -> jvm.region(RegionName.HEAP).backing());
        look.note(
                "heap is on",
                heap.kind().map(PageKind::name).orElse("unknown") + ", "
                        + heap.hugeMin().rounded() + " of " + heap.residentMin().rounded() + " huge",
                "smaps");
        return heap;
    }

    /** What the JVM takes of the 2 MiB pool if everything is huge; empty if its collector or heap is not known. */
    static Optional<PoolBill> bill(Look look) {
        VmIdentity identity = look.jvm("VM", Jvm::identity);
        if (identity.release().isEmpty()
                || identity.gc().isEmpty()
                || identity.maxHeap().isEmpty()) {
            return Optional.empty();
        }
        Optional<Map<String, VmFlag>> flags = look.maybeJvm("flags", Jvm::flags);
        Optional<Bytes> codeCache = flags.flatMap(all -> Optional.ofNullable(all.get("ReservedCodeCacheSize")))
                .map(VmFlag::value)
                .map(Bytes::parse);
        return Optional.of(PoolBill.of(
                identity.release().get(),
                identity.gc().get(),
                identity.maxHeap().get(),
                codeCache,
                TWO_MIB));
    }

    /** The pool of 2 MiB pages among the host's; empty if there is none. */
    static Optional<HugePool> pool(List<HugePool> pools) {
        return pools.stream().filter(pool -> pool.pageSize().equals(TWO_MIB)).findFirst();
    }
}

package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Heap sizes in the arguments, and the actions that change them. */
public final class HeapArguments {
    /** Memory that must stay available for other processes when the whole heap is resident: a rule of thumb. */
    public static final Bytes MARGIN = Bytes.ofMiB(512);

    private static final long TENTH = 10;

    private static final List<String> MAXIMUM = List.of("-Xmx", "-XX:MaxHeapSize=");
    private static final List<String> INITIAL = List.of("-Xms", "-XX:InitialHeapSize=", "-XX:MinHeapSize=");
    private static final List<String> START = List.of("-Xms", "-XX:InitialHeapSize=");
    private static final List<String> LEAST = List.of("-Xms", "-XX:MinHeapSize=");
    private static final String PRETOUCH = "-XX:+AlwaysPreTouch";

    private HeapArguments() {}

    /** The maximum heap. Ends the rule if it is unknown. */
    public static Bytes max(RuleContext context) {
        return context.jvm("VM", Jvm::identity)
                .maxHeap()
                .orElseThrow(() -> context.undecided(
                        new Missing("the maximum heap", Reason.NOT_PRESENT, "jcmd VM.flags", "run as the JVM's user")));
    }

    /** Returns whether the initial heap is below the maximum. An unknown initial size counts as smaller. */
    public static boolean grows(RuleContext context) {
        return initial(context)
                .filter(size -> size.compareTo(max(context)) >= 0)
                .isEmpty();
    }

    /** Returns whether the heap neither starts with its maximum size nor has grown to nine tenths of it. */
    public static boolean staysSmaller(RuleContext context, Bytes resident) {
        return grows(context) && !isNearlyWhole(context, resident);
    }

    /** Returns whether nine tenths of the maximum heap are resident. */
    public static boolean isNearlyWhole(RuleContext context, Bytes resident) {
        Bytes max = max(context);
        return max.minus(resident.min(max)).compareTo(max.dividedBy(TENTH)) < 0;
    }

    /** The initial heap size; empty if it is not in the arguments and the JVM's flags are unknown. */
    public static Optional<Bytes> initial(RuleContext context) {
        return context.flag("InitialHeapSize")
                .map(VmFlag::value)
                .flatMap(HeapArguments::size)
                .or(() -> givenInitial(context));
    }

    /**
     * The initial heap size in the arguments. MinHeapSize raises one that HotSpot chooses, and changes no other ({@code
     * gcArguments.cpp} and set_heap_size in {@code arguments.cpp}).
     */
    private static Optional<Bytes> givenInitial(RuleContext context) {
        return given(context, START).or(() -> given(context, LEAST));
    }

    /**
     * The part of a ZGC heap that has its memory, touched or not. ZGC allocates memory when it commits it
     * (fallocate_fill_hole in {@code zPhysicalMemoryBacking_linux.cpp}; with THP it touches each page). It commits the initial
     * heap at the start, except for a reserve that 11 does not map ({@code zPageAllocator.cpp}, max_reserve).
     */
    public static Bytes allocatedByZ(RuleContext context, Backing heap) {
        return heap.reserved().max(initial(context).orElse(Bytes.ZERO));
    }

    /** The size below which the heap does not shrink: {@code -Xms}; empty if it is not in the arguments. */
    public static Optional<Bytes> least(RuleContext context) {
        return given(context, LEAST);
    }

    /** The value of {@code -Xmx}; empty if it is not set. */
    public static Optional<Bytes> explicitMax(RuleContext context) {
        return given(context, MAXIMUM);
    }

    public static boolean pretouches(RuleContext context) {
        return context.jvm("arguments", Jvm::arguments).texts().stream()
                .filter(text -> text.equals(PRETOUCH) || text.equals("-XX:-AlwaysPreTouch"))
                .reduce((first, last) -> last)
                .equals(Optional.of(PRETOUCH));
    }

    /** The action that sets -Xms to the maximum, and adds {@code more}. */
    public static JvmFlag fixed(RuleContext context, String... more) {
        List<String> add = new ArrayList<>(List.of("-Xms" + mebibytes(max(context))));
        add.addAll(List.of(more));
        return new JvmFlag(add, written(context, INITIAL));
    }

    /** The action that sets another maximum, and lowers a larger initial size to it. */
    public static Action limited(RuleContext context, Bytes max) {
        List<String> add = new ArrayList<>(List.of("-Xmx" + mebibytes(max)));
        List<String> remove = new ArrayList<>(written(context, MAXIMUM));
        if (givenInitial(context).filter(size -> size.compareTo(max) > 0).isPresent()) {
            add.add("-Xms" + mebibytes(max));
            remove.addAll(written(context, INITIAL));
        }
        return new JvmFlag(add, remove);
    }

    private static Optional<Bytes> given(RuleContext context, List<String> names) {
        return written(context, names).stream()
                .reduce((first, last) -> last)
                .flatMap(text -> names.stream()
                        .filter(text::startsWith)
                        .findFirst()
                        .flatMap(name -> size(text.substring(name.length()))));
    }

    /** The arguments that begin with one of the names, unchanged. */
    public static List<String> written(RuleContext context, List<String> names) {
        return context.jvm("arguments", Jvm::arguments).texts().stream()
                .filter(text -> names.stream().anyMatch(text::startsWith))
                .distinct()
                .toList();
    }

    public static Optional<Bytes> size(String text) {
        try {
            return Optional.of(Bytes.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String mebibytes(Bytes size) {
        return size.value() / Bytes.ofMiB(1).value() + "m";
    }
}

package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.VmFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The sizes that a heap was given, and how to give it others. */
public final class HeapArguments {
    /** What programs beside this one shall still find after a heap was touched as a whole: a rule of thumb. */
    public static final Bytes MARGIN = Bytes.ofMiB(512);

    private static final List<String> MAXIMUM = List.of("-Xmx", "-XX:MaxHeapSize=");
    private static final List<String> INITIAL = List.of("-Xms", "-XX:InitialHeapSize=", "-XX:MinHeapSize=");
    private static final String PRETOUCH = "-XX:+AlwaysPreTouch";

    private HeapArguments() {}

    /** The maximum; a rule that needs it ends if the JVM did not say. */
    public static Bytes max(Look look) {
        return look.jvm("VM", Jvm::identity)
                .maxHeap()
                .orElseThrow(() -> look.cannotTell(
                        new Missing("the maximum heap", Reason.NOT_PRESENT, "jcmd VM.flags", "run as the JVM's user")));
    }

    /** Whether the heap starts smaller than it may become; a size to start with that nobody gave is taken for smaller. */
    public static boolean grows(Look look) {
        return initial(look).filter(size -> size.compareTo(max(look)) >= 0).isEmpty();
    }

    /** What the heap starts with; empty if nobody said so and the JVM could not be asked. */
    public static Optional<Bytes> initial(Look look) {
        return look.flag("InitialHeapSize")
                .map(VmFlag::value)
                .flatMap(HeapArguments::size)
                .or(() -> given(look, INITIAL));
    }

    /** What {@code -Xmx} says; empty if the maximum was left to the JVM. */
    public static Optional<Bytes> givenMax(Look look) {
        return given(look, MAXIMUM);
    }

    public static boolean pretouches(Look look) {
        return look.jvm("arguments", Jvm::arguments).texts().stream()
                .filter(text -> text.equals(PRETOUCH) || text.equals("-XX:-AlwaysPreTouch"))
                .reduce((first, last) -> last)
                .equals(Optional.of(PRETOUCH));
    }

    /** A heap that has its maximum from the start; with {@code more} added. */
    public static Action fixed(Look look, String... more) {
        List<String> add = new ArrayList<>(List.of("-Xms" + mebibytes(max(look))));
        add.addAll(List.of(more));
        return new Action.JvmFlag(add, written(look, INITIAL));
    }

    /** A heap of another maximum; where it was to start larger than that, it starts with it. */
    public static Action limited(Look look, Bytes max) {
        List<String> add = new ArrayList<>(List.of("-Xmx" + mebibytes(max)));
        List<String> remove = new ArrayList<>(written(look, MAXIMUM));
        if (given(look, INITIAL).filter(size -> size.compareTo(max) > 0).isPresent()) {
            add.add("-Xms" + mebibytes(max));
            remove.addAll(written(look, INITIAL));
        }
        return new Action.JvmFlag(add, remove);
    }

    /** Whether the host and the control groups have room for a heap that is touched as a whole. */
    public static boolean fitsAsAWhole(Look look, Bytes resident) {
        Bytes more = max(look).minus(resident.min(max(look)));
        boolean host = look.maybeHost("memory", Host::memory)
                .flatMap(memory -> memory.size("MemAvailable"))
                .filter(available -> available.compareTo(more.plus(MARGIN)) >= 0)
                .isPresent();
        return host
                && MemoryLimits.room(look)
                        .filter(room -> room.compareTo(more) < 0)
                        .isEmpty();
    }

    private static Optional<Bytes> given(Look look, List<String> names) {
        return written(look, names).stream()
                .reduce((first, last) -> last)
                .flatMap(text -> names.stream()
                        .filter(text::startsWith)
                        .findFirst()
                        .flatMap(name -> size(text.substring(name.length()))));
    }

    /** The arguments that begin so, as they were written. */
    public static List<String> written(Look look, List<String> names) {
        return look.jvm("arguments", Jvm::arguments).texts().stream()
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

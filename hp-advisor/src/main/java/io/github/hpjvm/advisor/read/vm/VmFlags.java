package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.OptionMask;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The flags of a JVM from the text of {@code jcmd PID VM.flags -all} or the section {@code [Global flags]} of a crash
 * log: JVMFlag::print_on of {@code src/hotspot/share/runtime/flags/jvmFlag.cpp}, and of {@code runtime/globals.cpp} in
 * 8 and 11.
 */
public final class VmFlags {

    private VmFlags() {}

    /**
     * Parses the flags by name. Lines of another form are ignored, and of a name that occurs twice the first counts.
     */
    public static Map<String, VmFlag> parse(String text) {
        Map<String, VmFlag> flags = new LinkedHashMap<>();
        int end;
        for (int from = 0; from < text.length(); from = end + 1) {
            int newline = text.indexOf('\n', from);
            end = newline < 0 ? text.length() : newline;
            add(flags, text.substring(from, end).strip());
        }
        return Collections.unmodifiableMap(flags);
    }

    /**
     * Parses a line such as {@code uintx MaxHeapSize := 268435456 {product}} or {@code bool UseG1GC = true {product}
     * {ergonomic}}. There are a thousand of them, so only the parts that are kept are copied.
     */
    private static void add(Map<String, VmFlag> flags, String line) {
        int type = line.indexOf(' ');
        int equals = line.indexOf('=', type + 1);
        int last = line.lastIndexOf('{');
        if (type <= 0 || equals < 0 || last < equals || !line.endsWith("}")) {
            return;
        }
        int start = behindBlanks(line, type);
        int end = beforeBlanks(line, equals);
        boolean changed = line.charAt(end - 1) == ':';
        if (changed || line.charAt(end - 1) == '+') {
            end = beforeBlanks(line, end - 1);
        }
        if (start >= end || !isName(line, start, end)) {
            return;
        }
        boolean two = line.charAt(beforeBlanks(line, last) - 1) == '}';
        int kind = two ? line.lastIndexOf('{', last - 1) : -1;
        String lastWord = line.substring(last + 1, line.length() - 1);
        VmFlag flag = kind < equals
                ? new VmFlag(line.substring(equals + 1, last).strip(), lastWord, changed ? "changed" : "default")
                : new VmFlag(
                        line.substring(equals + 1, kind).strip(),
                        line.substring(kind + 1, line.indexOf('}', kind)),
                        lastWord);
        String name = line.substring(start, end);
        flags.putIfAbsent(name, OptionMask.isCommand(name) ? flag.masked() : flag);
    }

    private static int behindBlanks(String line, int at) {
        int to = at;
        while (to < line.length() && line.charAt(to) == ' ') {
            to++;
        }
        return to;
    }

    /** Returns the index after the last character that is no blank; at least 1, because a line starts with none. */
    private static int beforeBlanks(String line, int at) {
        int to = at;
        while (to > 1 && line.charAt(to - 1) == ' ') {
            to--;
        }
        return to;
    }

    private static boolean isName(String line, int start, int end) {
        for (int i = start; i < end; i++) {
            char c = line.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_')) {
                return false;
            }
        }
        return true;
    }

    /** Returns the value of a flag that is a size in bytes. */
    public static Optional<Bytes> bytes(Map<String, VmFlag> flags, String name) {
        try {
            return Optional.ofNullable(flags.get(name)).map(f -> Bytes.of(Long.parseLong(f.value())));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the collector that is in use.
     *
     * @param feature the release, if known: from 23 on ZGC is generational unless a flag disables that, and from 24 on
     *     always
     */
    static Optional<Collector> collector(Map<String, VmFlag> flags, Optional<Integer> feature) {
        if (isTrue(flags, "UseG1GC")) {
            return Optional.of(Collector.G1);
        }
        if (isTrue(flags, "UseParallelGC") || isTrue(flags, "UseParallelOldGC")) {
            return Optional.of(Collector.PARALLEL);
        }
        if (isTrue(flags, "UseConcMarkSweepGC")) {
            return Optional.of(Collector.CMS);
        }
        if (isTrue(flags, "UseSerialGC")) {
            return Optional.of(Collector.SERIAL);
        }
        if (isTrue(flags, "UseShenandoahGC")) {
            return Optional.of(Collector.SHENANDOAH);
        }
        if (isTrue(flags, "UseEpsilonGC")) {
            return Optional.of(Collector.EPSILON);
        }
        if (isTrue(flags, "UseZGC")) {
            boolean generational = feature.filter(f -> f >= 24).isPresent()
                    || isTrue(flags, "ZGenerational")
                    || feature.filter(f -> f == 23).isPresent() && !flags.containsKey("ZGenerational");
            return Optional.of(generational ? Collector.ZGC_GENERATIONAL : Collector.ZGC);
        }
        return Optional.empty();
    }

    private static boolean isTrue(Map<String, VmFlag> flags, String name) {
        VmFlag flag = flags.get(name);
        return flag != null && flag.isTrue();
    }
}

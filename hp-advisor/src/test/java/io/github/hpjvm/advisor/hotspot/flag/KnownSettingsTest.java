package io.github.hpjvm.advisor.hotspot.flag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.flag.KnownSettings.Key;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class KnownSettingsTest {

    private final KnownSettings known = new KnownSettings();
    private final AtomicInteger reads = new AtomicInteger();

    private static VmIdentity vm(String version, String vendor, Optional<Collector> gc) {
        return new VmIdentity(
                VmKind.HOTSPOT, Optional.of(JavaVersion.parse(version)), version, vendor, gc, Optional.empty());
    }

    private static Arguments arguments(String main, ArgumentOrigin origin, String... texts) {
        List<Argument> list =
                List.of(texts).stream().map(text -> new Argument(text, origin)).toList();
        return new Arguments(list, List.of(), main);
    }

    private FlagSettings get(VmIdentity vm, Arguments arguments, boolean runs) {
        Supplier<FlagSettings> read = () -> {
            reads.incrementAndGet();
            return FlagSettings.of(vm, arguments, Map.of(), runs);
        };
        return known.get(Key.of(vm, Optional.empty(), arguments, runs), read);
    }

    /** Neither the main class nor the collector decides how arguments are read. */
    @Test
    void equalArgumentsOfOneBuildAreReadOnce() {
        FlagSettings one = get(
                vm("17.0.9", "a", Optional.empty()), arguments("Main", ArgumentOrigin.COMMAND_LINE, "-Xmx1g"), true);
        FlagSettings other = get(
                vm("17.0.9", "a", Optional.of(Collector.G1)),
                arguments("Other", ArgumentOrigin.COMMAND_LINE, "-Xmx1g"),
                true);
        assertSame(one, other);
        assertEquals(1, reads.get());
    }

    @Test
    void allThatDecidesIsInTheKey() {
        VmIdentity vm = vm("17.0.9", "a", Optional.empty());
        Arguments arguments = arguments("Main", ArgumentOrigin.COMMAND_LINE, "-Xmx1g");
        FlagSettings first = get(vm, arguments, true);
        assertNotSame(first, get(vm("17.0.10", "a", Optional.empty()), arguments, true));
        assertNotSame(first, get(vm("17.0.9", "SAP", Optional.empty()), arguments, true));
        assertNotSame(first, get(vm, arguments, false));
        assertNotSame(first, get(vm, arguments("Main", ArgumentOrigin.JDK_JAVA_OPTIONS, "-Xmx1g"), true));
        assertNotSame(first, get(vm, arguments("Main", ArgumentOrigin.COMMAND_LINE, "-Xmx2g"), true));
        assertNotSame(first, get(vm, new Arguments(arguments.list(), List.of("file"), "Main"), true));
        assertSame(first, get(vm, arguments, true));
        assertEquals(7, reads.get());
    }

    @Test
    void isBoundedInNumberAndLength() {
        VmIdentity vm = vm("17.0.9", "a", Optional.empty());
        Arguments first = arguments("Main", ArgumentOrigin.COMMAND_LINE, "-Xss1000k");
        get(vm, first, true);
        for (int n = 1; n < KnownSettings.MOST; n++) {
            get(vm, arguments("Main", ArgumentOrigin.COMMAND_LINE, "-Xss" + (1000 + n) + "k"), true);
        }
        get(vm, first, true);
        assertEquals(KnownSettings.MOST, reads.get());
        get(vm, arguments("Main", ArgumentOrigin.COMMAND_LINE, "-Xss1m"), true);
        get(vm, first, true);
        assertEquals(KnownSettings.MOST + 2, reads.get());

        String[] many = new String[KnownSettings.LONGEST / 8 + 1];
        Arrays.fill(many, "-Dname=1");
        get(vm, arguments("Main", ArgumentOrigin.COMMAND_LINE, many), true);
        get(vm, arguments("Main", ArgumentOrigin.COMMAND_LINE, many), true);
        assertEquals(KnownSettings.MOST + 4, reads.get());
    }
}

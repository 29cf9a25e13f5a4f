package io.github.hpjvm.advisor.read.own;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.OwnPid;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.read.table.TableReader;
import io.github.hpjvm.advisor.read.table.VmTables;
import io.github.hpjvm.advisor.read.vm.VmSignature;
import io.github.hpjvm.advisor.term.Reason;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * HotSpot's tables in the memory of the JVM that we run in. They have the flags and the address of the heap in a runtime
 * whose modules {@code jdk.management} or {@code jdk.jfr} are missing. A process may read its own memory unless it is not
 * dumpable (PR_SET_DUMPABLE, prctl(2)).
 */
final class OwnTables {
    private static final long MILLIS = 2_000;

    private OwnTables() {}

    static Fact<VmTables> read(Path proc) {
        long pid = OwnPid.in(proc);
        return TableReader.read(proc, pid, VmSignature.library(Maps.read(proc, pid)), Optional.empty(), MILLIS);
    }

    /** Returns a fact, or if it is absent, what the tables have. If they have nothing, the reason is that of the fact. */
    static <T> Fact<T> or(Fact<T> fact, Path proc, Function<VmTables, Fact<T>> ofTables) {
        if (fact.known().isPresent()) {
            return fact;
        }
        Fact<T> told = read(proc).flatMap(ofTables);
        return told.known().isPresent() ? told : fact;
    }

    /** Returns the absence of a bean of the module {@code jdk.management}. */
    static <T> Fact<T> withoutManagement(String bean) {
        return Fact.absent(
                Reason.NOT_PRESENT,
                Source.of(bean, "this runtime has no module jdk.management"),
                grant("jdk.management"));
    }

    /** Returns what to do about a module that the running JVM has not resolved. */
    static String grant(String module) {
        return isInImage(module)
                ? "start java with --add-modules " + module
                : "add the module " + module + " to the image";
    }

    private static boolean isInImage(String module) {
        try {
            return ModuleFinder.ofSystem().find(module).isPresent();
        } catch (SecurityException e) {
            return false;
        }
    }
}

package io.github.hpjvm.advisor.hotspot.flag;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The settings of arguments that were read before. A plan starts one JVM with the same arguments several times, and a fleet runs
 * one service on many hosts. For several threads.
 */
final class KnownSettings {
    /** All are dropped when there are more. */
    static final int MOST = 500;

    /** Longer arguments are not kept, so that all together take some MiB. */
    static final int LONGEST = 16 * 1024;

    private final Map<Key, FlagSettings> known = new ConcurrentHashMap<>();

    /**
     * All that {@link FlagSettings#of} reads if the build did not list its flags. {@link FlagsOfBuild} takes only the release
     * and the vendor of the VM, and the architecture, {@link LauncherWords} only the list of the arguments; their unread sources become unknowns,
     * and {@link FlagParser} refuses nothing that a running JVM has.
     */
    record Key(
            Optional<JavaVersion> release,
            String vendor,
            Optional<String> architecture,
            List<Argument> arguments,
            List<String> unread,
            boolean runs) {

        static Key of(VmIdentity vm, Optional<String> architecture, Arguments arguments, boolean runs) {
            return new Key(vm.release(), vm.vendor(), architecture, arguments.list(), arguments.unread(), runs);
        }

        private boolean isShort() {
            long length = 0;
            for (Argument argument : arguments) {
                length += argument.text().length();
            }
            for (String source : unread) {
                length += source.length();
            }
            return length <= LONGEST;
        }
    }

    FlagSettings get(Key key, Supplier<FlagSettings> read) {
        FlagSettings settings = known.get(key);
        if (settings == null) {
            settings = read.get();
            if (key.isShort()) {
                if (known.size() >= MOST) {
                    known.clear();
                }
                known.put(key, settings);
            }
        }
        return settings;
    }
}

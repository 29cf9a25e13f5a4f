package io.github.hpjvm.advisor.read.own;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.read.file.OwnPid;
import io.github.hpjvm.advisor.read.table.VmTables;
import io.github.hpjvm.advisor.read.vm.Identity;
import io.github.hpjvm.advisor.read.vm.JvmArguments;
import io.github.hpjvm.advisor.read.vm.PerfData;
import io.github.hpjvm.advisor.term.Reason;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The JVM that we run in, by its own data. It is read once: neither its arguments nor the flags that matter change
 * while it runs. It needs no attach, and loads no library.
 *
 * @param identity which VM it is
 * @param arguments its arguments
 * @param flags the final values of the flags about its pages; from its tables in a
 *     runtime without the module {@code jdk.management}
 */
public record OwnVm(VmIdentity identity, Fact<Arguments> arguments, Fact<Map<String, VmFlag>> flags) {

    public OwnVm {
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(arguments, "arguments");
        Objects.requireNonNull(flags, "flags");
    }

    /**
     * Reads it. Never throws because of what the runtime lacks.
     *
     * @param proc {@code /proc}, for the arguments if the runtime has no module {@code java.management}
     * @param properties the system properties, by name; null for one that is not set
     */
    public static OwnVm read(Path proc, UnaryOperator<String> properties) {
        Optional<JavaVersion> release = Identity.release(of(properties, "java.version"));
        VmKind kind = VmKind.ofName(of(properties, "java.vm.name"));
        Fact<Arguments> arguments = told(proc, release);
        Fact<Map<String, VmFlag>> flags = kind == VmKind.HOTSPOT
                ? OwnTables.or(finalFlags(), proc, VmTables::flags)
                : Fact.absent(Reason.NOT_SUPPORTED, Source.of("HotSpotDiagnosticMXBean", "this is not a HotSpot JVM"));
        VmIdentity said = new VmIdentity(
                kind,
                release,
                Identity.version(release, of(properties, "java.vm.version")),
                of(properties, "java.vm.vendor"),
                Optional.empty(),
                Optional.empty());
        VmIdentity byFlags = flags.known().map(f -> Identity.of(f, release)).orElse(VmIdentity.of(kind));
        VmIdentity byArguments =
                arguments.known().map(a -> Identity.of(a, release)).orElse(VmIdentity.of(kind));
        return new OwnVm(said.or(byFlags).or(byArguments), arguments, flags);
    }

    private static Fact<Arguments> told(Path proc, Optional<JavaVersion> release) {
        try {
            return OwnManagement.arguments();
        } catch (LinkageError e) {
            long pid = OwnPid.in(proc);
            Fact<PerfData> none = Fact.absent(Reason.SKIPPED, Source.of("hsperfdata"));
            return new JvmArguments(proc, pid).arguments(release.map(JavaVersion::feature), none);
        }
    }

    private static Fact<Map<String, VmFlag>> finalFlags() {
        try {
            return OwnManagement.flags();
        } catch (LinkageError e) {
            return OwnTables.withoutManagement("HotSpotDiagnosticMXBean");
        }
    }

    private static String of(UnaryOperator<String> properties, String name) {
        String value = properties.apply(name);
        return value == null ? "" : value;
    }
}

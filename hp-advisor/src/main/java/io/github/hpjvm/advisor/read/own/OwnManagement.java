package io.github.hpjvm.advisor.read.own;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.term.Reason;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.ReflectionException;

/**
 * The facts that the JVM that we run in gives through its own management beans, without an attach. The modules {@code
 * java.management} and {@code jdk.management} may be missing in an image: every caller catches {@link LinkageError}.
 */
final class OwnManagement {

    private static final String ARGUMENTS = "RuntimeMXBean.getInputArguments";
    private static final String FLAGS = "HotSpotDiagnosticMXBean.getVMOption";

    /** The flags that show the collector, the sizes and the pages. */
    private static final List<String> NAMES = List.of(
            "UseG1GC",
            "UseParallelGC",
            "UseSerialGC",
            "UseZGC",
            "ZGenerational",
            "UseShenandoahGC",
            "UseEpsilonGC",
            "InitialHeapSize",
            "MaxHeapSize",
            "ReservedCodeCacheSize",
            "UseLargePages",
            "UseTransparentHugePages",
            "LargePageSizeInBytes",
            "AlwaysPreTouch",
            "NativeMemoryTracking");

    private OwnManagement() {}

    /**
     * Returns the arguments in their effective order, including those of variables and files (Arguments::build_jvm_args
     * in {@code src/hotspot/share/runtime/arguments.cpp}).
     */
    static Fact<Arguments> arguments() {
        try {
            List<Argument> list = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .map(text -> new Argument(text, ArgumentOrigin.UNKNOWN))
                    .toList();
            Arguments arguments = new Arguments(list, List.of(), "");
            return Fact.known(arguments, Source.of(ARGUMENTS, String.join(" ", arguments.texts())));
        } catch (SecurityException | UnsupportedOperationException e) {
            return Fact.absent(Reason.DENIED, Source.of(ARGUMENTS, String.valueOf(e.getMessage())));
        }
    }

    /** Returns the flags by name, without flags that this release does not have. */
    static Fact<Map<String, VmFlag>> flags() {
        try {
            return flagsOfTheBean();
        } catch (SecurityException e) {
            return Fact.absent(Reason.DENIED, Source.of(FLAGS, String.valueOf(e.getMessage())));
        }
    }

    private static Fact<Map<String, VmFlag>> flagsOfTheBean() {
        HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        if (bean == null) {
            return OwnTables.withoutManagement(FLAGS);
        }
        Map<String, VmFlag> flags = new LinkedHashMap<>();
        for (String name : NAMES) {
            try {
                VMOption option = bean.getVMOption(name);
                String origin =
                        option.getOrigin().name().toLowerCase(Locale.ROOT).replace('_', ' ');
                flags.put(name, new VmFlag(option.getValue(), "", origin));
            } catch (IllegalArgumentException e) {
                // A flag of another release.
            }
        }
        return Fact.known(flags, Source.of(FLAGS));
    }

    /**
     * Returns the output of a {@code jcmd} command, by the MBean DiagnosticCommand.
     *
     * @param operation such as {@code gcHeapInfo}
     */
    static Fact<String> diagnostic(String operation) {
        Source source = Source.of("DiagnosticCommand " + operation);
        try {
            Object text = ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            operation,
                            new Object[] {null},
                            new String[] {String[].class.getName()});
            return text instanceof String said
                    ? Fact.known(said, source)
                    : Fact.absent(Reason.MALFORMED, Source.of(source.path(), "no text"));
        } catch (ReflectionException e) {
            // Observed with 17 and 25: an image without jdk.jfr has the bean, with hardly an operation.
            return Fact.absent(
                    Reason.NOT_PRESENT,
                    Source.of(source.path(), "this runtime does not offer the diagnostic command " + operation),
                    OwnTables.grant("jdk.jfr") + ": without it the JVM hands out none of them");
        } catch (InstanceNotFoundException e) {
            return OwnTables.withoutManagement(source.path());
        } catch (JMException | RuntimeException e) {
            return Fact.absent(Reason.NOT_SUPPORTED, Source.of(source.path(), String.valueOf(e.getMessage())));
        }
    }
}

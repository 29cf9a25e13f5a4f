package io.github.hpjvm.advisor.hotspot.flag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.read.vm.VmFlags;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Program;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the table of flags with the list that each JVM of this machine prints. It is in the package of the table,
 * whose classes are package-private.
 */
@Tag("jdks")
@Tag("beside")
class FlagTableIT {
    private static final Pattern VERSION = Pattern.compile("version \"([^\"]+)\"");

    /**
     * The builds from which the table was made. They must agree in every flag, other builds only in the flags about
     * pages.
     */
    private static final Set<String> MADE_FROM = Set.of(
            "1.8.0_504", "11.0.33-ea", "17.0.21.0.3", "21.0.13.0.3", "25.0.5.0.3", "26.0.2.1", "27.0.1.0.3", "28-ea");

    private static final List<String> ABOUT_PAGES = List.of(
            "UseLargePages",
            "UseTransparentHugePages",
            "UseHugeTLBFS",
            "UseSHM",
            "LargePageSizeInBytes",
            "UseLargePagesInMetaspace",
            "AlwaysPreTouch",
            "UseMadvPopulateWrite",
            "THPStackMitigation",
            "UseNUMA",
            "MaxRAMPercentage",
            "ReservedCodeCacheSize",
            "SegmentedCodeCache",
            "ObjectAlignmentInBytes",
            "UseG1GC",
            "UseZGC",
            "ZGenerational",
            "UseCompactObjectHeaders");

    static List<Jdk> jdks() {
        return Jdks.among(8, 11, 17, 21, 25, 26, 27, 28);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void flagsOfTheJvmEqualTheTable(Jdk jdk) {
        Program.Ended ended = Program.of(jdk.java().toString())
                .with(
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:+PrintFlagsFinal",
                        "-version")
                .unset("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        Map<String, VmFlag> listed = VmFlags.parse(ended.out());
        assertTrue(listed.size() > 700, () -> jdk + " lists " + listed.size() + " flags");
        Matcher version = VERSION.matcher(ended.err());
        assertTrue(version.find(), ended.err());
        boolean all = MADE_FROM.contains(version.group(1));
        Set<String> names = all ? new TreeSet<>(listed.keySet()) : new TreeSet<>(ABOUT_PAGES);
        if (all) {
            names.addAll(FlagTable.standard().names());
        }
        VmIdentity vm = new VmIdentity(
                VmKind.HOTSPOT,
                Optional.of(JavaVersion.parse(version.group(1))),
                version.group(1),
                "",
                Optional.empty(),
                Optional.empty());
        FlagsOfBuild table = new FlagsOfBuild(vm, Optional.of(System.getProperty("os.arch")), Map.of());
        StringBuilder wrong = new StringBuilder();
        for (String name : names) {
            KnownFlag known = table.flag(name);
            String difference = difference(known, listed.get(name));
            wrong.append(difference.isEmpty() ? "" : name + ": " + difference + "\n");
        }
        assertEquals("", wrong.toString(), () -> jdk + " " + version.group(1));
    }

    private static String difference(KnownFlag known, VmFlag listed) {
        boolean other = known.kind() == FlagKind.ALIAS || known.kind() == FlagKind.LOGGING || known.isHidden();
        if (other || known.kind() == FlagKind.UNKNOWN) {
            return "";
        }
        if (listed == null) {
            return known.kind().isSettable() ? "in the table, and not listed" : "";
        }
        if (known.kind() != FlagKind.ofPrinted(listed.kind())) {
            return "listed as " + listed.kind() + ", in the table as " + known.kind();
        }
        boolean sameValue = known.value().isEmpty() || known.value().equals(listed.value());
        return sameValue ? "" : "is " + listed.value() + ", in the table " + known.value();
    }
}

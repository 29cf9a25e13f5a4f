package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.os.text.MalformedTextException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The head of a crash log, which names the VM: VMError::report of {@code src/hotspot/share/utilities/vmError.cpp}.
 *
 * <pre>
 * # JRE version: OpenJDK Runtime Environment Temurin-25.0.3+9 (25.0.3+9) (build 25.0.3+9-LTS)
 * # Java VM: OpenJDK 64-Bit Server VM Temurin-25.0.3+9 (25.0.3+9-LTS, mixed mode, ..., linux-amd64)
 * </pre>
 *
 * <p>The vendor's version after the name of the VM is optional, and some vendors put it in parentheses. Debug builds name their
 * level: {@code (fastdebug build 21-internal)} and {@code (fastdebug 21-internal, ...)}.
 */
final class LogHead {
    private static final String VM = "# Java VM:";
    private static final String JRE = "# JRE version:";
    private static final String BUILD = "build ";
    /** The level of a debug build before its version (printable_jdk_debug_level). */
    private static final Pattern LEVEL = Pattern.compile("^[a-z]+ (?=[0-9])");

    private static final String END = "END.";
    private static final Pattern FAILED_START =
            Pattern.compile("\\(([0-9][0-9._]{0,20})[^)]{0,20}\\) \\((?:[a-z]+ )?build *\\)");
    /** A number of the VM in 8. Versions of 25 have a plus or a suffix of letters there. */
    private static final Pattern LEGACY_VM = Pattern.compile("25\\.(\\d{1,4})-b\\d");
    /** The first release in the lab whose logs end with a marker: those of 8 have none. */
    private static final int FIRST_WITH_END = 11;

    private LogHead() {}

    /**
     * Returns the VM that wrote a log.
     *
     * @throws MalformedTextException if the log does not name a HotSpot
     */
    static VmIdentity identity(List<String> lines) {
        String vm = vm(lines);
        String build = build(after(lines, JRE).orElse(""));
        String vmVersion = vm.isEmpty() ? "" : vmVersion(vm.substring(vm.lastIndexOf(" (") + 2));
        boolean legacy = build.startsWith("1.");
        Optional<JavaVersion> release = Identity.release(legacy ? upTo(build, "-") : build)
                .or(() -> ofFailedStart(after(lines, JRE).orElse("")))
                .or(() -> LEGACY_VM.matcher(vmVersion).lookingAt() ? Optional.empty() : Identity.release(vmVersion))
                .or(() -> ofLegacyVm(vmVersion));
        return new VmIdentity(
                VmKind.HOTSPOT,
                release,
                Identity.version(release, vmVersion),
                releaseFile(lines).getOrDefault("IMPLEMENTOR", "").replace("\"", ""),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * Returns the release of a VM that ended before it had read its version: {@code # JRE version:  (8.0_91-b14) (build )}.
     */
    private static Optional<JavaVersion> ofFailedStart(String jre) {
        Matcher matcher = FAILED_START.matcher(jre);
        if (!matcher.lookingAt()) {
            return Optional.empty();
        }
        String version = matcher.group(1);
        return Identity.release(version.startsWith("8.0_") ? "1." + version : version);
    }

    /** Returns the release of {@code 25.91-b14}, the number of the VM in 8: 25 and the update. */
    private static Optional<JavaVersion> ofLegacyVm(String version) {
        Matcher matcher = LEGACY_VM.matcher(version);
        return matcher.lookingAt() ? Identity.release("1.8.0_" + matcher.group(1)) : Optional.empty();
    }

    /**
     * Returns the number of the line in which a log was cut off; empty for a complete log, and if the release has no
     * end marker.
     */
    static Optional<Integer> cutInLine(List<String> lines, Optional<JavaVersion> release) {
        boolean marked = release.filter(r -> r.feature() >= FIRST_WITH_END).isPresent();
        return marked && !lines.contains(END) ? Optional.of(lines.size()) : Optional.empty();
    }

    /**
     * Returns the line that names the VM, without its start: it has the name, and the version after the last
     * parenthesis. A text that ends before it, and that says why the JVM died, is a head all the same: the line is empty then.
     */
    private static String vm(List<String> lines) {
        String vm = after(lines, VM).orElse("");
        boolean named = vm.contains(" VM ") || vm.contains("HotSpot");
        boolean other = named && VmKind.ofName(vm) != VmKind.HOTSPOT;
        if (named && !other && vm.contains(" (")) {
            return vm;
        }
        if (!other && CrashText.isIn(lines) && (vm.isEmpty() || isCut(lines))) {
            return "";
        }
        String first = lines.isEmpty() ? "" : lines.get(0);
        if (!other && isCut(lines)) {
            throw new MalformedTextException(
                    "the log ends in line " + lines.size() + ", before the end of its line '" + VM + "'",
                    lines.get(lines.size() - 1));
        }
        throw new MalformedTextException("not a log of HotSpot: it has no such line '" + VM + "'", first);
    }

    /**
     * Returns whether these lines are the beginning of a head: each starts with a number sign, as all lines of a head
     * do.
     */
    private static boolean isCut(List<String> lines) {
        return !lines.isEmpty()
                && lines.stream().allMatch(line -> line.startsWith("#"))
                && after(lines.subList(0, lines.size() - 1), VM).isEmpty();
    }

    private static String vmVersion(String text) {
        return upTo(LEVEL.matcher(text).replaceFirst(""), " ,)");
    }

    private static String build(String jre) {
        int at = jre.lastIndexOf(BUILD);
        int end = jre.indexOf(')', at + 1);
        return at < 0 || end < 0 ? "" : jre.substring(at + BUILD.length(), end);
    }

    private static Map<String, String> releaseFile(List<String> lines) {
        Map<String, String> fields = new HashMap<>();
        lines.stream()
                .dropWhile(line -> !line.startsWith("Release file:"))
                .skip(1)
                .takeWhile(line -> line.indexOf('=') > 0)
                .forEach(line -> fields.putIfAbsent(
                        line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
        return fields;
    }

    private static Optional<String> after(List<String> lines, String start) {
        return lines.stream()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .map(line -> line.substring(start.length()).strip());
    }

    /** Returns the text before the first of these characters. */
    private static String upTo(String text, String ends) {
        int end = 0;
        while (end < text.length() && ends.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return text.substring(0, end);
    }
}

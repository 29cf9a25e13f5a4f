package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.console.error.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A JDK named by version and vendor, as in {@code 21.0.9/temurin}.
 *
 * @param version the version
 * @param vendor the vendor, as in the release file of its JDKs; empty if not given
 * @param vm the virtual machine of that vendor
 */
public record NamedJdk(JavaVersion version, String vendor, VmKind vm) {
    /** A number without an update, such as 25 or 8. */
    private static final Pattern RELEASE = Pattern.compile("[0-9]{1,3}");

    /** Names of builds with OpenJ9 instead of HotSpot. */
    private static final Set<String> OPENJ9 = Set.of("openj9", "ibm", "semeru");

    /** Names of builds with a VM of their own: Azul Platform Prime, which was called Zing. */
    private static final Set<String> OTHER = Set.of("zing", "prime");

    private static final Map<String, String> VENDORS = Map.ofEntries(
            Map.entry("temurin", "Eclipse Adoptium"),
            Map.entry("adoptium", "Eclipse Adoptium"),
            Map.entry("oracle", "Oracle Corporation"),
            Map.entry("sap", "SAP SE"),
            Map.entry("sapmachine", "SAP SE"),
            Map.entry("corretto", "Amazon.com Inc."),
            Map.entry("amazon", "Amazon.com Inc."),
            Map.entry("zulu", "Azul Systems, Inc."),
            Map.entry("azul", "Azul Systems, Inc."),
            Map.entry("liberica", "BellSoft"),
            Map.entry("bellsoft", "BellSoft"),
            Map.entry("microsoft", "Microsoft"),
            Map.entry("redhat", "Red Hat, Inc."),
            Map.entry("debian", "Debian"),
            Map.entry("ubuntu", "Ubuntu"));

    private static NamedJdk named(JavaVersion release, String version, String vendor) {
        String name = vendor.toLowerCase(Locale.ROOT);
        VmKind vm = OPENJ9.contains(name) ? VmKind.OPENJ9 : OTHER.contains(name) ? VmKind.OTHER : VmKind.HOTSPOT;
        Optional<JavaVersion> newest = RELEASE.matcher(version).matches() && vm == VmKind.HOTSPOT
                ? FlagSettings.newestUpdate(release.feature())
                : Optional.empty();
        return new NamedJdk(newest.orElse(release), VENDORS.getOrDefault(name, vendor), vm);
    }

    /**
     * Parses {@code VERSION} or {@code VERSION/VENDOR}. A release without an update, such as 25, means its newest known update. Short names of vendors are replaced; other names stay as they are.
     *
     * @throws UsageException if the text is not a version, or the release is unknown
     */
    public static NamedJdk parse(String text) {
        int slash = text.indexOf('/');
        String version = slash < 0 ? text : text.substring(0, slash);
        String vendor = slash < 0 ? "" : text.substring(slash + 1).strip();
        try {
            JavaVersion release =
                    JavaVersion.parse(version.startsWith("8u") ? "1.8.0_" + version.substring(2) : version);
            List<Integer> listed = FlagSettings.listedReleases();
            int oldest = listed.get(0);
            int newest = listed.get(listed.size() - 1);
            if (release.feature() < oldest || release.feature() > newest) {
                throw new UsageException("--jdk: JDK " + release.feature() + " is unknown; known releases are " + oldest
                        + " to " + newest);
            }
            return named(release, version, vendor);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--jdk expects a version such as 21.0.9 or 21.0.9/temurin, got '" + text + "'");
        }
    }
}

package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.console.error.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A JDK named by version and vendor, as in {@code 21.0.9/temurin}.
 *
 * @param version the version
 * @param vendor the vendor, as in the release file of its JDKs; empty if not given
 */
public record NamedJdk(JavaVersion version, String vendor) {
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

    /**
     * Parses {@code VERSION} or {@code VERSION/VENDOR}. Short names of vendors are replaced; other names stay as they are.
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
            return new NamedJdk(release, VENDORS.getOrDefault(vendor.toLowerCase(Locale.ROOT), vendor));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--jdk expects a version such as 21.0.9 or 21.0.9/temurin, got '" + text + "'");
        }
    }
}

package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.bench.error.UsageException;
import java.util.Locale;
import java.util.Map;

/**
 * A JDK by its name, {@code 21.0.9/temurin}.
 *
 * @param version the release
 * @param vendor as its release file names it; empty if it was not given
 */
record NamedJdk(JavaVersion version, String vendor) {
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

    /** Reads {@code VERSION} or {@code VERSION/VENDOR}; a vendor that we have no longer name for stays as it is. */
    static NamedJdk parse(String text) {
        int slash = text.indexOf('/');
        String version = slash < 0 ? text : text.substring(0, slash);
        String vendor = slash < 0 ? "" : text.substring(slash + 1).strip();
        try {
            JavaVersion release =
                    JavaVersion.parse(version.startsWith("8u") ? "1.8.0_" + version.substring(2) : version);
            if (release.feature() < 8) {
                throw new UsageException("--jdk: JDK 8 is the oldest that we know");
            }
            return new NamedJdk(release, VENDORS.getOrDefault(vendor.toLowerCase(Locale.ROOT), vendor));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--jdk: " + e.getMessage() + "; write it like 21.0.9 or 21.0.9/temurin");
        }
    }
}

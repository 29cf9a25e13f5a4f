package io.github.hpjvm.cli;

import java.lang.module.ModuleDescriptor;

/** The version in the manifest of the jar; on the module path, that of the module. */
final class Version {
    private Version() {}

    /** Returns the line that {@code --version} prints. It takes no classes of picocli, and no lambdas: they take 15 ms. */
    static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        ModuleDescriptor module = Version.class.getModule().getDescriptor();
        if (version == null) {
            version = module == null ? "(not packaged)" : module.rawVersion().orElse("(not packaged)");
        }
        return String.join("", "hp-cli ", version, ", on Java ", System.getProperty("java.runtime.version"));
    }
}

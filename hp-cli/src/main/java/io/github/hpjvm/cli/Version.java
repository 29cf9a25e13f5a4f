package io.github.hpjvm.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version in the manifest of the jar. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Optional.ofNullable(HpCli.class.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
        return new String[] {"hp-cli " + version + ", on Java " + Runtime.version()};
    }
}

package io.github.hpjvm.it.lab;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The jars of hp-advisor that a service has, as the build made them. */
public final class AdvisorJars {
    private AdvisorJars() {}

    /** The jar of hp-advisor, and that of the module below it. */
    public static List<Path> paths() {
        return List.of(jar("hp-advisor", "hp-advisor"), jar("hp-advisor/os", "hp-os"));
    }

    /** The jars as a class path or a module path. */
    public static String classPath() {
        return paths().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static Path jar(String module, String name) {
        String file = name + "-" + System.getProperty("hp.version") + ".jar";
        return Path.of(System.getProperty("hp.root"), module, "target", file);
    }
}

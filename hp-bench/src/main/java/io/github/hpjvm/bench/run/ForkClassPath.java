package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.host.OwnClassPath;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The class path of forks: the workloads and their libraries. No class of hp-advisor or hp-bench is on it. */
final class ForkClassPath {
    private static final String PROPERTY = "java.class.path";

    /** Packages of hp-workloads, of JMH with its libraries, and of the libraries of TpcB and TcpService. */
    private static final List<String> PACKAGES = List.of(
            "io/github/hpjvm/bench/workload/",
            "org/openjdk/jmh/",
            "joptsimple/",
            "org/apache/commons/math3/",
            "org/h2/",
            "io/netty/",
            "org/HdrHistogram/");

    private ForkClassPath() {}

    /** Makes JMH start forks with it: JMH passes on this property of the JVM that calls it. */
    static void use() {
        System.setProperty(PROPERTY, of(OwnClassPath.get()));
    }

    /** The entries of a class path that a fork needs, in their order. */
    static String of(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator))
                .filter(entry -> isNeeded(Path.of(entry)))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isNeeded(Path entry) {
        try {
            return Files.isDirectory(entry)
                    ? PACKAGES.stream().anyMatch(name -> hasFiles(entry.resolve(name)))
                    : isNeededJar(entry);
        } catch (IOException e) {
            // The JVM ignores it, too.
            return false;
        }
    }

    private static boolean isNeededJar(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.stream().anyMatch(one -> PACKAGES.stream().anyMatch(one.getName()::startsWith));
        }
    }

    /** A compiler leaves empty folders of packages that have moved. */
    private static boolean hasFiles(Path folder) {
        String[] names = folder.toFile().list();
        return names != null && names.length > 0;
    }
}

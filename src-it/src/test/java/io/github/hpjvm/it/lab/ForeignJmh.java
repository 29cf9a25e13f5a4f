package io.github.hpjvm.it.lab;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** JMH jars of other projects: a jar that only names theirs, since none is published with all of its dependencies. */
public final class ForeignJmh {
    private ForeignJmh() {}

    /** Returns the benchmarks of JMH itself, with its own version, as they were published. */
    public static Path benchmarks(Path folder) {
        List<Path> jars = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> Stream.of("jmh-core", "jopt-simple", "commons-math3")
                        .anyMatch(name -> path.getFileName().toString().startsWith(name)))
                .toList();
        return naming(folder.resolve("benchmarks.jar"), jars);
    }

    /** Returns the samples of JMH 1.21, from the folder of jars that the environment variable HP_JMH_121 names. */
    public static Path samples121(Path folder) {
        String name = System.getenv("HP_JMH_121");
        Needs.that(name != null, "HP_JMH_121: a folder with jmh-samples and jmh-core 1.21, jopt-simple, commons-math3");
        try (Stream<Path> jars = Files.list(Path.of(name))) {
            return naming(
                    folder.resolve("samples.jar"),
                    jars.filter(jar -> jar.toString().endsWith(".jar")).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path naming(Path file, List<Path> jars) {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, "org.openjdk.jmh.Main");
        attributes.put(
                Attributes.Name.CLASS_PATH,
                jars.stream().map(jar -> jar.toUri().toString()).collect(Collectors.joining(" ")));
        try (OutputStream out = Files.newOutputStream(file)) {
            new JarOutputStream(out, manifest).close();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the output of JMH for the fork of a variant. */
    public static String log(Path out, String variant) {
        try (Stream<Path> files = Files.list(out.resolve("forks"))) {
            Path log = files.filter(it -> it.toString().endsWith("-" + variant + ".out"))
                    .findFirst()
                    .orElseThrow();
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns any jar of a tree that does not contain JMH. */
    public static Path anyJar(Path tree) {
        try (Stream<Path> files = Files.list(tree.resolve("lib"))) {
            return files.filter(it -> it.getFileName().toString().startsWith("picocli"))
                    .findFirst()
                    .orElseThrow()
                    .getFileName();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

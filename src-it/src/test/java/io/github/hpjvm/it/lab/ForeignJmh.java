package io.github.hpjvm.it.lab;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;

/** JMH jars of other projects: a jar that only names theirs, since none is published with all of its dependencies. */
public final class ForeignJmh {
    private ForeignJmh() {}

    /** Returns the benchmarks of JMH itself, with its own version, as they were published. */
    public static Path benchmarks(Path folder) {
        return naming(folder.resolve("benchmarks.jar"), jmh());
    }

    /** Returns a jar with the benchmarks of one class, for JVMs since 8. */
    public static Path compiled(Path folder, String name, String source) {
        List<Path> jars = jmh();
        List<Path> processor = new ArrayList<>(jars);
        jars.forEach(jar -> processor.add(Path.of(jar.toString().replace("jmh-core", "jmh-generator-annprocess"))));
        try {
            Path classes = Files.createDirectories(folder.resolve("benchmarks"));
            Path file = Files.writeString(folder.resolve(name + ".java"), source);
            int code = ToolProvider.getSystemJavaCompiler()
                    .run(
                            null,
                            null,
                            null,
                            "--release",
                            "8",
                            "-Xlint:-options",
                            "-cp",
                            joined(jars),
                            "-processorpath",
                            joined(processor),
                            "-d",
                            classes.toString(),
                            file.toString());
            if (code != 0) {
                throw new AssertionError("javac ended with exit code " + code);
            }
            return naming(folder.resolve(name + ".jar"), jars, classes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> jmh() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> Stream.of("jmh-core", "jopt-simple", "commons-math3")
                        .anyMatch(name -> path.getFileName().toString().startsWith(name)))
                .toList();
    }

    private static String joined(List<Path> jars) {
        return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
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
        return naming(file, jars, null);
    }

    /** @param classes the folder whose files are in the jar; null for none */
    private static Path naming(Path file, List<Path> jars, Path classes) {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, "org.openjdk.jmh.Main");
        attributes.put(
                Attributes.Name.CLASS_PATH,
                jars.stream().map(jar -> jar.toUri().toString()).collect(Collectors.joining(" ")));
        try (OutputStream out = Files.newOutputStream(file)) {
            try (JarOutputStream jar = new JarOutputStream(out, manifest);
                    Stream<Path> all = classes == null ? Stream.of() : Files.walk(classes)) {
                for (Path one : all.filter(Files::isRegularFile).toList()) {
                    jar.putNextEntry(new ZipEntry(classes.relativize(one).toString()));
                    Files.copy(one, jar);
                }
            }
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

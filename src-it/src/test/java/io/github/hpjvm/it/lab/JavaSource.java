package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/** Small programs that every JVM since 8 can run. */
public final class JavaSource {
    private JavaSource() {}

    /**
     * Compiles one class, once for each folder.
     *
     * @param name of the class, which is in no package
     * @return the folder that goes into the class path
     */
    public static Path compiled(Path folder, String name, String source) {
        return compiled(folder, name, source, 8);
    }

    /** Compiles one class for JVMs of that release or newer. */
    public static synchronized Path compiled(Path folder, String name, String source, int release) {
        try {
            Path classes = folder.resolve("classes");
            if (!Files.exists(classes.resolve(name + ".class"))) {
                Files.createDirectories(classes);
                Path file = Files.writeString(folder.resolve(name + ".java"), source);
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "--release",
                                Integer.toString(release),
                                "-Xlint:-options",
                                "-d",
                                classes.toString(),
                                file.toString());
            }
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

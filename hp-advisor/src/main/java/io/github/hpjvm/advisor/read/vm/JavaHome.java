package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.read.file.NamedFile;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.file.BytePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The Java that the first word of a command line names. It is a {@code bin/java} with a {@code libjvm.so} beside it. No
 * other program is ever started to check whether it is a java.
 *
 * @param java the launcher, all links followed
 * @param home the folder above its {@code bin}
 */
record JavaHome(Path java, Path home) {

    private static final String WHAT = "name java itself: a path that ends in bin/java, a Java home, or a name on PATH";

    /**
     * Finds it.
     *
     * @param command a path, the folder of a Java home, or a name to be looked up
     * @param path the variable PATH
     * @param folder where relative paths start
     */
    static Fact<JavaHome> find(String command, String path, Path folder) {
        try {
            Optional<Path> file = command.contains("/")
                    ? Optional.of(folder.resolve(BytePath.of(command)))
                    : onPath(command, path, folder);
            if (file.isEmpty()) {
                return absent(Reason.NOT_PRESENT, command, "there is no such program on PATH");
            }
            Path java = Files.isDirectory(file.get()) ? file.get().resolve("bin/java") : file.get();
            return of(java.toRealPath());
        } catch (NoSuchFileException e) {
            return absent(Reason.NOT_PRESENT, command, "no such file");
        } catch (AccessDeniedException e) {
            return absent(Reason.DENIED, command, "permission denied");
        } catch (IOException | InvalidPathException | SecurityException e) {
            return absent(Reason.DENIED, command, "it cannot be looked at");
        }
    }

    private static Optional<Path> onPath(String name, String path, Path folder) {
        for (String entry : path.split(":", -1)) {
            Path file = folder.resolve(BytePath.of(entry)).resolve(BytePath.of(name));
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    private static Fact<JavaHome> of(Path java) {
        boolean launcher = java.endsWith("bin/java") && Files.isRegularFile(java) && Files.isExecutable(java);
        JavaHome found = launcher ? new JavaHome(java, java.resolveSibling("..").normalize()) : null;
        return found != null && found.hasVm()
                ? Fact.known(found, Source.of(java))
                : absent(Reason.NOT_SUPPORTED, java.toString(), "it is not a java launcher with a libjvm.so beside it");
    }

    private static Fact<JavaHome> absent(Reason reason, String command, String why) {
        return Fact.absent(reason, Source.of(command, why), WHAT);
    }

    /**
     * Returns whether it has a VM. From 9 on that is in {@code lib/server}, before that in {@code jre/lib/ARCH/server}.
     */
    private boolean hasVm() {
        List<Path> folders = new ArrayList<>(List.of(home.resolve("lib")));
        for (Path lib : List.of(home.resolve("lib"), home.resolve("jre/lib"))) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(lib, Files::isDirectory)) {
                all.forEach(folders::add);
            } catch (IOException | DirectoryIteratorException e) {
                continue;
            }
        }
        return folders.stream().anyMatch(lib -> Files.isRegularFile(lib.resolve("server/libjvm.so")));
    }

    /** Returns the identity in its file {@code release}; for a JRE 8 in the file of the JDK around it. */
    VmIdentity release() {
        for (Path file : List.of(home.resolve("release"), home.resolve("../release"))) {
            Optional<byte[]> bytes = NamedFile.read(file, TextFile.LIMIT).known();
            if (bytes.isPresent()) {
                return Identity.ofReleaseFile(new String(bytes.get(), StandardCharsets.UTF_8));
            }
        }
        return VmIdentity.of(VmKind.HOTSPOT);
    }
}

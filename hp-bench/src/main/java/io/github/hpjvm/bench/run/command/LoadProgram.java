package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.file.BytePath;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The program that puts load on a server. It is needed late, when a server is ready, so it is looked for early. */
final class LoadProgram {
    private LoadProgram() {}

    /** @throws UsageException if there is no such program */
    static void require(TryOptions.Server server, Map<String, String> environment) {
        String program = server.load().get(0);
        Optional<String> path = Optional.ofNullable(environment.get("PATH"));
        boolean named = program.contains("/");
        if (ServerPort.isOpen(server.load().subList(0, 1)) || !named && path.isEmpty()) {
            return;
        }
        Stream<String> files = named
                ? Stream.of(program)
                : Stream.of(path.orElse("").split(":", -1))
                        .map(folder -> (folder.isEmpty() ? "." : folder) + "/" + program);
        if (files.noneMatch(LoadProgram::isProgram)) {
            throw new UsageException("load: "
                    + (named ? program + " is not a program" : "no folder of PATH has the program " + program)
                    + "; correct --load");
        }
    }

    private static boolean isProgram(String file) {
        try {
            Path path = BytePath.of(file);
            return Files.isExecutable(path) && !Files.isDirectory(path);
        } catch (InvalidPathException e) {
            return false;
        }
    }
}

package io.github.hpjvm.bench.host;

import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.os.text.Visible;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real child JVM that runs a main class of these tests; killed on close if it still runs. */
public final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;

    private ChildJvm(Process process) {
        this.process = process;
        this.out = process.inputReader();
    }

    public static ChildJvm start(Class<?> main, Map<String, String> environment, Object... arguments)
            throws IOException {
        List<String> command = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Xshare:auto",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                classPath(),
                                main.getName()),
                        Stream.of(arguments).map(Object::toString))
                .toList();
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().remove(HostLock.HAND_OVER);
        builder.environment().putAll(environment);
        return new ChildJvm(builder.start());
    }

    /** The next line it prints; null at its end. */
    public String line() throws IOException {
        return out.readLine();
    }

    Process process() {
        return process;
    }

    /** Lets it end by closing its standard input, and waits. */
    int end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        return await();
    }

    /** {@code kill -9}; by the handle, as {@link Process} closes its standard input first. */
    void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        await();
    }

    /** {@code kill}. */
    public int terminate() throws InterruptedException {
        process.toHandle().destroy();
        return await();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private int await() throws InterruptedException {
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("child " + process.pid() + " does not end");
        }
        return process.exitValue();
    }

    private static String classPath() {
        return Stream.of(HostLock.class, ChildJvm.class, MemInfo.class, Visible.class, BenchException.class)
                .map(ChildJvm::location)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}

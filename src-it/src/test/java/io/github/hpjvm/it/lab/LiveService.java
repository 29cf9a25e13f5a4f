package io.github.hpjvm.it.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.Program.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One of the services that the build made, started on a port of its own, with requests over HTTP on loopback. */
public final class LiveService implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile("(?:^port |Tomcat started on port )(\\d+)", Pattern.MULTILINE);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration START = Duration.ofMinutes(3);

    private final Running running;
    private final String health;
    private final int port;

    private LiveService(Running running, String health, int port) {
        this.running = running;
        this.health = health;
        this.port = port;
    }

    /** Returns its jar; skips the test if the services were not built. */
    public static Path jar(String name) {
        Path jar = Path.of(System.getProperty("hp.services"), name, "target", name + ".jar");
        Needs.that(Files.exists(jar), "the services (" + jar + ")");
        return jar;
    }

    /**
     * Starts one and waits until it replies.
     *
     * @param name {@code plain}, {@code boot3} or {@code boot4}
     * @param options they overrule a heap of 300 MiB with 160 MiB of data, and a check each 300 ms
     */
    public static LiveService start(Jdk jdk, String name, List<String> options, Object... launcher) {
        List<String> command = Stream.of(
                        List.of(jdk.java().toString(), "-Xms300m", "-Xmx300m", "-XX:+UseParallelGC"),
                        List.of("-Dservice.interval=300", "-Dservice.megabytes=160"),
                        options,
                        List.of("-jar", jar(name).toString()))
                .flatMap(List::stream)
                .toList();
        Running running = Program.of(command)
                .through(launcher)
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                .start();
        return of(running, PORT, name.equals("plain") ? "/health" : "/actuator/health");
    }

    /**
     * Waits until a program replies.
     *
     * @param port its line with the port, which is the first group
     * @param health path of its health page
     */
    public static LiveService of(Running running, Pattern port, String health) {
        int number = Poll.untilFound("it is up", START, () -> port(running, port));
        return new LiveService(running, health, number);
    }

    private static Optional<Integer> port(Running running, Pattern port) {
        String said = running.outSoFar() + running.errSoFar();
        if (!running.isAlive()) {
            throw new AssertionError("it ended: " + said);
        }
        Matcher matcher = port.matcher(said);
        return matcher.find() ? Optional.of(Integer.parseInt(matcher.group(1))) : Optional.empty();
    }

    /** Returns the details about huge pages of its health page; waits until the first check has ended. */
    public JsonNode details() {
        return Poll.untilFound(
                "a first look",
                () -> Optional.of(detailsNow())
                        .filter(details -> details.has("summary")
                                && !details.get("summary").asText().contains("in progress")));
    }

    /** Returns the details without waiting; a missing node before the service has them. */
    public JsonNode detailsNow() {
        JsonNode page = json(get(health).body());
        if (page.has("components")) {
            return page.at("/components/hugePages/details");
        }
        for (JsonNode check : page.path("checks")) {
            if (check.path("name").asText().equals("hugePages")) {
                return check.path("data");
            }
        }
        return page.has("details") ? page.at("/details/hugePages/details") : page;
    }

    /** Returns the address of one of its pages. */
    public String url(String path) {
        return "http://127.0.0.1:" + port + path;
    }

    public HttpResponse<String> get(String path) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url(path)))
                    .timeout(PATIENCE)
                    .build();
            return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the process of the JVM itself, whichever program started it. */
    public long pid() {
        return running.handle()
                .descendants()
                .reduce((first, last) -> last)
                .orElse(running.handle())
                .pid();
    }

    /** Returns the lines that it logged about huge pages. */
    public List<String> logged() {
        return (running.outSoFar() + running.errSoFar())
                .lines()
                .filter(line -> line.contains("huge pages: "))
                .toList();
    }

    @Override
    public void close() {
        running.close();
    }
}

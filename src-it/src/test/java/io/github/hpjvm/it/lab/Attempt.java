package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * {@code hp-cli try} with one round, and small programs for it. A mark on their command lines finds the processes that are left
 * running.
 */
public final class Attempt {
    private static final String WORK = """
            public class Work {
                public static void main(String[] a) throws Exception {
                    long[] heap = new long[Integer.parseInt(a[0]) << 17];
                    for (int i = 0; i < heap.length; i++) {
                        heap[i] = i;
                    }
                    System.out.print("mine = " + System.getProperty("mine") + "\\r\\n");
                    System.out.println("ready");
                    long end = System.nanoTime() + Long.parseLong(a[1]) * 1000000L;
                    long sum = 0;
                    while (System.nanoTime() < end) {
                        sum += heap[(int) (System.nanoTime() % heap.length)];
                    }
                    System.out.print("tps = " + heap.length + "\\r\\n");
                    if (sum == 42) {
                        System.out.println(sum);
                    }
                }
            }
            """;

    private static final String SERVED = """
            import com.sun.net.httpserver.HttpServer;
            import java.net.InetSocketAddress;

            public class Served {
                public static void main(String[] a) throws Exception {
                    long[] heap = new long[Integer.parseInt(a[1]) << 17];
                    for (int i = 0; i < heap.length; i++) {
                        heap[i] = i;
                    }
                    int port = Integer.parseInt(a[0]);
                    // Else Nagle's algorithm and delayed acknowledgements make each request take 40 ms.
                    System.setProperty("sun.net.httpserver.nodelay", "true");
                    HttpServer server = HttpServer.create(new InetSocketAddress("localhost", port), 0);
                    server.createContext("/", exchange -> {
                        long sum = 1;
                        for (int i = 0; i < 2000; i++) {
                            sum = sum * 31 + heap[(int) Math.floorMod(sum, (long) heap.length)];
                        }
                        byte[] body = Long.toString(sum).getBytes();
                        exchange.sendResponseHeaders(200, body.length);
                        exchange.getResponseBody().write(body);
                        exchange.close();
                    });
                    server.start();
                    System.out.println("ready on " + port + ", told " + System.getenv("HP_PORT"));
                    boolean thp = String.valueOf(System.getenv("JDK_JAVA_OPTIONS")).contains("+UseTransparent");
                    if (thp && a.length > 2) {
                        Thread.sleep(Long.parseLong(a[2]));
                        System.out.println("no such luck");
                        System.exit(3);
                    }
                }
            }
            """;

    private static final String ASK = """
            import java.net.URL;

            public class Ask {
                public static void main(String[] a) throws Exception {
                    URL url = new URL("http://localhost:" + a[0] + "/");
                    long start = System.nanoTime();
                    long end = start + Long.parseLong(a[1]) * 1000000L;
                    int count = 0;
                    while (System.nanoTime() < end) {
                        try (java.io.InputStream in = url.openStream()) {
                            while (in.read() >= 0) {
                            }
                        }
                        count++;
                    }
                    System.out.println("requests per second: " + count * 1e9 / (System.nanoTime() - start));
                }
            }
            """;

    private final TheHost host;
    private final Path folder;

    /** A word on the command lines of all programs that a test starts. */
    private final String mark = "-Dmark=" + UUID.randomUUID();

    public Attempt(TheHost host, Path folder) {
        this.host = host;
        this.folder = folder;
    }

    public Path out() {
        return folder.resolve("out");
    }

    /** Returns the command, not yet run. */
    public Program under(String variants, Object... words) {
        return Cli.with("try", "--rounds", "1", "--variants", variants, "-o", out())
                .with(words)
                .setAll(host.handOver());
    }

    /**
     * Returns a program that touches that much of its heap, prints {@code ready}, works for that time, and prints a
     * number.
     */
    public Object[] work(Jdk jdk, int mebibytes, long millis) {
        return new Object[] {
            jdk.java(),
            "-Xmx200m",
            "-XX:+UseSerialGC",
            mark,
            "-cp",
            JavaSource.compiled(folder, "Work", WORK),
            "Work",
            mebibytes,
            millis
        };
    }

    /**
     * Returns a server with that much of its heap touched, which prints {@code ready on PORT}.
     *
     * @param more milliseconds after which it fails if it is on transparent huge pages; nothing for never
     */
    public Object[] server(Jdk jdk, String port, int mebibytes, Object... more) {
        List<Object> words = new ArrayList<>(List.of(
                jdk.java(),
                "-Xmx200m",
                "-XX:+UseSerialGC",
                mark,
                "-cp",
                JavaSource.compiled(folder, "Served", SERVED, 11),
                "Served",
                port,
                mebibytes));
        words.addAll(List.of(more));
        return words.toArray();
    }

    /** Returns a program that sends such a server requests for that time and prints the requests per second. */
    public String load(Jdk jdk, String port, long millis) {
        return String.join(
                " ",
                jdk.java().toString(),
                mark,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                JavaSource.compiled(folder, "Ask", ASK, 11).toString(),
                "Ask",
                port,
                Long.toString(millis));
    }

    /** Returns the same program outside of {@code hp-cli try}. */
    public Program bystander(Jdk jdk) {
        return Program.of(Stream.of(work(jdk, 8, 600_000))
                .map(Object::toString)
                .map(word -> word.equals(mark) ? "-Dbystander=true" : word)
                .toList());
    }

    /** Returns that program as a line of a script. */
    public String line(Jdk jdk, int mebibytes, long millis) {
        return String.join(
                " ",
                Stream.of(work(jdk, mebibytes, millis)).map(Object::toString).toList());
    }

    public Path script(String... lines) {
        try {
            Path script = folder.resolve("script.sh");
            List<String> text = new ArrayList<>(List.of("#!/bin/sh"));
            text.addAll(List.of(lines));
            Files.write(script, text);
            return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the output of a run of that variant, by the suffix of the file. */
    public String output(String variant, String ending) {
        try (Stream<Path> files = Files.list(out().resolve("forks"))) {
            Path file = files.filter(it -> it.toString().endsWith("-" + variant + ending))
                    .findFirst()
                    .orElseThrow();
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the started processes that still run, without hp-cli itself, which has the same words behind its own. */
    public List<String> left() {
        return ProcessHandle.allProcesses()
                .filter(ProcessHandle::isAlive)
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(mark) && !line.contains("hp-cli"))
                .toList();
    }
}

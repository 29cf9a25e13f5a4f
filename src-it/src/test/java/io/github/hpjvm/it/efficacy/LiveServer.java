package io.github.hpjvm.it.efficacy;

import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveService;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program.Running;
import io.github.hpjvm.it.matrix.Scene;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A server of Maven Central, started as its own script starts it. */
final class LiveServer implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration END = Duration.ofMinutes(1);

    /** What is started. */
    enum Product {
        /** One node that is broker and controller. */
        KAFKA("kafka_2.13", "KAFKA_OPTS", "Kafka Server started", 21, 17),
        /** One node of its own. */
        CASSANDRA("cassandra-all", "JVM_EXTRA_OPTS", "Startup complete", 17),
        /** The service of ServicesIT, on ZGC. */
        BOOT("spring-boot", "JDK_JAVA_OPTIONS", "Started Service", 25, 21);

        private final String artifact;
        private final String variable;
        private final String ready;
        private final Integer[] releases;

        Product(String artifact, String variable, String ready, Integer... releases) {
            this.artifact = artifact;
            this.variable = variable;
            this.ready = ready;
            this.releases = releases;
        }

        /** The variable that its script puts on the command line of java. */
        String variable() {
            return variable;
        }

        /** The first of its releases that this machine has. */
        Jdk jdk() {
            List<Jdk> found = Jdks.among(releases);
            Needs.that(!found.isEmpty(), "a JDK " + releases[0] + " for " + this);
            return found.get(0);
        }

        /** The command without its variable. */
        List<String> command() {
            if (this == BOOT) {
                String jar = LiveService.jar("boot4").toString();
                return List.of(jdk().java().toString(), "-XX:+UseZGC", "-Xms512m", "-Xmx512m", "-jar", jar);
            }
            return List.of(
                    "env",
                    "JAVA_HOME=" + jdk().home(),
                    "sh",
                    folder().resolve("start.sh").toString());
        }

        private Path folder() {
            Path folder = Path.of(System.getProperty("hp.servers"), name().toLowerCase(Locale.ROOT));
            Needs.that(Files.isDirectory(folder.resolve("target/lib")), "the jars of " + this + " (" + folder + ")");
            return folder;
        }

        /** Such as {@code kafka_2.13-4.3.1}. */
        String release() {
            try (Stream<String> jars = this == BOOT ? packed(LiveService.jar("boot4")) : copied()) {
                return jars.map(jar -> jar.substring(jar.lastIndexOf('/') + 1))
                        .filter(jar -> jar.matches(Pattern.quote(artifact) + "-[0-9.]+\\.jar"))
                        .map(jar -> jar.substring(0, jar.length() - ".jar".length()))
                        .findFirst()
                        .orElse(artifact);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private Stream<String> copied() throws IOException {
            return Files.list(folder().resolve("target/lib")).map(Path::toString);
        }

        private static Stream<String> packed(Path jar) throws IOException {
            try (JarFile file = new JarFile(jar.toFile())) {
                return file.stream().map(JarEntry::getName).toList().stream();
            }
        }
    }

    private final Product product;
    private final Running running;

    private LiveServer(Product product, Running running) {
        this.product = product;
        this.running = running;
    }

    /**
     * Starts one and waits until it says that it is ready.
     *
     * @param folder where it runs and keeps its data
     */
    static LiveServer start(Scene scene, Product product, List<String> command, Path folder) throws Scene.NotPossible {
        LiveServer server = new LiveServer(product, scene.start(command, folder));
        try {
            Poll.untilFound(product + " is ready", START, server::ready);
            return server;
        } catch (AssertionError e) {
            server.running.close();
            throw e;
        }
    }

    private Optional<Boolean> ready() {
        boolean alive = running.isAlive();
        if (running.outSoFar().contains(product.ready)) {
            return Optional.of(true);
        }
        if (!alive) {
            throw new AssertionError(product + " ended: " + running.outSoFar() + running.errSoFar());
        }
        return Optional.empty();
    }

    long pid() {
        return running.pid();
    }

    HeapPages heap() {
        return HeapPages.of(product.jdk(), pid());
    }

    /** Ends it as an operator does: it closes its files. */
    @Override
    public void close() {
        running.handle().destroy();
        try {
            Poll.untilFound(product + " ends", END, () -> running.isAlive() ? Optional.empty() : Optional.of(true));
        } finally {
            running.close();
        }
    }
}

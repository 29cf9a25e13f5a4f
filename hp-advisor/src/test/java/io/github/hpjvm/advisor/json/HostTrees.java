package io.github.hpjvm.advisor.json;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The captured hosts among the test resources. */
final class HostTrees {
    private HostTrees() {}

    static List<Path> all() throws IOException {
        URL url = Objects.requireNonNull(HostTrees.class.getResource("/hosts"));
        try (Stream<Path> all = Files.list(Path.of(url.toURI()))) {
            return all.filter(Files::isDirectory).sorted().toList();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}

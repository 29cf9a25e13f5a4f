package io.github.hpjvm.advisor.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePageUsers;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.HugeProcesses;
import io.github.hpjvm.advisor.read.file.Roots;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The facts of a host survive JSON: each captured one is the same after it was written and read again. */
class HostJsonTest {

    static List<Path> hosts() throws IOException, URISyntaxException {
        Path folder = Path.of(
                Objects.requireNonNull(HostJsonTest.class.getResource("/hosts")).toURI());
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(Files::isDirectory).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void hostsSurviveARoundTrip(Path tree) {
        Host host = HostFacts.read(Roots.under(tree));
        assertEquals(host, again(host, Host.class));
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void processesSurviveARoundTrip(Path tree) {
        HugePageUsers users = HugeProcesses.scan(Roots.under(tree)).known().orElseThrow();
        assertEquals(users, again(users, HugePageUsers.class));
    }

    private static <T extends Record> T again(T facts, Class<T> type) {
        return RecordCodec.decode(JsonText.read(JsonText.write(RecordCodec.encode(facts))), type);
    }
}

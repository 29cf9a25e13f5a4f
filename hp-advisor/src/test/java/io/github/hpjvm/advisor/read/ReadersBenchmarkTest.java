package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;

/** That each benchmark does something: once, without a fork and without a clock. */
class ReadersBenchmarkTest {
    static List<Method> benchmarks() {
        return Stream.of(ReadersBenchmark.class.getMethods())
                .filter(method -> method.isAnnotationPresent(Benchmark.class))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("benchmarks")
    void reads(Method benchmark) throws IOException, ReflectiveOperationException {
        ReadersBenchmark readers = new ReadersBenchmark();
        readers.take();
        ReadersBenchmark.Volume volume = new ReadersBenchmark.Volume();
        assertNotNull(benchmark.invoke(readers, volume));
        assertTrue(volume.megabytes > 0);
    }
}

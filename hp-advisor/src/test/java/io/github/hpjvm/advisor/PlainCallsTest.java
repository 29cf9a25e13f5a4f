package io.github.hpjvm.advisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.NodePool;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That build/PlainCalls.java has been over our classes, and that records are what they were. */
class PlainCallsTest {

    @Test
    void nothingIsLeftToBeLinkedAtTheStart() throws IOException, URISyntaxException {
        Path classes = Path.of(Advisor.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.walk(classes)) {
            List<Path> left = files.filter(file -> file.toString().endsWith(".class"))
                    .filter(PlainCallsTest::isLinked)
                    .toList();
            assertEquals(List.of(), left);
        }
    }

    private static boolean isLinked(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            return text.contains("java/lang/runtime/ObjectMethods")
                    || text.contains("java/lang/invoke/LambdaMetafactory") && !text.contains("altMetafactory");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** With an int, an object of ours and three longs: as java.lang.runtime.ObjectMethods has it. */
    @Test
    void aRecordIsWrittenOutAsTheJvmWouldMakeIt() {
        NodePool pool = new NodePool(3, Bytes.ofMiB(2), 7, 5, 1);
        assertEquals("NodePool[node=3, pageSize=2 MiB, total=7, free=5, surplus=1]", pool.toString());
        int hash = 0;
        for (Object part : List.of(3, Bytes.ofMiB(2), 7L, 5L, 1L)) {
            hash = hash * 31 + part.hashCode();
        }
        assertEquals(hash, pool.hashCode());
        assertEquals(pool, new NodePool(3, Bytes.ofMiB(2), 7, 5, 1));
        assertNotEquals(pool, new NodePool(2, Bytes.ofMiB(2), 7, 5, 1));
        assertNotEquals(pool, new NodePool(3, Bytes.ofMiB(4), 7, 5, 1));
        assertNotEquals(pool, new NodePool(3, Bytes.ofMiB(2), 7, 5, 0));
        assertFalse(pool.equals(null));
    }
}

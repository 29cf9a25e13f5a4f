package io.github.hpjvm.advisor.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.PostMortem;
import io.github.hpjvm.advisor.read.vm.HsErr;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What is seen of a JVM goes into a document and comes back as it was. */
class JvmRecordsTest {

    @Test
    void aWholeJvm() throws IOException {
        for (String name : new String[] {"8-g1", "17-zgc", "25-serial"}) {
            try (InputStream in = JvmRecordsTest.class.getResourceAsStream("/jvm/hs_err/" + name + ".txt")) {
                PostMortem seen = HsErr.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                assertEquals(seen, RecordCodec.decode(RecordCodec.encode(seen), PostMortem.class));
            }
        }
    }
}

package io.github.hpjvm.advisor.health;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlatJsonTest {

    @Test
    void aParserReadsTheSameValues() throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("text", "a \"quoted\" \\ back\nline\u0001 ± ü");
        values.put("number", 12345678901L);
        values.put("share", 0.9912);
        values.put("flag", true);
        JsonNode read = new ObjectMapper().readTree(FlatJson.write(values));
        assertEquals(values.get("text"), read.get("text").asText());
        assertEquals(12345678901L, read.get("number").asLong());
        assertEquals(0.9912, read.get("share").asDouble());
        assertEquals(true, read.get("flag").asBoolean());
        assertEquals(
                values.keySet().stream().toList(),
                read.properties().stream().map(Map.Entry::getKey).toList());
    }

    @Test
    void noValuesGiveAnEmptyObject() {
        assertEquals("{}", FlatJson.write(Map.of()));
    }
}

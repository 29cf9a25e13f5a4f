package io.github.hpjvm.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsolesTest {

    @ParameterizedTest
    @CsvSource({
        "     , xterm, '', true,  true",
        "     , xterm, '', false, false",
        "     , xterm, 1,  true,  false",
        "     , dumb,  '', true,  false",
        "     , '',    '', true,  true",
        "true , dumb,  1,  false, true",
        "false, xterm, '', true,  false"
    })
    void colourFollowsTheRequestThenTheEnvironment(
            Boolean request, String term, String noColor, boolean terminal, boolean colour) {
        Map<String, String> environment = new HashMap<>();
        environment.put("TERM", term);
        if (!noColor.isEmpty()) {
            environment.put("NO_COLOR", noColor);
        }
        assertEquals(colour, Consoles.colour(Optional.ofNullable(request), environment, terminal));
    }
}

package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.os.text.JavaOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionVariableTest {
    private static final List<String> FLAGS = List.of("-XX:-UseLargePages", "-Dname=two words");

    @Test
    void keepsThePresentValueBeforeTheFlags() {
        Map<String, String> more =
                OptionVariable.JDK_JAVA_OPTIONS.append(Map.of("JDK_JAVA_OPTIONS", "-Xmx2g ", "PATH", "/bin"), FLAGS);
        assertEquals("-Xmx2g -XX:-UseLargePages \"-Dname=two words\"", more.get("JDK_JAVA_OPTIONS"));
        assertEquals("/bin", more.get("PATH"));
    }

    @Test
    void setsAnUnsetOrBlankVariable() {
        for (Map<String, String> before : List.of(Map.<String, String>of(), Map.of("JAVA_TOOL_OPTIONS", " "))) {
            assertEquals(
                    "-XX:+UseLargePages",
                    OptionVariable.JAVA_TOOL_OPTIONS
                            .append(before, List.of("-XX:+UseLargePages"))
                            .get("JAVA_TOOL_OPTIONS"));
        }
    }

    /** Each is read again as one word, also by the launcher. */
    @Test
    void keepsQuotes() {
        List<String> flags = List.of("-Da={\"b\":1}", "-Db=it's", "-Dc='x' \"y\"", "-Dd=e", "-Df=two \"words\"");
        String value = OptionVariable.JAVA_TOOL_OPTIONS.append(Map.of(), flags).get("JAVA_TOOL_OPTIONS");
        assertEquals("'-Da={\"b\":1}' \"-Db=it's\" '-Dc='\"'\"'x'\"'\"' \"y\"' -Dd=e '-Df=two \"words\"'", value);
        assertEquals(flags, JavaOptions.words(value));
    }
}

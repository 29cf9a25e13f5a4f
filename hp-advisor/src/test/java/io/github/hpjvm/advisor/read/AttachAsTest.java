package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.Source;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The child that asks a JVM as its user: what it is given, and what it may say. */
@Timeout(60)
class AttachAsTest {

    private static final Source CHILD = Source.of("setpriv");

    /** Root may have a password in a variable, and the user of the child can read all that the child was given. */
    @Test
    void theChildIsGivenNothingOfOurEnvironmentThatItDoesNotNeed() throws IOException {
        Process child = AttachAs.child(List.of("env")).start();
        Set<String> names = new TreeSet<>();
        new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .forEach(line -> names.add(line.substring(0, Math.max(0, line.indexOf('=')))));
        assertTrue(System.getenv().size() > names.size(), "we have something to lose");
        assertTrue(names.contains("PATH"), names::toString);
        names.removeAll(Set.of("PATH", "LANG", "LC_ALL", "LC_CTYPE"));
        assertEquals(Set.of(), names);
    }

    private static byte[] said(String... words) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (int i = 0; i < words.length; i += 3) {
                byte[] text = words[i + 2].getBytes(StandardCharsets.UTF_8);
                out.writeUTF(words[i]);
                out.writeUTF(words[i + 1]);
                out.writeUTF("jcmd 42 " + words[i]);
                out.writeInt(text.length);
                out.write(text);
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void whatItSaysIsRead() throws IOException {
        byte[] bytes = said("VM.version", "", "JDK 8.0_504\n", "VM.info", "NOT_SUPPORTED", "unknown", "x", "NONE", "y");
        Map<String, Fact<String>> answers = AttachAs.read(bytes, CHILD).known().orElseThrow();
        assertEquals(Optional.of("JDK 8.0_504\n"), answers.get("VM.version").known());
        assertEquals(Reason.NOT_SUPPORTED, reason(answers.get("VM.info")));
        assertEquals("unknown", answers.get("VM.info").source().excerpt());
        assertEquals(Reason.MALFORMED, reason(answers.get("x")));
        assertEquals(Reason.NOT_SUPPORTED, reason(AttachAs.read(new byte[0], CHILD)));
    }

    private static Reason reason(Fact<?> fact) {
        assertFalse(fact.known().isPresent(), fact::toString);
        return ((Fact.Absent<?>) fact).reason();
    }

    @Test
    void damageIsSurvived() throws IOException {
        String sample = new String(
                said("VM.version", "", "JDK 8.0_504", "VM.info", "NOT_SUPPORTED", "unknown", "VM.flags -all", "", "x"),
                StandardCharsets.ISO_8859_1);
        Mutations.survive(sample, text -> AttachAs.read(text.getBytes(StandardCharsets.ISO_8859_1), CHILD));
    }
}

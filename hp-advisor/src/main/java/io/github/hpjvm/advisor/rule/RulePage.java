package io.github.hpjvm.advisor.rule;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The explain page of a rule, a resource of the jar: symptom, cause, evidence, fix, check, when to ignore it, sources.
 */
public final class RulePage {
    private RulePage() {}

    /** The page as Markdown, ending in a newline; empty if there is no rule of that id. */
    public static Optional<String> of(String id) {
        return Rules.of(id).map(rule -> read(rule.id()));
    }

    private static String read(String id) {
        try (InputStream in = RulePage.class.getResourceAsStream(id + ".md")) {
            if (in == null) {
                throw new IllegalStateException("no page about " + id + " in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

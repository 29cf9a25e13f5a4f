package io.github.hpjvm.bench.options;

import io.github.hpjvm.advisor.facts.Credentials;
import io.github.hpjvm.bench.variant.OwnVariant;
import io.github.hpjvm.bench.variant.OwnVariant.Change;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.file.BytePath;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Parses {@code --variant 'NAME=...'}. Flags, {@code jvm:HOME}, {@code env:NAME=VALUE} and {@code classpath:PATH} follow the
 * name, separated by blanks outside of quotes. Several variants are on one line each, or separated by semicolons. A name
 * that is given again adds to its variant.
 */
public final class VariantOption {
    private static final Pattern DEFINITION = Pattern.compile("([A-Za-z][A-Za-z0-9._-]{0,39})=(.*)", Pattern.DOTALL);
    private static final Pattern VARIABLE = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)=(.*)", Pattern.DOTALL);
    /** A line end, or a semicolon before a definition: flags may contain other semicolons. */
    private static final Pattern BETWEEN =
            Pattern.compile("\\R|;\\s*$|;(?=\\s*[A-Za-z][A-Za-z0-9._-]*=[\"']?(?:-|jvm:|env:|classpath:))");

    private static final String JVM = "jvm:";
    private static final String ENV = "env:";
    private static final String CLASS_PATH = "classpath:";

    private static final String MASK = "***";

    private VariantOption() {}

    /**
     * Returns the text as a results.json has it: known credentials are masked. Without any it is unchanged. A campaign that
     * continues another one compares such texts.
     *
     * @throws UsageException for an invalid definition
     */
    public static String shown(String text) {
        String shown = definitions(text)
                .map(it -> it.group(1) + "=" + QuotedWords.joined(masked(words(it.group(1), it.group(2)))))
                .collect(Collectors.joining("\n"));
        return isMasked(shown) ? shown : text;
    }

    /** Returns whether a text of {@link #shown} lacks a part, so that it defines no variants. */
    public static boolean isMasked(String shown) {
        return shown.contains(MASK);
    }

    /** Paths stay as they are. A text that the mask would cut is marked. */
    private static List<String> masked(List<String> words) {
        List<String> masked = new ArrayList<>(Credentials.masked(words));
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.startsWith(JVM) || word.startsWith(CLASS_PATH)) {
                masked.set(i, word);
            } else if (word.length() > Credentials.LONGEST && !isMasked(masked.get(i))) {
                masked.set(i, masked.get(i) + MASK);
            }
        }
        return masked;
    }

    /**
     * @param base the baseline of the campaign
     * @throws UsageException for an invalid definition
     */
    static List<Variant> parse(String text, Variant base) {
        Map<String, Change> changes = new LinkedHashMap<>();
        definitions(text).forEach(definition -> {
            String name = definition.group(1);
            refuseKnown(name);
            changes.merge(name, change(name, definition.group(2)), Change::and);
        });
        List<Variant> variants = new ArrayList<>();
        changes.forEach((name, change) -> variants.add(new OwnVariant(name, base, change, Optional.empty())));
        return variants;
    }

    /** Returns the definitions, each with the name and the change as groups. */
    private static Stream<Matcher> definitions(String text) {
        return BETWEEN.splitAsStream(text)
                .map(String::strip)
                .filter(one -> !one.isEmpty())
                .map(one -> {
                    Matcher definition = DEFINITION.matcher(one);
                    if (!definition.matches()) {
                        throw new UsageException(
                                "variant: '" + one + "' does not have the form NAME=FLAGS, NAME=jvm:HOME,"
                                        + " NAME=env:K=V or NAME=classpath:PATH; for example 'zgc=-XX:+UseZGC'");
                    }
                    return definition;
                });
    }

    static void refuseKnown(String name) {
        if (Variants.named(name).isPresent() || name.equals(Variants.twin().name())) {
            throw new UsageException("variant: '" + name + "' is a variant of hp-bench; choose another name");
        }
    }

    private static Change change(String name, String text) {
        Change all = Change.NONE;
        for (String word : words(name, text)) {
            all = all.and(one(name, word));
        }
        return all;
    }

    private static Change one(String name, String word) {
        if (word.startsWith(JVM)) {
            Path home = path(name, word.substring(JVM.length()));
            return new Change(List.of(), Optional.of(home), Map.of(), List.of(), Optional.empty());
        }
        if (word.startsWith(ENV)) {
            Matcher variable = VARIABLE.matcher(word.substring(ENV.length()));
            if (!variable.matches()) {
                throw new UsageException("variant: " + name + ": '" + word + "' does not have the form env:NAME=VALUE");
            }
            return new Change(
                    List.of(),
                    Optional.empty(),
                    Map.of(variable.group(1), variable.group(2)),
                    List.of(),
                    Optional.empty());
        }
        if (word.startsWith(CLASS_PATH)) {
            List<Path> entries = Arrays.stream(
                            word.substring(CLASS_PATH.length()).split(":"))
                    .filter(entry -> !entry.isEmpty())
                    .map(entry -> path(name, entry))
                    .toList();
            if (entries.isEmpty()) {
                throw new UsageException("variant: " + name + ": classpath: has no path");
            }
            return new Change(List.of(), Optional.empty(), Map.of(), entries, Optional.empty());
        }
        return new Change(List.of(word), Optional.empty(), Map.of(), List.of(), Optional.empty());
    }

    /**
     * Splits at blanks outside of quotes. A word without prefix continues the path or the value before it, which may
     * contain blanks, or is the value of a flag.
     */
    private static List<String> words(String name, String text) {
        List<String> words = new ArrayList<>();
        for (String word : QuotedWords.split("variant: " + name, text)) {
            int last = words.size() - 1;
            boolean begins =
                    word.startsWith("-") || word.startsWith(JVM) || word.startsWith(ENV) || word.startsWith(CLASS_PATH);
            if (begins) {
                words.add(word);
            } else if (last < 0) {
                throw new UsageException("variant: " + name + ": '" + word
                        + "' is neither a flag, which begins with -, nor jvm:HOME, env:K=V or classpath:PATH");
            } else if (words.get(last).startsWith("-")) {
                words.add(word);
            } else {
                words.set(last, words.get(last) + " " + word);
            }
        }
        if (words.isEmpty()) {
            throw new UsageException("variant: " + name
                    + ": nothing follows the name; type flags, jvm:HOME, env:K=V or classpath:PATH after " + name
                    + "=");
        }
        return words;
    }

    private static Path path(String name, String text) {
        try {
            if (!text.isBlank()) {
                return BytePath.of(text);
            }
            throw new UsageException("variant: " + name + ": the path after the colon is empty");
        } catch (InvalidPathException e) {
            throw new UsageException(
                    "variant: " + name + ": '" + text + "' is not a valid path (" + e.getReason() + ")");
        }
    }
}

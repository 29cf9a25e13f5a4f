package io.github.hpjvm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;

/** Checks help and messages of hp-cli for the phrases that docs/GLOSSARY.md replaces. */
class PlainTextTest {
    private static final Path GLOSSARY = Path.of("..", "docs", "GLOSSARY.md");
    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Pattern ROW = Pattern.compile("\\|[^|]*\\|[^|]*\\|([^|]*)\\|");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** Phrases that no table can list in all their forms. */
    private static final List<Pattern> PATTERNS = patterns(
            "nobody",
            "to be had",
            "can be had",
            "reckon\\w*",
            "foret(?:ell|old)\\w*",
            "mended",
            "those who",
            "who asks?",
            "of which",
            "is no\\b(?! longer)",
            "stands? (?:on|behind)",
            "comes? by",
            "of (?:ours|yours)",
            "a defect of ours",
            "looked at",
            "asked? for",
            "what it",
            "that of",
            "the recommended one",
            "says? so");

    private static List<Pattern> patterns(String... texts) {
        return Stream.of(texts).map(PlainTextTest::pattern).toList();
    }

    private static Pattern pattern(String text) {
        return Pattern.compile("\\b(?:" + text + ")\\b", Pattern.CASE_INSENSITIVE);
    }

    /** The phrases of the third column, without remarks in brackets. */
    private static List<String> replaced() throws IOException {
        List<String> phrases = new ArrayList<>();
        for (String line : Files.readAllLines(GLOSSARY)) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                Stream.of(row.group(1).replaceAll("\\(.*?\\)", "").split(","))
                        .map(String::strip)
                        .filter(phrase -> !phrase.isEmpty() && !phrase.equals("replaces") && !phrase.startsWith("--"))
                        .forEach(phrases::add);
            }
        }
        return phrases;
    }

    /** The replaced phrases in a text, in which names of options do not count. */
    private static List<String> found(String text, boolean singleWords) throws IOException {
        String plain = text.replaceAll("--[a-z-]+", " ").replaceAll("\\s+", " ");
        List<String> found = new ArrayList<>();
        for (String phrase : replaced()) {
            boolean checked = singleWords || phrase.contains(" ");
            if (checked && pattern(Pattern.quote(phrase)).matcher(plain).find()) {
                found.add(phrase);
            }
        }
        for (Pattern pattern : PATTERNS) {
            Matcher matcher = pattern.matcher(plain);
            if (matcher.find()) {
                found.add(matcher.group());
            }
        }
        return found;
    }

    private static String help(CommandLine line) {
        return line.getUsageMessage(Help.Ansi.OFF);
    }

    private static CommandLine commandLine(String path) {
        CommandLine line = HpCli.commandLine();
        for (String name : path.split(" ")) {
            line = name.isEmpty() ? line : line.getSubcommands().get(name);
        }
        return line;
    }

    static Stream<String> commands() {
        return HpCliTest.commands();
    }

    @ParameterizedTest(name = "hp-cli {0} --help")
    @MethodSource("commands")
    void helpUsesTheTermsOfTheGlossary(String command) throws IOException {
        String help = help(commandLine(command));
        assertTrue(help.contains("hp-cli"), help);
        assertEquals(List.of(), found(help, true), help);
    }

    /** String literals with a blank are texts; those without one are names. */
    @Test
    void textsInTheSourcesUseTheTermsOfTheGlossary() throws IOException {
        List<String> wrong = new ArrayList<>();
        int texts = 0;
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                Matcher literal = LITERAL.matcher(Files.readString(file));
                while (literal.find()) {
                    if (literal.group(1).strip().contains(" ")) {
                        texts++;
                        found(literal.group(1), false).forEach(phrase -> wrong.add(file.getFileName() + ": " + phrase));
                    }
                }
            }
        }
        assertTrue(texts > 300, () -> "the sources have texts");
        assertEquals(List.of(), wrong);
    }

    @Test
    void theGlossaryHasPhrases() throws IOException {
        List<String> phrases = replaced();
        assertTrue(phrases.size() > 40, phrases::toString);
        assertTrue(
                phrases.containsAll(List.of("foretell", "reckon", "page regime", "dearer", "what of them nobody has")));
    }

    @Command(name = "seeded")
    private static final class Seeded {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Foretell what HotSpot will do.",
                "The pool has pages that can be had.",
                "What of them nobody has.",
                "Say how the need was reckoned.",
                "So that nobody else loses one.",
                "Each page regime in turn.",
                "Pages are to be had.",
                "we or the host failed, in one line",
                "A workload of ours."
            })
    void aSeededPhraseIsFound(String text) throws IOException {
        CommandLine line = new CommandLine(new Seeded());
        line.getCommandSpec().usageMessage().description(text);
        assertFalse(found(help(line), true).isEmpty(), text);
    }

    @Test
    void aPlainTextPasses() throws IOException {
        CommandLine line = new CommandLine(new Seeded());
        line.getCommandSpec().usageMessage().description("Predict which pages back the heap of a JVM.");
        assertEquals(List.of(), found(help(line).toLowerCase(Locale.ROOT), true));
    }
}

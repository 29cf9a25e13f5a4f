package io.github.hpjvm.console.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Seeds;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.compare.DifferenceText;
import io.github.hpjvm.bench.report.compare.ResultsDifference;
import io.github.hpjvm.bench.report.html.Element;
import io.github.hpjvm.bench.report.json.ResultsJson;
import io.github.hpjvm.bench.report.json.SavedResults;
import io.github.hpjvm.bench.report.json.SavedResultsJson;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.text.Visible;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class VisibleOutputTest {
    private static final List<String> PIECES = List.of(
            "\033[1m",
            "\033[0m",
            "\r\033[K",
            "\033",
            "[",
            "1m",
            "\033]0;x\007",
            "\033[8m",
            "\r",
            "\n",
            "\u202e",
            "\u2028",
            "\u00e9",
            "\u4e2d",
            "\ud83d\ude00",
            "\u009b",
            "a",
            " ",
            "x".repeat(8190));

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final PrintStream terminal = new PrintStream(shown, true, StandardCharsets.UTF_8);

    private String shown() {
        return shown.toString(StandardCharsets.UTF_8);
    }

    @Test
    void makesControlCharactersVisible() {
        Console console = Console.visible(terminal, terminal, false, false, false);
        console.out().println("a\033[2Jb\u202ec\u2028d\r");
        console.err().print("\u00e9\ud83d\ude00\tx\n\033[31m");
        assertEquals("a\\u001b[2Jb\\u202ec\\u2028d\\u000d\n\u00e9\ud83d\ude00\tx\n\\u001b[31m", shown());
    }

    @Test
    void passesStylesAndProgressIfRequested() {
        Console console = Console.visible(terminal, terminal, true, true, true);
        console.out().println(Style.BAD.of("x\033[2J", true));
        console.err().print(Console.CLEAR_LINE + Style.WARN.of("y", true));
        assertEquals("\033[31mx\\u001b[2J\033[0m\n" + Console.CLEAR_LINE + "\033[33my\033[0m", shown());
    }

    @Test
    void theProgressSequenceDoesNotPassWithoutATerminal() {
        Console console = Console.visible(terminal, terminal, true, true, false);
        console.err().println(Console.CLEAR_LINE);
        console.out().println(Console.CLEAR_LINE);
        assertEquals("\\u000d\\u001b[K\n\\u000d\\u001b[K\n", shown());
    }

    @Test
    void theOutputDoesNotDependOnThePieces() {
        Seeds.with(System.nanoTime(), random -> {
            for (int draw = 0; draw < 2000; draw++) {
                StringBuilder text = new StringBuilder();
                for (int n = random.nextInt(8); n > 0; n--) {
                    text.append(PIECES.get(random.nextInt(draw % 50 == 0 ? PIECES.size() : PIECES.size() - 1)));
                }
                byte[] bytes = (text + "|").getBytes(StandardCharsets.UTF_8);
                List<String> codes = List.of("\033[1m", "\033[0m", Console.CLEAR_LINE);
                shown.reset();
                PrintStream out = VisibleOutput.to(terminal, codes);
                for (int at = 0; at < bytes.length; ) {
                    int length = Math.min(bytes.length - at, 1 + random.nextInt(text.length() > 100 ? 9000 : 4));
                    out.write(bytes, at, length);
                    at += length;
                }
                out.close();
                String inPieces = shown();
                shown.reset();
                VisibleOutput.to(terminal, codes).print(text + "|");
                assertEquals(inPieces, shown());
                String rest = inPieces;
                for (String code : codes) {
                    rest = rest.replace(code, "");
                }
                assertFalse(rest.codePoints().anyMatch(it -> it != '\n' && Visible.isHidden(it)), inPieces);
            }
        });
    }

    @Test
    void reportsAFullStream() {
        PrintStream full = new PrintStream(new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("full");
            }
        });
        PrintStream out = VisibleOutput.to(full, List.of());
        out.println("x");
        assertTrue(out.checkError());
        assertTrue(full.checkError());
    }

    @Test
    void aCellIsOneLineOfItsTable() {
        Table table = new Table(Table.Column.left("a"), Table.Column.left("b"));
        table.row("x\nFORGED", "\033[2J\u2028");
        assertEquals(2, table.lines("", false).size());
    }

    @Test
    void textsOfAnotherCampaignAreCleaned() {
        String document = ResultsJson.write(Campaigns.quick()).replace("ns/op", "x\\u001b]0;t\\u0007\\nFORGED\\u202e");
        assertTrue(document.contains("\\u001b"), "there is something to clean");
        SavedResults saved = SavedResultsJson.read("a.json", document);
        String text = DifferenceText.write(ResultsDifference.of(saved, saved), false);
        assertFalse(text.codePoints().anyMatch(it -> it != '\n' && Visible.isHidden(it)), Visible.text(text));
        assertTrue(text.lines().noneMatch(line -> line.startsWith("FORGED")), text);
        assertFalse(saved.runs().toString().codePoints().anyMatch(Visible::isHidden));
    }

    @Test
    void aMessageAboutADocumentIsShort() {
        String document = "{\"schemaVersion\": 1, \"runs\": [\"" + "x".repeat(100) + "\"], \"a\": 1}";
        String huge = document.replace(
                "[\"" + "x".repeat(100) + "\"]",
                "[{\"params\": {}, \"workload\": \"w\"," + " \"variant\": \"v\", \"round\": \"" + "y".repeat(10_000)
                        + "\"}]");
        String message = Assertions.assertThrows(UsageException.class, () -> SavedResultsJson.read("a.json", huge))
                .getMessage();
        assertTrue(message.length() < 400, message);
    }

    @Test
    void aPageShowsNoBidirectionalText() {
        String page = Element.of("p", "a\u202eb\u2066c\u2028")
                .with("title", "\u061c\u200f\033")
                .toString();
        assertFalse(page.codePoints().anyMatch(it -> it != '\n' && Visible.isHidden(it)), Visible.text(page));
    }
}

package io.github.hpjvm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.Draws;
import io.github.hpjvm.advisor.HostileTexts;
import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePageUsers;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.MachineNames;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.cli.text.AdviceText;
import io.github.hpjvm.cli.text.HostText;
import io.github.hpjvm.cli.text.JvmsText;
import io.github.hpjvm.cli.text.PredictionText;
import io.github.hpjvm.cli.text.PsText;
import io.github.hpjvm.cli.text.SizeText;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.terminal.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Control characters of processes and documents do not reach the terminal, and no name adds a line. */
class HostileTextTest {
    private static final int TEXTS = Draws.of(100_000);

    private final long seed = RandomFacts.seed(System.nanoTime());

    /** The bytes of a text that reach a terminal. */
    private static String onTerminal(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream terminal = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        Console.visible(terminal, terminal, false, false, false).out().print(text);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private void assertHarmless(String text) {
        assertEquals("", HostileTexts.wrongWith(onTerminal(text)), () -> "-Dhp.seed=" + seed);
    }

    @Test
    void noCommandWritesHiddenCharacters() {
        HostileTexts texts = new HostileTexts(seed);
        RandomFacts random = RandomFacts.hostile(seed, texts);
        while (texts.made() < TEXTS) {
            Facts facts = random.facts();
            Host host = facts.host();
            Jvm jvm = facts.jvms().get(0);
            assertHarmless(AdviceText.write(Advisor.advise(facts, jvm), false));
            assertHarmless(HostText.write(host, Optional.of(random.any(MachineNames.class)), false));
            assertHarmless(SizeText.write(
                    PoolSizes.of(List.of(JvmTenant.of(jvm, host)), 0, false, host), Optional.empty(), false));
            Launch launch = command(texts).launchOn(host);
            assertHarmless(PredictionText.write(
                    PageModel.predict(launch, host.forAdvice()), host, Optional.of(launch), false));
            List<String> rows = JvmsText.lines(List.of(jvm, random.jvm()), 80);
            assertEquals(3, rows.size());
            rows.forEach(row -> {
                assertHarmless(row);
                assertTrue(row.indexOf('\n') < 0 && row.length() < 300, () -> "-Dhp.seed=" + seed + " " + row);
            });
        }
    }

    private static JavaCommand command(HostileTexts texts) {
        String word = texts.next();
        return JavaCommand.of(
                JavaVersion.parse("21.0.9"),
                texts.next(),
                List.of(
                        "java",
                        "-XX:+UseLargePages",
                        "@" + word,
                        "-XX:Flags=" + texts.next(),
                        "-D" + texts.next(),
                        word),
                Map.of("JAVA_TOOL_OPTIONS", texts.next(), "JDK_JAVA_OPTIONS", "@" + texts.next()));
    }

    @Test
    void hostileProcessesAddNoLines() {
        Function<HostileTexts, List<Long>> lines = texts -> {
            RandomFacts random = RandomFacts.hostile(seed, texts);
            List<Long> counts = new ArrayList<>();
            for (int draw = 0; draw < 300; draw++) {
                String shown = onTerminal(PsText.write(random.any(HugePageUsers.class), false));
                assertHarmless(shown);
                counts.add(shown.lines().count());
            }
            return counts;
        };
        assertEquals(lines.apply(HostileTexts.twin(seed)), lines.apply(new HostileTexts(seed)), "-Dhp.seed=" + seed);
    }

    @Test
    void aMessageIsOneLine() {
        HostileTexts texts = new HostileTexts(seed);
        for (int draw = 0; draw < Draws.of(400); draw++) {
            String text = texts.next();
            for (Exception e : List.of(new BenchException(text), new UsageException(text))) {
                Called called = Called.failing(e);
                assertEquals(1, called.err().lines().count(), () -> "-Dhp.seed=" + seed);
                assertHarmless(called.err());
                assertEquals(called.err(), onTerminal(called.err()), "it is visible before it comes to the terminal");
            }
            Called usage = Called.with("jvms", "--" + text.replace("\0", ""));
            assertEquals(usage.err(), onTerminal(usage.err()), () -> "-Dhp.seed=" + seed);
        }
    }

    @Test
    void predictEscapesTheNameOfAMissingFile() {
        Called called = Called.with("predict", "--jdk", "21", "--", "java", "@\033]0;x\007\u202e\nFORGED", "Main");
        assertEquals("", HostileTexts.wrongWith(called.out() + called.err()));
        assertTrue(called.out().contains("\\u001b]0;x\\u0007\\u202e"), called.out());
    }
}

package io.github.hpjvm.advisor.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.Draws;
import io.github.hpjvm.advisor.HostileTexts;
import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.json.AdviceJson;
import io.github.hpjvm.advisor.json.FactsJson;
import org.junit.jupiter.api.Test;

/** Configuration is read in an editor and by a program: neither shows or obeys anything that a JVM has smuggled in. */
class HostileEmitTest {
    private static final int TEXTS = Draws.of(100_000);

    @Test
    void formsAndDocumentsHaveNoHiddenCharacters() {
        long seed = RandomFacts.seed(System.nanoTime());
        HostileTexts texts = new HostileTexts(seed);
        RandomFacts random = RandomFacts.hostile(seed, texts);
        int files = 0;
        while (texts.made() < TEXTS) {
            Facts facts = random.facts();
            Advice advice = Advisor.advise(facts, facts.jvms().get(0));
            for (Form form : Form.values()) {
                for (ConfigFile file : form.files(advice)) {
                    assertEquals("", HostileTexts.wrongWith(file.text()), () -> "-Dhp.seed=" + seed + " " + form);
                    files++;
                }
            }
            assertEquals("", HostileTexts.wrongWith(AdviceJson.write(advice)), () -> "-Dhp.seed=" + seed);
            assertEquals("", HostileTexts.wrongWith(FactsJson.write(facts)), () -> "-Dhp.seed=" + seed);
        }
        assertTrue(files > Draws.of(1000), files + " files, -Dhp.seed=" + seed);
    }

    @Test
    void hiddenCharactersOfADocumentAreRemoved() {
        String document =
                FactsJson.write(new RandomFacts(3, 0).facts()).replace("\"never\"", "\"x\\u001b[2J\\nFORGED\"");
        assertTrue(document.contains("\\u001b"), "there is something to clean");
        assertEquals("", HostileTexts.wrongWith(FactsJson.read(document).toString()));
    }
}

package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretWordsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "db.password=x1",
                "PASSWD: x1",
                "passphrase=x1",
                "pwd=x1",
                "db.pass=x1",
                "--pass x1",
                "AccountKey=x1",
                "my-Secret=x1",
                "--token x1",
                "CREDENTIALS=x1",
                "api_key=x1",
                "apikey=x1",
                "access-key: x1",
                "private.key=x1",
                "AUTHKEY=x1",
                "https://me:x1@host/",
                "Bearer x1",
                "Basic x1"
            })
    void findsAllMaskedForms(String text) {
        assertTrue(SecretWords.mayBeIn(text));
        assertFalse(Excerpt.of(text, 2, 200).contains("x1"), text);
        assertFalse(Credentials.masked(text).contains("x1"), text);
    }

    @Test
    void plainTextHasNoSecretWord() {
        String text = "enabled=madvise, 2 MiB=inherit";
        assertFalse(SecretWords.mayBeIn(text));
        assertEquals(text, Excerpt.of(text, 2, 200));
        assertEquals("-XX:+UseLargePages", Credentials.masked("-XX:+UseLargePages"));
    }

    @Test
    void eachWordIsFound() {
        for (String word : SecretWords.WORDS) {
            assertTrue(SecretWords.mayBeIn(word), word);
            assertTrue(SecretWords.mayBeIn("-" + word.toUpperCase(Locale.ROOT)), word);
        }
    }

    /** Each word, at any place and in any case, and no other. */
    @Test
    void positionDoesNotMatter() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> words = List.of("pass", "pwd", "secret", "token", "credential", "key", "://", "bearer", "basic");
        for (int i = 0; i < 5000; i++) {
            String word = words.get(random.nextInt(words.size()));
            int cut = random.nextInt(4) == 0 ? 1 : 0;
            String text = "pkb:/x".substring(random.nextInt(7))
                    + (random.nextBoolean() ? word.toUpperCase(Locale.ROOT) : word).substring(cut)
                    + "stc:".substring(random.nextInt(5));
            String lower = text.toLowerCase(Locale.ROOT);
            assertEquals(
                    words.stream().anyMatch(lower::contains),
                    SecretWords.mayBeIn(text),
                    () -> "seed " + seed + ": " + text);
        }
    }
}

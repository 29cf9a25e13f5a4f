package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    void noneOfTheFormsThatAreMaskedGoesBy(String text) {
        assertTrue(SecretWords.mayBeIn(text));
        assertFalse(Excerpt.of(text, 2, 200).contains("x1"), text);
        assertFalse(Credentials.masked(text).contains("x1"), text);
    }

    @Test
    void whatIsPlainStaysAsItIs() {
        String text = "enabled=madvise, 2 MiB=inherit";
        assertFalse(SecretWords.mayBeIn(text));
        assertEquals(text, Excerpt.of(text, 2, 200));
        assertEquals("-XX:+UseLargePages", Credentials.masked("-XX:+UseLargePages"));
    }
}

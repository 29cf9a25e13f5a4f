package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.CpuTime;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java -Djavax.net.ssl.keyStorePassword=s3cr3t -jar a.jar",
                "java -jar a.jar --token s3cr3t --port 1",
                "java -jar a.jar --api-key=s3cr3t",
                "java -jar a.jar -password 's3cr3t with blanks'",
                "java\0-jar\0a.jar\0--token\0s3cr3t\0x",
                "jdbc:postgresql://scott:s3cr3t@db/x",
                "https://s3cr3t@host/",
                "https://user:a@s3cr3t@host/x",
                "Authorization: Bearer s3cr3t",
                "DB_PASSWD=s3cr3t",
                "MYSQL_PWD: s3cr3t",
                "java -Ddb.pass=s3cr3t -jar a.jar --pass s3cr3t",
                "AccountName=shop;AccountKey=s3cr3t==",
                "java -jar a.jar --token -s3cr3t",
                "{\"client_secret\": \"s3cr3t\"}",
                "-Daws.secretAccessKey=s3cr3t",
                "AWS_ACCESS_KEY_ID=s3cr3t",
                "-javaagent:a.jar=token=s3cr3t,url=x",
                "--credentials \"s3cr3t",
                "x=1&access_token=s3cr3t"
            })
    void masksCredentials(String line) {
        String excerpt = Source.of("cmdline", line).excerpt();
        assertFalse(excerpt.contains("s3cr3t"), excerpt);
        assertTrue(excerpt.contains("***"), excerpt);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "always [madvise] never",
                "HugePages_Total:     512",
                "java -XX:+UseLargePages -Xmx1g -cp a:b Main",
                "7f0000000000-7f0000200000 rw-p 00000000 00:00 0 ",
                "https://host/path?x=1",
                "iommu.passthrough=1",
                "Speculation_Store_Bypass: thread vulnerable"
            })
    void keepsOtherText(String line) {
        assertEquals(line, Source.of("x", line).excerpt());
    }

    @Test
    void isShort() {
        assertEquals("a\nb", Source.of("x", "a", "b", "c").excerpt());
        assertEquals(200, Source.of("x", "y".repeat(300)).excerpt().length());
        assertEquals(
                199, Source.of("x", "y".repeat(199) + "\ud83d\ude00").excerpt().length());
        assertEquals("a b", Source.of("x", "a\u001bb").excerpt());
        assertEquals("x: a | b", Source.of("x", "a\nb\nc").toString());
        assertEquals("x", Source.of("x").toString());
    }

    @Test
    void cutsLongTextQuicklyWithoutLeaks() {
        CpuTime.atMost(Duration.ofSeconds(5), () -> {
            for (String unit : new String[] {"a", "token", "-", "://", "a.", "token=", "\"", "Bearer ", "x "}) {
                Source.of("x", unit.repeat(2_000_000 / unit.length()));
            }
        });
        String uncut = "https://user:" + "s".repeat(100_000) + "@host";
        assertFalse(Source.of("x", uncut).excerpt().contains("ss"));
    }

    @Test
    void isIdempotent() {
        long seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        String[] words = {"--token", " ", "s", "=", "\n", "password", "://", "@", ":", "\"", "-D", "x".repeat(60)};
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int w = random.nextInt(40); w > 0; w--) {
                text.append(words[random.nextInt(words.length)]);
            }
            Source once = Source.of("x", text.toString());
            assertEquals(once, new Source(once.path(), once.excerpt()), () -> "seed " + seed + ": " + text);
        }
    }
}

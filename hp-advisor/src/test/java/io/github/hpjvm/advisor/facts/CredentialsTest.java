package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.hpjvm.advisor.CpuTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Dx.password=canary7",
                "-Dx.password=two words canary7",
                "-Dx.password=-canary7",
                "-Ddb.pass=canary7",
                "DB_PASS: canary7",
                "-Dstore=AccountName=shop;AccountKey=canary7==",
                "--token=canary7",
                "-javaagent:a.jar=host=h,token=canary7,x=y",
                "-Durl=jdbc:postgresql://scott:canary7@db/x",
                "-Dheader=Authorization: Bearer canary7",
                "-XX:OnOutOfMemoryError=curl --password canary7 http://x:canary7@y"
            })
    void masks(String argument) {
        String masked = Credentials.masked(List.of(argument)).get(0);
        assertFalse(masked.contains("canary7"), masked);
        assertFalse(new Argument(argument, ArgumentOrigin.COMMAND_LINE).text().contains("canary7"));
        assertEquals(masked, Credentials.masked(masked));
    }

    @Test
    void masksTheArgumentThatFollows() {
        assertEquals(
                List.of("java", "Main", "--token", "***", "--port", "1", "-password", "***"),
                Credentials.masked(
                        List.of("java", "Main", "--token", "canary7", "--port", "1", "-password", "canary7")));
        assertEquals(List.of("--pass", "***"), Credentials.masked(List.of("--pass", "canary7")));
    }

    /** It cannot be told from a switch; but a flag of the JVM can, and what follows a hidden switch is hidden too. */
    @Test
    void masksSecretsThatBeginWithADash() {
        assertEquals(List.of("--token", "***"), Credentials.masked(List.of("--token", "-canary7")));
        assertEquals(
                List.of("--token", "***", "***", "x"),
                Credentials.masked(List.of("--token", "-password", "canary7", "x")));
        assertEquals(
                List.of("-Duse.token", "-XX:+UseLargePages"),
                Credentials.masked(List.of("-Duse.token", "-XX:+UseLargePages")));
        assertEquals(List.of("-Duse.token", "-Xmx4g"), Credentials.masked(List.of("-Duse.token", "-Xmx4g")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:+UseLargePages",
                "-Xmx1g",
                "-Djava.io.tmpdir=/tmp",
                "-XX:LargePageSizeInBytes=2m",
                "-Dspring.config.location=https://host/x",
                "-Dpassenger.count=3",
                "iommu.passthrough=1",
                "-Dproxy.bypass=localhost",
                "a:b:c"
            })
    void keepsOtherText(String argument) {
        assertEquals(argument, Credentials.masked(argument));
    }

    @Test
    void isQuick() {
        CpuTime.atMost(Duration.ofSeconds(5), () -> {
            for (String unit : new String[] {"a", "token", "-", "://", "token=", "Bearer ", "a.", "@"}) {
                Credentials.masked(unit.repeat(500_000));
            }
        });
        assertFalse(Credentials.masked("https://u:" + "s".repeat(10_000) + "@h").contains("ss"));
    }
}

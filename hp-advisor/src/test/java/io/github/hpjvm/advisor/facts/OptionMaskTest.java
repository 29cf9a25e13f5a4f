package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionMaskTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-Dmysql.pw=canary | -Dmysql.pw=***",
                "-Dlogin=user:canary | -Dlogin=***",
                "-Durl=jdbc:oracle:thin:scott/canary@h | -Durl=***",
                "-Dxml=<password>canary</password> | -Dxml=***",
                "-Da=b canary | -Da=***",
                "-Da=b=canary | -Da=***",
                "-Dsun.java.command=Main --pin canary | -Dsun.java.command=***",
                "-javaagent:/opt/a.jar=key:canary | -javaagent:/opt/a.jar=***",
                "-agentlib:jdwp=address=canary | -agentlib:jdwp=***",
                "-agentpath:/x/libyjp.so=canary | -agentpath:/x/libyjp.so=***",
                "-Xrunhprof:canary | -Xrunhprof:***",
                "-XX:OnError=curl canary | -XX:OnError=***",
                "-XX:OnOutOfMemoryError=/opt/canary | -XX:OnOutOfMemoryError=***",
                "-XX:Future=a canary | -XX:Future=***",
                "--future=canary | --future=***",
                "-x canary | -x ***",
                "-x\u00adcanary | -x ***",
                "-foo\tcanary | -foo ***",
            })
    void masksFreeText(String option, String expected) {
        assertEquals(expected, OptionMask.masked(option));
        assertEquals(expected, new Argument(option, ArgumentOrigin.COMMAND_LINE).text());
        assertEquals(expected, OptionMask.masked(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:+UseLargePages",
                "-XX:LargePageSizeInBytes=2m",
                "-XX:Flags=/etc/flags",
                "-XX:ErrorFile=/tmp/hs_err.log",
                "-Xmx4g",
                "-Xlog:gc*:file=/var/log/gc.log:time",
                "-Xbootclasspath/a:/x.jar",
                "-Dname",
                "-Dname=",
                "-Djdk.lang.Process.launchMechanism=fork",
                "-Dhp.extra.percent=5",
                "-javaagent:/opt/a.jar",
                "-ea:com.example...",
                "-verbose:gc",
                "-cp",
                "/opt/a.jar:/opt/b.jar",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--enable-preview",
                "-mx1g",
                "-foo",
                "@/etc/args",
                "-",
                ""
            })
    void keepsWhatTheAdviceNeeds(String option) {
        assertEquals(option, OptionMask.masked(option));
    }

    @Test
    void masksOtherTunablesThanThoseOfGlibc() {
        assertEquals(
                "glibc.malloc.hugetlb=1:***:glibc.x=2",
                OptionMask.maskedTunables("glibc.malloc.hugetlb=1:pin=canary:glibc.x=2"));
        assertEquals("", OptionMask.maskedTunables(""));
    }

    @Test
    void distinguishesOptionsFromValues() {
        for (String option : List.of("-Xmx1g", "-Da=b", "--add-opens=a", "-ea", "-javaagent:x", "-verbose:gc")) {
            assertTrue(OptionMask.isKnown(option), option);
        }
        assertFalse(OptionMask.isKnown("-pcanary"));
    }
}

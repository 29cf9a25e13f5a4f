package io.github.hpjvm.advisor.read.vm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.json.AdviceJson;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.LiveFacts;
import io.github.hpjvm.advisor.read.Manner;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A secret that a process was told, in each place where it may stand, is in no document of ours. */
class SecretsTest {
    private static final String SECRET = "canary7Xq";
    private static final long PID = 4242;

    private static void process(Path tree, String name, String... words) throws IOException {
        Files.writeString(
                Files.createDirectories(tree.resolve("proc/" + PID)).resolve(name), String.join("\0", words) + "\0");
    }

    /** The files of a JVM: its mappings, its arguments, and the file that its command line names. */
    private static void tree(Path tree) throws IOException {
        process(
                tree,
                "cmdline",
                "/usr/bin/java",
                "-Dx.password=" + SECRET,
                "-Dy.passphrase=" + SECRET + " and " + SECRET,
                "-Dservice=https://somebody:" + SECRET + "@service.invalid/path",
                "@/opt/args",
                "com.example.Shop",
                "--token",
                SECRET,
                "--api-key=" + SECRET,
                "Authorization: Bearer " + SECRET);
        process(
                tree,
                "environ",
                "JAVA_TOOL_OPTIONS=-XX:+UseLargePages -Djavax.net.ssl.keyStorePassword='" + SECRET + " " + SECRET + "'",
                "JDK_JAVA_OPTIONS=-Ddb.secret=" + SECRET,
                "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:my.token=" + SECRET,
                "AWS_SECRET_ACCESS_KEY=" + SECRET,
                "HOME=/home/" + SECRET);
        Path folder = tree.resolve("proc/" + PID);
        Files.writeString(
                folder.resolve("status"), "Name:\tjava\nState:\tS (sleeping)\nUid:\t0\t0\t0\t0\nVmRSS:\t  2048 kB\n");
        Files.writeString(
                folder.resolve("stat"), PID + " (java) S 1 1 1 0 -1 4194560 1 1 1 1 1 1 1 1 20 0 1 0 77 1 1 1\n");
        Files.writeString(
                folder.resolve("maps"),
                "7f0000000000-7f0000001000 r-xp 00000000 fe:00 17 /opt/jdk/lib/server/libjvm.so\n");
        Files.createSymbolicLink(folder.resolve("exe"), Path.of("/usr/bin/java"));
        Files.writeString(
                Files.createDirectories(folder.resolve("root/opt")).resolve("args"),
                "-Dq.credential=" + SECRET + "\n\"-Dr.pwd=" + SECRET + " " + SECRET + "\"\n-XX:+AlwaysPreTouch\n");
    }

    @Test
    void aSnapshotHasNoSecret(@TempDir Path tree) throws IOException {
        tree(tree);
        Facts facts = LiveFacts.take(Roots.under(tree), List.of(PID), Manner.sparing(Contact.never()));
        Jvm jvm = facts.jvms().get(0);
        String snapshot = FactsJson.write(facts);
        for (String seen : List.of(
                "-Dx.password=***",
                "com.example.Shop",
                "-XX:+AlwaysPreTouch",
                "-Dq.credential=***",
                "glibc.malloc.hugetlb=1",
                "-XX:+UseLargePages",
                "\"programArguments\" : 4",
                "-Dservice=***")) {
            assertTrue(snapshot.contains(seen), () -> seen + " is not in " + snapshot);
        }
        assertHidden(snapshot);
        assertHidden(AdviceJson.write(Advisor.advise(facts, jvm)));
        assertHidden(AdviceJson.write(Advisor.advise(FactsSamples.facts(FactsSamples.host(), jvm), jvm)));
    }

    /** Forms in which no pattern finds the credential. */
    private static final List<String> FORMS = List.of(
            "jdbc:oracle:thin:scott/%s@h",
            "-p %s",
            "-p\0%s",
            "-Pw%s",
            "-u\0admin:%s",
            "<password>%s</password>",
            "password %s",
            "--cookie\0session=%s",
            "--pin\0%s",
            "{\"pin\":\"%s\"}",
            "user/%s",
            "%s",
            "ssh-rsa %s",
            "x@%s",
            "@%s",
            "-D%s",
            "-Dx=%s",
            "-Xmx1g%s",
            "--otp=%s",
            "a=b;c=%s");

    private static final List<String> OPTIONS = List.of(
            "-Dmysql.pw=%s",
            "-Dlogin=user:%s",
            "-Dcookie=%s",
            "-Dcmd=mysql -p%s",
            "-Durl=jdbc:oracle:thin:scott/%s@h",
            "-javaagent:/opt/a.jar=%s",
            "-agentlib:x=%s",
            "-XX:OnError=/opt/%s",
            "-XX:OnOutOfMemoryError=mail %s");

    @Test
    void argumentsOfTheProgramHaveNoSecret(@TempDir Path tree) throws IOException {
        tree(tree);
        for (String form : FORMS) {
            process(tree, "cmdline", "/usr/bin/java", "-Xmx1g", "com.example.Shop", form.formatted(SECRET));
            hidden(tree, form);
            process(tree, "cmdline", "/usr/bin/java", "-Xmx1g", "@/gone", form.formatted(SECRET));
            hidden(tree, "behind a file that cannot be read: " + form);
        }
    }

    @Test
    void optionsOfTheJvmHaveNoSecret(@TempDir Path tree) throws IOException {
        tree(tree);
        for (String option : OPTIONS) {
            String text = option.formatted(SECRET);
            process(tree, "cmdline", "/usr/bin/java", text, "@/opt/args", "Shop");
            process(tree, "environ", "JAVA_TOOL_OPTIONS='" + text + "'", "_JAVA_OPTIONS='" + text + "'");
            Files.writeString(tree.resolve("proc/" + PID + "/root/opt/args"), "\"" + text + "\"\n");
            hidden(tree, option);
        }
    }

    private static void hidden(Path tree, String what) {
        Facts facts = LiveFacts.take(Roots.under(tree), List.of(PID), Manner.sparing(Contact.never()));
        for (String document : List.of(
                FactsJson.write(facts),
                AdviceJson.write(Advisor.advise(facts, facts.jvms().get(0))))) {
            assertTrue(document.contains("/usr/bin/java"), document);
            assertFalse(document.contains(SECRET), () -> what + ": " + document);
        }
    }

    /** The JVM joins its arguments by blanks: the end of a value is unknown. */
    @Test
    void countersHaveNoSecret(@TempDir Path tree) throws IOException {
        tree(tree);
        PerfData counters = new PerfData(
                Map.of(
                        "java.rt.vmArgs",
                        "-Dy.passphrase=" + SECRET + " and " + SECRET + " -Dx.password=" + SECRET,
                        "java.rt.vmFlags",
                        "",
                        "sun.rt.javaCommand",
                        "com.example.Shop --token " + SECRET),
                Map.of());
        Jvm jvm = FactsSamples.with(
                JvmSamples.g1(17),
                "arguments",
                new JvmArguments(tree.resolve("proc"), PID)
                        .arguments(Optional.of(17), FactsSamples.known(counters, "/tmp/hsperfdata_shop/4242")));
        String snapshot = FactsJson.write(FactsSamples.facts(FactsSamples.host(), jvm));
        assertTrue(snapshot.contains("-Dy.passphrase=***"), snapshot);
        assertHidden(snapshot);
    }

    private static void assertHidden(String document) {
        assertFalse(document.contains(SECRET), document);
    }
}

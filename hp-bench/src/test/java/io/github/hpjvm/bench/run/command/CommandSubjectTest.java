package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.variant.OwnVariant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.error.NoVisibleJvmException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.process.Interruption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandSubjectTest {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path folder;

    private CommandSubject find(String a, String b) {
        return find(a, b, Map.of());
    }

    private CommandSubject find(String a, String b, Map<String, String> more) {
        TryOptions command = TryOptions.parse(List.of(), Map.of("a", a, "b", b));
        Map<String, String> given = new HashMap<>(more);
        given.put("out", folder.toString());
        BenchOptions options = BenchOptions.parse(given, Profile.OWN, 1, command.program());
        return CommandSubject.find(options, command, System.getenv(), new Interruption(), line -> {});
    }

    /** Else the first server would be started, and then the campaign would end. */
    @Test
    void theProgramOfTheLoadMustExist() throws IOException {
        Path text = Files.writeString(folder.resolve("load.txt"), "no program");
        assertEquals(
                "load: no folder of PATH has the program no-such-program; correct --load",
                refused("no-such-program -d2 http://localhost"));
        assertEquals("load: " + text + " is not a program; correct --load", refused(text + " -d2"));
        assertEquals("load: " + folder + "/absent is not a program; correct --load", refused(folder + "/absent"));
        assertTrue(text.toFile().setExecutable(true));
        for (String found : List.of("sh -c true", text.toString(), "/opt/load-{port}")) {
            LoadProgram.require(server(found), System.getenv());
        }
        LoadProgram.require(server("unknown"), Map.of());
    }

    private static TryOptions.Server server(String load) {
        return new TryOptions.Server(Pattern.compile("up"), List.of(load.split(" ")), OptionalInt.empty());
    }

    private String refused(String load) {
        TryOptions command = TryOptions.parse(List.of(JAVA, "-version"), Map.of("until", "up", "load", load));
        BenchOptions options = BenchOptions.parse(Map.of("out", folder.toString()), Profile.OWN, 1);
        return assertThrows(
                        UsageException.class,
                        () -> CommandSubject.find(options, command, System.getenv(), new Interruption(), line -> {}))
                .getMessage();
    }

    /** Its heap has no pages to see, whichever of the commands it is. */
    @Test
    void eachCommandMustStartAJvm() {
        assertThrows(NoVisibleJvmException.class, () -> find(JAVA + " -version", "sleep 0.05"));
        assertThrows(NoVisibleJvmException.class, () -> find("sleep 0.05", JAVA + " -version"));
    }

    /** The variant b alone runs the second command, and the others run the first one. */
    @Test
    void flagsAreComparedWithTheVariantsThatRunThem() {
        Map<String, String> variants = Map.of("variant", "x=-XX:MaxHeapFreeRatio=60");
        String flag = " -XX:MaxHeapFreeRatio=70 -version";
        find(JAVA + " -version", JAVA + flag, variants);
        assertThrows(UsageException.class, () -> find(JAVA + flag, JAVA + " -version", variants));
    }

    @Test
    void twoLaunchersAreSaidOnce() {
        List<String> said = find(JAVA + " -version", JAVA + " -Xmx1g -version").said();
        assertEquals(
                1,
                said.stream().filter(line -> line.startsWith(Discovery.FLAGS)).count(),
                said::toString);
        assertTrue(said.stream().anyMatch(line -> line.startsWith("programs  baseline is ")), said::toString);
    }

    /** Turns need the memory of both heaps at once. */
    @Test
    void theSecondCommandHasItsOwnHeap() {
        CommandSubject found = find(JAVA + " -Xmx64m -version", JAVA + " -Xmx256m -version");
        assertEquals(Optional.of(Bytes.ofMiB(64)), found.maker().heap(found.subject(), Variants.plainBaseline()));
        OwnVariant b = OwnVariant.program("b", Variants.plainBaseline(), JAVA);
        assertEquals(Optional.of(Bytes.ofMiB(256)), found.maker().heap(found.subject(), b));
    }

    /** Reports name the JVM of each program. */
    @Test
    void theSecondCommandKeepsItsJvm() throws IOException {
        CommandSubject same = find(JAVA + " -version", JAVA + " -Xmx1g -version");
        assertEquals(Optional.empty(), same.jvm().second());
        Path java = folder.resolve("jdk/bin/java");
        Files.createDirectories(java.getParent());
        Files.createDirectories(folder.resolve("jdk/lib/server"));
        Files.createFile(folder.resolve("jdk/lib/server/libjvm.so"));
        Files.writeString(java, "#!/bin/sh\nexec " + JAVA + " \"$@\"\n");
        assertTrue(java.toFile().setExecutable(true));
        CommandSubject other = find(JAVA + " -version", java + " -version");
        assertEquals(Optional.of(java.toRealPath()), other.jvm().second().map(it -> it.java()), other.jvm()::toString);
        OwnVariant b = OwnVariant.program("b", Variants.plainBaseline(), java + " -version");
        assertEquals(java.toRealPath(), b.jvm(other.jvm()).java());
    }
}

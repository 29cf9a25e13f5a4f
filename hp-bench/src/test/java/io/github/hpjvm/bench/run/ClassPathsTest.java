package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathsTest {
    @TempDir
    private Path folder;

    private static void require(String classPath) {
        ClassPaths.requireExisting(BenchOptions.parse(Map.of("variant", "x=classpath:" + classPath), Profile.OWN, 1)
                .variants());
    }

    /** The launcher ignores it, so the variant would be compared with itself. */
    @Test
    void anEntryThatDoesNotExistIsRefused() throws Exception {
        Path jar = Files.writeString(folder.resolve("a.jar"), "");
        require(jar + ":" + folder + ":" + folder + "/*");
        for (String wrong : new String[] {folder + "/none.jar", folder + "/none/*", jar + "/*"}) {
            String message = assertThrows(UsageException.class, () -> require(jar + ":" + wrong))
                    .getMessage();
            assertEquals(
                    "variant: x: classpath:" + wrong + " does not exist; name a jar, or a folder with classes",
                    message);
        }
    }
}

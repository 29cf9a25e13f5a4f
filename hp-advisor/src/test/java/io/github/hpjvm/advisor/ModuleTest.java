package io.github.hpjvm.advisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ModuleTest {
    private static final Path CLASSES = Path.of("target/classes");

    private static ModuleDescriptor module() throws IOException {
        try (InputStream in = Files.newInputStream(CLASSES.resolve("module-info.class"))) {
            return ModuleDescriptor.read(in);
        }
    }

    @Test
    void exportsEveryPackageButItsTools() throws IOException {
        try (Stream<Path> all = Files.walk(CLASSES)) {
            Set<String> packages = all.filter(file -> file.toString().endsWith(".class"))
                    .map(file -> CLASSES.relativize(file).getParent())
                    .filter(folder -> folder != null && folder.startsWith("io"))
                    .map(folder -> folder.toString().replace('/', '.'))
                    .collect(Collectors.toCollection(TreeSet::new));
            for (String tool : List.of("read.attach", "read.own", "text")) {
                assertTrue(packages.remove("io.github.hpjvm.advisor." + tool), tool);
            }
            assertEquals(
                    packages,
                    module().exports().stream()
                            .map(ModuleDescriptor.Exports::source)
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    @Test
    void needsNothingAtRunTimeButTheBaseOfJavaAndTheGroundFloor() throws IOException {
        assertEquals(
                Set.of("java.base", "io.github.hpjvm.os"),
                module().requires().stream()
                        .filter(requires -> !requires.modifiers().contains(Requires.Modifier.STATIC))
                        .map(Requires::name)
                        .collect(Collectors.toSet()));
    }
}

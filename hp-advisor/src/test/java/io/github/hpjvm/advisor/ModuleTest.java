package io.github.hpjvm.advisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The promised API: what the module exports to all. {@code src/test/resources/api.txt} lists it, so a change of it is
 * seen in review; {@code -Dhp.api.write=true} writes the file.
 */
class ModuleTest {
    private static final Path CLASSES = Path.of("target/classes");
    private static final Path LISTED = Path.of("src/test/resources/api.txt");
    private static final String ROOT = "io.github.hpjvm.advisor";
    private static final int MOST_TYPES = 70;

    private static ModuleDescriptor module() throws IOException {
        try (InputStream in = Files.newInputStream(CLASSES.resolve("module-info.class"))) {
            return ModuleDescriptor.read(in);
        }
    }

    private static Set<String> promisedPackages() throws IOException {
        return module().exports().stream()
                .filter(export -> !export.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The public types of the promised packages, with the public types in them. */
    private static List<Class<?>> promisedTypes() throws IOException, ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        for (String name : promisedPackages()) {
            try (Stream<Path> all = Files.list(CLASSES.resolve(name.replace('.', '/')))) {
                for (Path file : all.filter(one -> one.toString().endsWith(".class"))
                        .sorted()
                        .toList()) {
                    String simple = file.getFileName().toString().replace(".class", "");
                    Class<?> type = Class.forName(name + "." + simple, false, ModuleTest.class.getClassLoader());
                    if (isVisible(type)) {
                        types.add(type);
                    }
                }
            }
        }
        return types;
    }

    private static boolean isVisible(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && !type.isSynthetic()
                && (type.getDeclaringClass() == null || isVisible(type.getDeclaringClass()));
    }

    private static List<String> listed(Class<?> type) {
        Set<String> members = new TreeSet<>();
        for (Field field : type.getDeclaredFields()) {
            if (isPromised(field.getModifiers()) && !field.isSynthetic()) {
                members.add("  " + field.toGenericString());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            add(constructor, members);
        }
        for (Method method : type.getDeclaredMethods()) {
            add(method, members);
        }
        List<String> lines = new ArrayList<>();
        String parents = Stream.concat(
                        Stream.ofNullable(type.getSuperclass()).filter(parent -> parent != Object.class),
                        Arrays.stream(type.getInterfaces()))
                .map(Class::getName)
                .collect(Collectors.joining(", "));
        lines.add(declaration(type) + (parents.isEmpty() ? "" : " : " + parents));
        lines.addAll(members);
        return lines;
    }

    /** Without {@code sealed}, which {@link Class#toGenericString} says from some release on. */
    private static String declaration(Class<?> type) {
        String kind = type.isInterface() ? "" : type.isRecord() ? " record" : type.isEnum() ? " enum" : " class";
        return Modifier.toString(type.getModifiers()) + kind + " " + type.getName();
    }

    private static void add(Executable member, Set<String> members) {
        if (isPromised(member.getModifiers()) && !member.isSynthetic()) {
            members.add("  " + member.toGenericString());
        }
    }

    private static boolean isPromised(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    @Test
    void promisesWhatServicesAndScriptsNeed() throws Exception {
        assertEquals(
                Set.of(ROOT, ROOT + ".action", ROOT + ".finding", ROOT + ".health", ROOT + ".term"),
                promisedPackages());
        assertTrue(promisedTypes().size() <= MOST_TYPES, () -> "more than " + MOST_TYPES + " types");
    }

    @Test
    void exportsTheRestToItsOwnModules() throws IOException {
        for (ModuleDescriptor.Exports export : module().exports()) {
            for (String target : export.targets()) {
                assertTrue(target.startsWith("io.github.hpjvm."), export::toString);
            }
        }
    }

    @Test
    void theListOfThePromisedApiIsComplete() throws Exception {
        List<String> lines = new ArrayList<>();
        for (Class<?> type : promisedTypes()) {
            lines.addAll(listed(type));
        }
        if (Boolean.getBoolean("hp.api.write")) {
            Files.write(LISTED, lines);
        }
        assertEquals(
                String.join("\n", Files.readAllLines(LISTED)),
                String.join("\n", lines),
                "the promised API has changed: is that meant? then run the test with -Dhp.api.write=true");
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

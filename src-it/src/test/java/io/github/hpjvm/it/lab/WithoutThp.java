package io.github.hpjvm.it.lab;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program that sets PR_SET_THP_DISABLE for itself, runs another and exits as that one does. */
public final class WithoutThp {
    private static final int PR_SET_THP_DISABLE = 41;

    private WithoutThp() {}

    public static void main(String[] command) throws IOException, InterruptedException {
        Object[] arguments = {
            PR_SET_THP_DISABLE, new NativeLong(1), new NativeLong(0), new NativeLong(0), new NativeLong(0)
        };
        NativeLibrary.getProcess()
                .getFunction("prctl", Function.C_CONVENTION | Function.THROW_LAST_ERROR)
                .invokeInt(arguments);
        System.exit(new ProcessBuilder(command).inheritIO().start().waitFor());
    }

    /** Returns the words that start it, before the other program's words. */
    public static Object[] launcher() {
        return launcher(WithoutThp.class);
    }

    /** Returns the words that start a program of this package that needs JNA and runs another. */
    static Object[] launcher(Class<?> main) {
        String classPath = Stream.of(main, NativeLibrary.class)
                .map(WithoutThp::location)
                .collect(Collectors.joining(File.pathSeparator));
        return Stream.concat(
                        Stream.of(Jdks.running().java().toString()),
                        Stream.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath, main.getName()))
                .toArray();
    }

    private static String location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}

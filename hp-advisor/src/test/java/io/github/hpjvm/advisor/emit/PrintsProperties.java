package io.github.hpjvm.advisor.emit;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Prints the properties k0, k1 and so on, each followed by a NUL; run by the java launcher that is judged. */
public final class PrintsProperties {
    private PrintsProperties() {}

    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (int i = 0; System.getProperty("k" + i) != null; i++) {
            out.print(System.getProperty("k" + i) + "\0");
        }
        out.flush();
    }
}

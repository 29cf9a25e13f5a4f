package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.run.watch.Command;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks whether this JVM can disassemble, by printing one method. Loading a library called hsdis proves little: some
 * load and then print bytes, because they lack the entry point that JDK 17 requires.
 */
public final class HsdisProbe {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** An address and an instruction of x86-64 or AArch64; without a disassembler, bytes follow the address. */
    private static final Pattern INSTRUCTION =
            Pattern.compile("(?m)^\\s*0x[0-9a-f]+:\\s+(mov|push|ret|jmp|call|sub|cmp|nop|ldr|str|stp)");

    private HsdisProbe() {}

    /** The reason why no instructions would be shown; empty if they would. */
    public static Optional<String> whyNot(TargetJvm jvm) {
        try {
            Command.Output output = Command.run(
                    List.of(
                            jvm.java().toString(),
                            "-XX:+UnlockDiagnosticVMOptions",
                            "-Xcomp",
                            "-XX:CompileOnly=java.lang.String::hashCode",
                            "-XX:CompileCommand=print,java.lang.String::hashCode",
                            "-version"),
                    Patience.with(LIMIT));
            return disassembles(output.out() + output.err())
                    ? Optional.empty()
                    : Optional.of("a test shows bytes instead of instructions: put an hsdis-" + architecture()
                            + ".so that exports decode_instructions_virtual into a folder of LD_LIBRARY_PATH (the JDK's"
                            + " src/utils/hsdis builds one; Debian's libhsdis0-fcml does not work on 17 and newer)");
        } catch (IOException e) {
            return Optional.of("the disassembler test failed: " + e.getMessage());
        }
    }

    static boolean disassembles(String printed) {
        return INSTRUCTION.matcher(printed).find();
    }

    private static String architecture() {
        return System.getProperty("os.arch");
    }
}

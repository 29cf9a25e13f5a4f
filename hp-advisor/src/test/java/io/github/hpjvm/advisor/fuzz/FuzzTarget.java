package io.github.hpjvm.advisor.fuzz;

import java.util.List;

/** Parsers that the fuzzer feeds with the same inputs, as an enum constant: the name of the constant chooses it. */
public interface FuzzTarget {

    /** A parser under test; the facts that it returns are searched for messages. */
    @FunctionalInterface
    interface Parser {
        Object parse(byte[] input);
    }

    /** The name of the enum constant. */
    String name();

    /** The name in the table and of the files. */
    String title();

    /** Inputs that the parsers know: captured files, most of them. */
    List<byte[]> seeds();

    /** The parsers; each gets every input. */
    List<Parser> parsers();

    /** Whether the parsers may end in this exception, whose message is shown to the user. */
    boolean documents(RuntimeException e);
}

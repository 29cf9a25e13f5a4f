package io.github.hpjvm.cli;

import java.util.Optional;

/** Where the process starts: a plain {@code advise} at once, all else by way of picocli, of which nothing is loaded here. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Optional<AdviseRequest> plain = PlainAdvise.parse(arguments);
        int code = plain.isPresent() ? answer(plain.get()) : HpCli.run(arguments);
        if (System.out.checkError()) {
            System.err.println("hp-cli: cannot write to stdout: it is full or closed");
            code = Math.max(code, 1);
        }
        System.exit(code);
    }

    private static int answer(AdviseRequest request) {
        try {
            return request.answer();
        } catch (RuntimeException e) {
            return HpCli.adviseFailed(e);
        }
    }
}

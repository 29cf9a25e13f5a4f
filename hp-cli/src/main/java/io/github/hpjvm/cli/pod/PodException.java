package io.github.hpjvm.cli.pod;

/** A manifest that cannot be read, with the line and the reason. */
public final class PodException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PodException(int line, String problem) {
        super("line " + line + ": " + problem);
    }
}

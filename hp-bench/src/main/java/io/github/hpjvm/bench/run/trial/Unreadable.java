package io.github.hpjvm.bench.run.trial;

import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.regex.Pattern;

/** Describes why a counter cannot be read, without names of classes. */
final class Unreadable {
    /** Names of exceptions, which others put before their messages. */
    private static final Pattern CLASS = Pattern.compile("\\b(?:[a-z]\\w*\\.)+[A-Z][\\w$]*(?:: *)?");

    private Unreadable() {}

    /** The reason as a clause in one line. */
    static String why(Throwable error) {
        if (error instanceof UnknownHostException) {
            return "the host is unknown";
        }
        if (error instanceof NoSuchFileException) {
            return "there is no such file";
        }
        if (error instanceof AccessDeniedException) {
            return "permission denied";
        }
        String message = error.getMessage() == null ? "" : error.getMessage();
        String words =
                CLASS.matcher(message).replaceAll("").replaceAll("\\s+", " ").strip();
        return words.isEmpty() ? "an internal error" : words;
    }
}

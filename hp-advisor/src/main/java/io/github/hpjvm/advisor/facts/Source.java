package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.os.text.Visible;

/**
 * The source of a fact: a path or the name of a command, and the deciding excerpt. The constructor cuts the excerpt
 * to {@value #MAX_LINES} lines and {@value #MAX_CHARS} characters, credentials in it are masked, and characters
 * that a viewer does not show become spaces, so that it can be shown and stored.
 *
 * @param path path of the file, or the command
 * @param excerpt the deciding lines; empty if there are none
 */
public record Source(String path, String excerpt) {

    static final int MAX_LINES = 2;
    static final int MAX_CHARS = 200;

    /** A path of the longest kind, PATH_MAX, and some words about it. */
    private static final int LONGEST_PATH = 4200;

    public Source {
        path = Visible.name(path, LONGEST_PATH);
        excerpt = Excerpt.of(excerpt, MAX_LINES, MAX_CHARS);
    }

    /** A source without an excerpt; {@code path} is a Path or a text. */
    public static Source of(Object path) {
        return new Source(path.toString(), "");
    }

    /** A source with the lines that decided. */
    public static Source of(Object path, String... lines) {
        return new Source(path.toString(), String.join("\n", lines));
    }

    @Override
    public String toString() {
        return excerpt.isEmpty() ? path : path + ": " + excerpt.replace("\n", " | ");
    }
}

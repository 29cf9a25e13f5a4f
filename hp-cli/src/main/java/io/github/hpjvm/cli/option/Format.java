package io.github.hpjvm.cli.option;

import java.util.Locale;

/** The format of stdout: text, or one JSON document and nothing else. */
public enum Format {
    TEXT,
    JSON;

    public static final String HELP = "Format of stdout. Default: text.";

    /** The name that {@code --help} shows. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

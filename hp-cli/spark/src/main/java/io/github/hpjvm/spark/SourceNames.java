package io.github.hpjvm.spark;

import java.io.Serializable;

/**
 * The names of snapshots as {@code hp-cli fleet} would write them.
 *
 * @param root the folder as a complete URI
 * @param given the folder as the caller named it
 */
record SourceNames(String root, String given) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Returns whether the name has the ending of a snapshot. */
    boolean isSnapshot(String uri) {
        return uri.endsWith(".json") || uri.endsWith(".json.gz");
    }

    /** The name of a file below the folder: the folder as given, and the rest. */
    String of(String uri) {
        String rest = uri.startsWith(root) ? uri.substring(root.length()) : "/" + uri;
        String folder = given.endsWith("/") ? given.substring(0, given.length() - 1) : given;
        return folder + (rest.startsWith("/") ? "" : "/") + rest;
    }
}

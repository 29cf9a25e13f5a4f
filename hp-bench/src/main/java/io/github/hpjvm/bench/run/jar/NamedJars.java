package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.console.error.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The digests of the jars that a campaign's options and command name. A campaign that continues another one measures the
 * same jars: a new build of the same path is another program.
 */
public final class NamedJars {
    private static final Pattern BETWEEN_FILES = Pattern.compile("[\\s:;,='\"]+");

    /** The size of the largest file that is read as a jar, in bytes. */
    private static final long LARGEST = 4L << 30;

    /** The options that name a jar, whatever its ending. */
    private static final List<String> ROLES = List.of("jar", "against");

    private NamedJars() {}

    /**
     * Adds the digests to options.
     *
     * @param given text by option name
     * @param texts words of the command and options that may name jars, also within a class path
     * @throws UsageException if a jar cannot be read
     */
    public static Map<String, String> addTo(Map<String, String> given, Collection<String> texts) {
        Map<String, String> digests = new TreeMap<>();
        for (String text : texts) {
            List<String> names = new ArrayList<>(List.of(text));
            names.addAll(List.of(BETWEEN_FILES.split(text)));
            names.stream().filter(NamedJars::isJar).forEach(name -> add(name, digests));
        }
        ROLES.stream()
                .map(role -> given.getOrDefault(role, "").strip())
                .filter(NamedJars::isFile)
                .forEach(name -> add(name, digests));
        if (digests.isEmpty()) {
            return given;
        }
        Map<String, String> all = new HashMap<>(given);
        all.put(BenchOptions.JARS, lines(digests));
        return all;
    }

    /**
     * Checks that a campaign measures the jars of an earlier one. A jar may have moved, and there may be a new build where it was.
     *
     * @param earlier digests of the campaign in the folder; empty if it has none
     * @param now digests of the jars that are named anew; empty if there are none
     * @param variants the variants of the earlier campaign, which apply again and may name jars
     * @return digests of all jars that this campaign measures
     */
    public static String requireSame(String earlier, String now, String variants, String folder) {
        Map<String, String> before = byName(earlier);
        if (before.isEmpty()) {
            return now;
        }
        Map<String, String> all = new TreeMap<>(byName(now));
        String named = addTo(Map.of(), List.of(variants)).getOrDefault(BenchOptions.JARS, "");
        byName(named).forEach(all::putIfAbsent);
        all.forEach((name, digest) -> {
            if (!before.containsValue(digest)
                    || !before.getOrDefault(name, digest).equals(digest)) {
                throw new UsageException("continue: " + name + " is not a jar that the campaign in " + folder
                        + " measured; give that jar, or start a new campaign");
            }
        });
        return lines(all);
    }

    /** Returns whether an earlier campaign has the digest of this jar. */
    public static boolean has(String earlier, String jar) {
        return isPath(jar) && byName(earlier).containsKey(absolute(jar));
    }

    /** Returns whether the file now is one of an earlier campaign's jars, but another one than the file before. */
    public static boolean exchanged(String earlier, String before, String now) {
        if (!has(earlier, before) || !isFile(now)) {
            return false;
        }
        Map<String, String> digests = byName(earlier);
        String digest = digest(now);
        return digests.containsValue(digest) && !digests.get(absolute(before)).equals(digest);
    }

    /** The names of the jars in these lines. */
    public static List<String> names(String lines) {
        return List.copyOf(byName(lines).keySet());
    }

    private static String lines(Map<String, String> digests) {
        List<String> lines = new ArrayList<>();
        digests.forEach((name, digest) -> lines.add(digest + "  " + name));
        return String.join("\n", lines);
    }

    private static Map<String, String> byName(String lines) {
        Map<String, String> digests = new TreeMap<>();
        lines.lines()
                .map(line -> line.split(" {2}", 2))
                .filter(parts -> parts.length == 2)
                .forEach(parts -> digests.put(parts[1], parts[0]));
        return digests;
    }

    private static void add(String name, Map<String, String> digests) {
        digests.computeIfAbsent(absolute(name), NamedJars::digest);
    }

    private static String absolute(String name) {
        return Path.of(name).toAbsolutePath().normalize().toString();
    }

    private static boolean isJar(String name) {
        return name.endsWith(".jar") && isFile(name);
    }

    /** Returns whether it is a file that may be a jar. A file of /proc has no size, and a read of it may wait for ever. */
    private static boolean isFile(String name) {
        if (!isPath(name) || !Files.isRegularFile(Path.of(name))) {
            return false;
        }
        long size = Path.of(name).toFile().length();
        return size > 0 && size <= LARGEST;
    }

    private static boolean isPath(String name) {
        try {
            return !Path.of(name).toString().isEmpty();
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static String digest(String file) {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] chunk = new byte[1 << 16];
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                digest.update(chunk, 0, length);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UsageException(file + " cannot be read: " + e.getMessage());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java has SHA-256", e);
        }
    }
}

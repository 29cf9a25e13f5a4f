package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.advisor.facts.Credentials;
import io.github.hpjvm.advisor.read.jvm.CommandLines;
import io.github.hpjvm.console.error.UsageException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Digests of the arguments that reports leave out of a command. A campaign that continues another one measures commands with
 * the same arguments.
 *
 * <p>Arguments may hold a password that hp-jvm does not know as one, and a results.json may be shared. So a digest has 16 bits: one of
 * 65 536 guesses has the same digest, and no guess is confirmed. Known credentials are not part of it.
 */
public final class HiddenArguments {
    private static final String SALT = "salt";
    private static final int SALT_BYTES = 16;

    /** Of a command without arguments, as each report shows. */
    private static final String NONE = "none";

    private static final int DIGEST_BYTES = 2;

    private HiddenArguments() {}

    /**
     * Returns a line with a digest for each command, after a line with the salt.
     *
     * @param commands words by the name of the option that gives them
     */
    public static String digests(Map<String, List<String>> commands) {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        List<String> lines = new ArrayList<>(List.of(line(HexFormat.of().formatHex(salt), SALT)));
        commands.forEach((name, words) -> lines.add(line(digest(words, salt), name)));
        return String.join("\n", lines);
    }

    /**
     * Checks that commands have the arguments of an earlier campaign.
     *
     * @param earlier digests of the campaign in the folder
     * @throws UsageException that names the command with other arguments
     */
    public static void requireSame(String earlier, Map<String, List<String>> commands, String folder) {
        Map<String, String> before = byName(earlier);
        boolean two = before.containsKey(TryOptions.SECOND);
        if (two != commands.containsKey(TryOptions.SECOND)) {
            throw new UsageException("continue: the campaign in " + folder + " measured "
                    + (two ? "two commands; give --a and --b" : "one command; give it after two dashes"));
        }
        byte[] salt = salt(before.getOrDefault(SALT, ""), folder);
        commands.forEach((name, words) -> {
            if (!digest(words, salt).equals(before.get(name))) {
                throw new UsageException("continue: the arguments of "
                        + (name.equals(TryOptions.COMMAND) ? "the command" : "--" + name)
                        + " are not those of the campaign in " + folder
                        + "; give the same ones, or start a new campaign");
            }
        });
    }

    private static String digest(List<String> words, byte[] salt) {
        List<String> arguments = CommandLines.programArguments(words);
        List<String> hidden = Credentials.masked(arguments);
        if (hidden.isEmpty()) {
            return NONE;
        }
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(salt);
            for (int i = 0; i < hidden.size(); i++) {
                // The rest of a long argument is not in the digest, but its length is. No argument contains a zero
                // character.
                String length = isCut(arguments.get(i)) ? arguments.get(i).length() + "\0" : "";
                sha.update((hidden.get(i) + "\0" + length).getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(sha.digest(), 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java has SHA-256", e);
        }
    }

    private static boolean isCut(String argument) {
        return argument.length() > Credentials.LONGEST;
    }

    private static byte[] salt(String hex, String folder) {
        try {
            byte[] salt = HexFormat.of().parseHex(hex);
            if (salt.length > 0) {
                return salt;
            }
        } catch (IllegalArgumentException e) {
            // The message below covers both cases.
        }
        throw new UsageException("continue: the results in " + folder
                + " are damaged: the option arguments has no salt; start a new campaign");
    }

    private static String line(String value, String name) {
        return value + "  " + name;
    }

    private static Map<String, String> byName(String lines) {
        Map<String, String> values = new HashMap<>();
        lines.lines()
                .map(line -> line.split(" {2}", 2))
                .filter(parts -> parts.length == 2)
                .forEach(parts -> values.put(parts[1], parts[0]));
        return values;
    }
}

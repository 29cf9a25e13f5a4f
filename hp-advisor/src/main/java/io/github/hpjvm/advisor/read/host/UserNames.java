package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.read.file.TextFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The names of users, as far as {@code /etc/passwd} has them (passwd(5)). */
public final class UserNames {

    private static final Pattern UID = Pattern.compile("[0-9]{1,10}");

    private final Map<Long, String> names;

    private UserNames(Map<Long, String> names) {
        this.names = names;
    }

    public static UserNames read(Path root) {
        return new UserNames(TextFile.read(root.resolve("etc/passwd"))
                .known()
                .map(UserNames::parse)
                .orElse(Map.of()));
    }

    /** Parses the names by number; lines that are no users are skipped. */
    public static Map<Long, String> parse(String text) {
        Map<Long, String> names = new HashMap<>();
        text.lines().forEach(line -> {
            String[] fields = line.split(":");
            if (fields.length > 2
                    && !fields[0].isEmpty()
                    && UID.matcher(fields[2]).matches()) {
                names.putIfAbsent(Long.parseLong(fields[2]), fields[0]);
            }
        });
        return names;
    }

    /** Returns the name, or the number if there is none. */
    public String of(long uid) {
        return names.getOrDefault(uid, Long.toString(uid));
    }
}

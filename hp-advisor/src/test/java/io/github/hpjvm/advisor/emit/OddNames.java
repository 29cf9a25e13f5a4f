package io.github.hpjvm.advisor.emit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Names with a special meaning for a shell, the java launcher, systemd or YAML. */
public final class OddNames {
    private static final String[] PIECES = {
        " ", "  ", "\t", "\n", "'", "\"", "\\", "$", "$(id)", "${x}", "`id`", "%", "%h", "%%", "$$", "-", "--", "-rf",
        "@", "#", " #", ":", ": ", "- ", "*", "?", "[", "]", "{", "}", "|", "&", ";", "<", ">", "!", "~", "=", ",", "/",
        "..", "\\n", "\\x41", "'\\''", "yes", "null", "0x1", "1e3", "a", "Zz", "09", "<<", "EOF", "*a", "&a", "''"
    };

    private OddNames() {}

    /**
     * @param newlines whether there may be any
     * @return so many texts, some of them empty, the same ones for the same seed
     */
    public static List<String> of(long seed, int number, boolean newlines) {
        Random random = new Random(seed);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            StringBuilder name = new StringBuilder();
            for (int pieces = random.nextInt(9); pieces > 0; pieces--) {
                name.append(PIECES[random.nextInt(PIECES.length)]);
            }
            names.add(newlines ? name.toString() : name.toString().replace('\n', ' '));
        }
        return names;
    }
}

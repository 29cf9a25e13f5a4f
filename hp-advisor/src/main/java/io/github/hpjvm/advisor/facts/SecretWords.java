package io.github.hpjvm.advisor.facts;

import java.util.List;

/** Words that indicate a secret. Each text that {@link Excerpt} or {@link Credentials} masks has at least one of them. */
final class SecretWords {

    /**
     * The words in names of credentials, as a regular expression that ignores case. {@code pass} counts at the end of a word
     * only: {@code passthrough} and {@code Speculation_Store_Bypass} are not credentials.
     */
    static final String KEY = "(?:password|passwd|passphrase|(?<!by)pass(?![a-z])|pwd|secret|token|credential"
            + "|api[._-]?key|access[._-]?key|account[._-]?key|private[._-]?key|auth[._-]?key)";

    /** Of {@code api_key}, {@code access-key} and the like the last part. */
    static final List<String> WORDS =
            List.of("pass", "pwd", "secret", "token", "credential", "key", "://", "bearer", "basic");

    private SecretWords() {}

    /**
     * Returns whether a text may have a credential. False is certain and cheap: most texts need no regular expression.
     */
    static boolean mayBeIn(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isStart(text.charAt(i)) && startsAt(text, i)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether one of the words starts so. */
    private static boolean isStart(char c) {
        return switch (c) {
            case 'p', 'P', 's', 'S', 't', 'T', 'c', 'C', 'k', 'K', 'b', 'B', ':' -> true;
            default -> false;
        };
    }

    private static boolean startsAt(String text, int at) {
        char first = Character.toLowerCase(text.charAt(at));
        for (String word : WORDS) {
            if (word.charAt(0) == first && text.regionMatches(true, at, word, 0, word.length())) {
                return true;
            }
        }
        return false;
    }
}

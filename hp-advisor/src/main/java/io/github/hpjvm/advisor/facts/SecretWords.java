package io.github.hpjvm.advisor.facts;

import java.util.List;
import java.util.Locale;

/** The words without which no text has a credential in it that {@link Excerpt} or {@link Credentials} would mask. */
final class SecretWords {

    /**
     * What is in the name of a credential, as a regular expression without regard to case; {@code pass} counts where the
     * word ends, because {@code passthrough} is none, and neither is {@code Speculation_Store_Bypass}.
     */
    static final String KEY = "(?:password|passwd|passphrase|(?<!by)pass(?![a-z])|pwd|secret|token|credential"
            + "|api[._-]?key|access[._-]?key|account[._-]?key|private[._-]?key|auth[._-]?key)";

    /** Of {@code api_key}, {@code access-key} and the like the last part. */
    private static final List<String> WORDS =
            List.of("pass", "pwd", "secret", "token", "credential", "key", "://", "bearer", "basic");

    private SecretWords() {}

    /** False is certain, and cheap: nearly all texts need none of the regular expressions. */
    static boolean mayBeIn(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        for (String word : WORDS) {
            if (lower.contains(word)) {
                return true;
            }
        }
        return false;
    }
}

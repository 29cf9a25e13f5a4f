package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.advisor.facts.Credentials;
import io.github.hpjvm.advisor.facts.OptionMask;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.QuotedWords;
import io.github.hpjvm.console.error.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.util.Utils;

/** The words for the JMH of a jar, a regular expression and options, as a results.json may have them. */
public final class JmhWords {
    private static final String MASK = "***";

    /** Each form in which JMH's parser takes JVM arguments; it knows an option by two dashes, too, and by its beginning. */
    private static final Pattern ARGUMENTS = Pattern.compile("(--?jvmArgs\\w*)(?:=(.*))?", Pattern.DOTALL);

    private JmhWords() {}

    /** One text without what may be a credential: values of JVM arguments are masked as those of forks. */
    public static String shown(List<String> words) {
        List<String> shown = new ArrayList<>();
        boolean arguments = false;
        for (String word : words) {
            Matcher option = ARGUMENTS.matcher(word);
            boolean isOption = !arguments && option.matches();
            boolean joined = isOption && option.group(2) != null;
            shown.add(
                    arguments
                            ? maskedArguments(word)
                            : joined
                                    ? option.group(1) + "=" + maskedArguments(option.group(2))
                                    : Credentials.masked(word));
            arguments = isOption && !joined;
        }
        return QuotedWords.joined(shown);
    }

    /** Masks the arguments that JMH sees: a double quote begins or ends a part with blanks, and no other character is special. */
    private static String maskedArguments(String text) {
        return JmhOptions.quoted(OptionMask.masked(List.copyOf(Utils.splitQuotedEscape(text))));
    }

    /**
     * The words of a campaign: those that are given, else those of the campaign that it continues.
     *
     * @param options of the campaign, completed by those of the earlier one
     * @throws UsageException if the earlier words have a masked part
     */
    public static List<String> of(List<String> given, Map<String, String> options) {
        String recorded = options.getOrDefault(BenchOptions.JMH, "");
        if (!given.isEmpty() || recorded.isEmpty()) {
            return given;
        }
        if (recorded.contains(MASK)) {
            throw new UsageException("jmh: type the options of the campaign again: " + recorded);
        }
        return QuotedWords.split(BenchOptions.JMH, recorded);
    }
}

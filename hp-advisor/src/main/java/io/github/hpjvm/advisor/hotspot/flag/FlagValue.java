package io.github.hpjvm.advisor.hotspot.flag;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The value that an argument gives to a flag.
 *
 * @param text as HotSpot would print it
 * @param problem HotSpot's message if it refuses the value; empty if it accepts it
 * @param resets whether it was written with {@code :=}
 */
record FlagValue(String text, String problem, boolean resets) {

    static final String PAGE_SIZE = "LargePageSizeInBytes";

    /** The flags whose value is checked during parsing: jvmFlagConstraintsRuntime.cpp and similar files. */
    private static final Set<String> POWERS_OF_2 = Set.of(PAGE_SIZE, "ObjectAlignmentInBytes");

    private static FlagValue good(String text) {
        return new FlagValue(text, "", false);
    }

    private static FlagValue bad(String problem) {
        return new FlagValue("", problem, false);
    }

    /**
     * Parses the value.
     *
     * @param argument what follows {@code -XX:}
     * @param rest what follows the name
     * @param anyPageSize whether the build accepts a page size that is no power of 2
     * @return empty if it is improperly specified
     */
    static Optional<FlagValue> of(KnownFlag flag, String argument, String rest, int feature, boolean anyPageSize) {
        boolean signed = argument.startsWith("+") || argument.startsWith("-");
        if (signed) {
            return rest.isEmpty() ? Optional.of(good(argument.startsWith("+") ? "true" : "false")) : Optional.empty();
        }
        if (rest.startsWith(":=")) {
            return Optional.of(new FlagValue(rest.substring(2), "", true));
        }
        if (!rest.startsWith("=")) {
            return Optional.empty();
        }
        String value = rest.substring(1);
        if (flag.isText()) {
            return Optional.of(good(value));
        }
        if (flag.type().equals("double")) {
            return FlagNumber.fraction(value, feature)
                    .map(number -> inRange(flag, new BigDecimal(number), String.format(Locale.ROOT, "%f", number)));
        }
        if (flag.type().isEmpty()) {
            return Optional.of(
                    good(FlagNumber.size(value, feature).map(Object::toString).orElse(value)));
        }
        boolean any = anyPageSize && flag.name().equals(PAGE_SIZE);
        return FlagNumber.of(value, flag.type(), feature)
                .map(number -> (any ? Optional.<FlagValue>empty() : powerOf2(flag, number, feature))
                        .orElseGet(() -> inRange(flag, new BigDecimal(number), number.toString())));
    }

    /** Returns whether it is a page size that is no power of 2. */
    static boolean isOddPageSize(KnownFlag flag, String rest, int feature) {
        return flag.name().equals(PAGE_SIZE)
                && rest.startsWith("=")
                && FlagNumber.of(rest.substring(1), flag.type(), feature)
                        .filter(number -> number.bitCount() != 1)
                        .isPresent();
    }

    private static FlagValue inRange(KnownFlag flag, BigDecimal exact, String number) {
        boolean outside = !flag.min().isEmpty()
                && (exact.compareTo(new BigDecimal(flag.min())) < 0 || exact.compareTo(new BigDecimal(flag.max())) > 0);
        return outside
                ? bad(flag.type() + " " + flag.name() + "=" + number + " is outside the allowed range [ "
                        + bound(flag, flag.min()) + " ... " + bound(flag, flag.max()) + " ]")
                : good(number);
    }

    /** Formats a bound. The refusal shows more digits than PrintFlagsRanges. */
    private static String bound(KnownFlag flag, String bound) {
        return flag.type().equals("double") ? String.format(Locale.ROOT, "%f", Double.parseDouble(bound)) : bound;
    }

    private static Optional<FlagValue> powerOf2(KnownFlag flag, BigInteger number, int feature) {
        boolean isPower = number.signum() > 0 && number.bitCount() == 1;
        boolean counts = POWERS_OF_2.contains(flag.name());
        if (!counts
                || isPower
                || !inRange(flag, new BigDecimal(number), number.toString())
                        .problem()
                        .isEmpty()) {
            return Optional.empty();
        }
        if (flag.name().equals(PAGE_SIZE)) {
            return Optional.of(bad(PAGE_SIZE + " ( " + number + " ) must be a power of 2"));
        }
        return feature == 8 ? Optional.empty() : Optional.of(bad(flag.name() + " (" + number + ") must be power of 2"));
    }

    /** Returns the message about a missing or wrong sign, or a wrong operator; empty if there is none. */
    static String improper(KnownFlag flag, String text, String rest) {
        boolean signed = text.startsWith("+") || text.startsWith("-");
        if (flag.type().isEmpty()) {
            return "";
        }
        if (flag.isBool() && !signed) {
            return "Missing +/- setting for VM option '" + text + "'";
        }
        if (!flag.isBool() && signed) {
            return "Unexpected +/- setting in VM option '" + withoutSign(text) + "'";
        }
        if (rest.startsWith(":=") && !flag.isText()) {
            return "Unrecognized VM option '" + text + "'";
        }
        return "";
    }

    static String withoutSign(String text) {
        return text.startsWith("+") || text.startsWith("-") ? text.substring(1) : text;
    }
}

package io.github.hpjvm.advisor.hotspot.flag;

import io.github.hpjvm.advisor.hotspot.flag.FlagRemark.Kind;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * The options that are no {@code -XX} flags, and the flags that they set: parse_each_vm_init_arg in {@code
 * arguments.cpp}.
 */
final class VmOptions {

    private static final BigInteger KIB = BigInteger.valueOf(1024);
    private static final BigInteger MAX_STACK = BigInteger.ONE.shiftLeft(30);

    private final FlagParser flags;
    private final int feature;

    VmOptions(FlagParser flags) {
        this.flags = flags;
        this.feature = flags.build().feature();
    }

    /** Parses one word of the command line. */
    void take(String word) {
        if (word.startsWith("-XX:")) {
            takeFlag(word);
            return;
        }
        KnownFlag option = flags.build().option(word);
        switch (option.kind()) {
            case OPTION, PREFIX ->
                takeOption(option.name(), word, word.substring(option.name().length()));
            case UNKNOWN -> flags.unknown(word);
            case OBSOLETE ->
                flags.warn(Kind.OBSOLETE, "Ignoring option " + word + "; support was removed in " + option.since());
            default -> refuseUnlessIgnored("Unrecognized option: " + word);
        }
    }

    private void refuseUnlessIgnored(String text) {
        if (!flags.ignoresUnknown()) {
            flags.refuse(text);
        }
    }

    private void takeFlag(String word) {
        String text = word.substring(4);
        if (text.startsWith("Flags=") || feature > 8 && text.startsWith("VMOptionsFile=")) {
            return;
        }
        if (text.startsWith("MaxHeapSize=")) {
            size("MaxHeapSize", text.substring("MaxHeapSize=".length()), 1, "Invalid maximum heap size: " + word);
        } else if (text.startsWith("ReservedCodeCacheSize=")) {
            String value = text.substring("ReservedCodeCacheSize=".length());
            if (size("ReservedCodeCacheSize", value, 1, "Invalid maximum code cache size: " + word + ".")) {
                flags.take(text);
            }
        } else if (isRecording(text)) {
            flags.set(text.startsWith("S") ? "StartFlightRecording" : "FlightRecorderOptions", "");
        } else {
            flags.take(text);
            exclude(text);
        }
    }

    /**
     * Returns whether it is a flag of the flight recorder. Jfr::on_start_flight_recording_option accepts them without a
     * value, and after a colon.
     */
    private boolean isRecording(String text) {
        KnownFlag flag = flags.build().flag("StartFlightRecording");
        return flag.kind() == FlagKind.PRODUCT
                && List.of("StartFlightRecording", "StartFlightRecording:", "FlightRecorderOptions:").stream()
                        .anyMatch(form -> form.endsWith(":") ? text.startsWith(form) : text.equals(form));
    }

    /** Resets the other one of two flags that exclude each other. The last one takes effect. */
    private void exclude(String text) {
        switch (text) {
            case "+NeverTenure" -> flags.set("AlwaysTenure", "false");
            case "+AlwaysTenure" -> flags.set("NeverTenure", "false");
            default -> {
                // no other flags exclude each other
            }
        }
    }

    private void takeOption(String name, String word, String rest) {
        switch (name) {
            case "-Xmx", "-mx" -> size("MaxHeapSize", rest, 1, "Invalid maximum heap size: " + word);
            case "-Xms", "-ms" -> initialHeap(rest, word);
            case "-Xmn" -> {
                size("NewSize", rest, 1, "Invalid initial young generation size: " + word, "MaxNewSize");
            }
            case "-Xss", "-ss" -> stack(rest, word);
            case "-Xmaxjitcodesize" -> codeCache(rest, word);
            case "-Xbootclasspath:" -> removed(word, "-Xbootclasspath is no longer a supported option.");
            case "-Xbootclasspath/p:" -> removed(word, "-Xbootclasspath/p is no longer a supported option.");
            case "-Xcheck" -> suffix(word, rest, "check", List.of(":jni"));
            case "-Xverify" -> verify(word, rest);
            case "-Xmaxf", "-Xminf" -> heapFree(name, rest, word);
            default -> ModeOptions.set(flags, name);
        }
    }

    /** Sets a size, and others to the same. If it is no size or too small, refuses with that text and returns false. */
    private boolean size(String flag, String text, long min, String refusal, String... others) {
        Optional<BigInteger> size = FlagNumber.size(text, feature);
        if (size.isEmpty() || size.get().compareTo(BigInteger.valueOf(min)) < 0) {
            flags.refuse(refusal);
            return false;
        }
        flags.set(flag, size.get().toString());
        for (String other : others) {
            flags.set(other, size.get().toString());
        }
        return true;
    }

    /**
     * Sets the initial and the smallest heap. Since 9 the smallest heap is a flag, too; for 8 the same name is used
     * here.
     */
    private void initialHeap(String text, String word) {
        size("InitialHeapSize", text, 0, "Invalid initial heap size: " + word, "MinHeapSize");
    }

    /** Sets the stack size; ThreadStackSize counts KiB. */
    private void stack(String text, String word) {
        Optional<BigInteger> size = FlagNumber.size(text, feature)
                .filter(s -> feature > 8 ? s.compareTo(MAX_STACK) <= 0 : s.compareTo(BigInteger.valueOf(1000)) >= 0);
        if (size.isEmpty()) {
            flags.refuse("Invalid thread stack size: " + word);
            return;
        }
        BigInteger bytes =
                feature > 8 ? size.get() : BigInteger.valueOf(size.get().intValue());
        BigInteger kib = bytes.add(KIB).subtract(BigInteger.ONE).divide(KIB);
        flags.set("ThreadStackSize", kib.toString());
    }

    private void codeCache(String text, String word) {
        if (size("ReservedCodeCacheSize", text, 1, "Invalid maximum code cache size: " + word + ".")
                && flags.build().option("-Xmaxjitcodesize").isDeprecated()) {
            flags.warn(
                    Kind.DEPRECATED,
                    "Option -Xmaxjitcodesize was deprecated in JDK 26 and will likely be removed in a future release.");
        }
    }

    private void removed(String word, String text) {
        if (feature > 8) {
            flags.refuse(text);
        } else if (word.startsWith("-Xbootclasspath:")) {
            flags.unknown(word);
        }
    }

    private boolean suffix(String word, String rest, String kind, List<String> known) {
        if (known.contains(rest)) {
            return true;
        }
        refuseUnlessIgnored("Unrecognized " + kind + " option: " + word);
        return false;
    }

    private void verify(String word, String rest) {
        List<String> levels = feature < 27 ? List.of("", ":all", ":remote", ":none") : List.of("", ":all", ":remote");
        boolean known = suffix(word, rest, "verification", levels);
        if (known && rest.equals(":none") && feature >= 13) {
            flags.warn(
                    Kind.DEPRECATED,
                    "Options -Xverify:none and -noverify were deprecated in JDK 13 and will likely be removed in a"
                            + " future release.");
        }
    }

    private void heapFree(String name, String rest, String word) {
        Optional<Integer> percent = percent(rest);
        String which = name.equals("-Xmaxf") ? "max" : "min";
        if (percent.isEmpty() || percent.get() < 0 || percent.get() > 100) {
            flags.refuse("Bad " + which + " heap free percentage size: " + word);
        } else {
            flags.set(
                    which.equals("max") ? "MaxHeapFreeRatio" : "MinHeapFreeRatio",
                    percent.get().toString());
        }
    }

    private static Optional<Integer> percent(String text) {
        try {
            return Optional.of((int) (Double.parseDouble(text) * 100));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}

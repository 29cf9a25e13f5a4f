package io.github.hpjvm.advisor.hotspot.flag;

import io.github.hpjvm.advisor.hotspot.flag.FlagRemark.Kind;

/** Options that switch a mode and have no value. */
final class ModeOptions {

    private ModeOptions() {}

    /** Sets the flags for which the option stands. Options that set no flag are ignored. */
    static void set(FlagParser flags, String option) {
        switch (option) {
            case "-Xint" -> mode(flags, true, false);
            case "-Xcomp" -> mode(flags, false, true);
            case "-Xmixed" -> mode(flags, true, true);
            case "-Xnoclassgc", "-noclassgc" -> flags.set("ClassUnloading", "false");
            case "-Xbatch" -> flags.set("BackgroundCompilation", "false");
            case "-Xrs" -> flags.set("ReduceSignalUsage", "true");
            case "-Xshare:on" -> share(flags, true, true);
            case "-Xshare:auto" -> share(flags, true, false);
            case "-Xshare:off" -> share(flags, false, false);
            case "-Xshare:dump" -> flags.set("DumpSharedSpaces", "true");
            case "-Xconcgc" -> concurrent(flags, true);
            case "-Xnoconcgc" -> concurrent(flags, false);
            case "-Xincgc" -> {
                flags.set("CMSIncrementalMode", "true");
                flags.set("UseConcMarkSweepGC", "true");
            }
            case "-Xnoincgc" -> flags.set("CMSIncrementalMode", "false");
            default -> {
                // other options set no flag
            }
        }
    }

    /** set_mode_flags. */
    private static void mode(FlagParser flags, boolean interpreter, boolean compiler) {
        flags.set("UseInterpreter", Boolean.toString(interpreter));
        flags.set("UseCompiler", Boolean.toString(compiler));
    }

    private static void share(FlagParser flags, boolean use, boolean require) {
        flags.set("UseSharedSpaces", Boolean.toString(use));
        flags.set("RequireSharedSpaces", Boolean.toString(require));
    }

    /** Sets the flag. 9 to 13 report that the option uses a deprecated flag. */
    private static void concurrent(FlagParser flags, boolean on) {
        if (flags.build().feature() > 8) {
            flags.take((on ? "+" : "-") + "UseConcMarkSweepGC");
            flags.warn(Kind.DEPRECATED, "-X" + (on ? "" : "no") + "concgc uses deprecated option UseConcMarkSweepGC");
        } else {
            flags.set("UseConcMarkSweepGC", Boolean.toString(on));
        }
    }
}

package io.github.hpjvm.advisor.hotspot.flag;

import io.github.hpjvm.advisor.hotspot.flag.FlagRemark.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The messages of JDK 8 about flags. It has no table of them: check_deprecated_gcs and check_deprecated_gc_flags. */
final class OldWarnings {

    private static final Map<String, String> TEXTS = Map.of(
            "MaxGCMinorPauseMillis",
            "Using MaxGCMinorPauseMillis as minor pause goal is deprecatedand will likely be removed in future release",
            "DefaultMaxRAMFraction",
            "DefaultMaxRAMFraction is deprecated and will likely be removed in a future release. Use MaxRAMFraction"
                    + " instead.",
            "UseCMSCompactAtFullCollection",
            "UseCMSCompactAtFullCollection is deprecated and will likely be removed in a future release.",
            "CMSFullGCsBeforeCompaction",
            "CMSFullGCsBeforeCompaction is deprecated and will likely be removed in a future release.",
            "UseCMSCollectionPassing",
            "UseCMSCollectionPassing is deprecated and will likely be removed in a future release.");

    private OldWarnings() {}

    static List<FlagRemark> of(Map<String, String> given) {
        List<FlagRemark> warnings = new ArrayList<>();
        boolean parallelYoung = !"false".equals(given.get("UseParNewGC"));
        boolean cms = "true".equals(given.get("UseConcMarkSweepGC"));
        if (cms && !parallelYoung) {
            deprecated(
                    warnings,
                    "Using the DefNew young collector with the CMS collector is deprecated and will likely be removed in a"
                            + " future release");
        }
        if (!cms && "true".equals(given.get("UseParNewGC"))) {
            deprecated(
                    warnings,
                    "Using the ParNew young collector with the Serial old collector is deprecated and will likely be"
                            + " removed in a future release");
        }
        if ("true".equals(given.get("CMSIncrementalMode"))) {
            deprecated(warnings, "Using incremental CMS is deprecated and will likely be removed in a future release");
        }
        TEXTS.entrySet().stream()
                .filter(text -> given.containsKey(text.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .forEach(text -> deprecated(warnings, text.getValue()));
        return warnings;
    }

    private static void deprecated(List<FlagRemark> warnings, String text) {
        warnings.add(new FlagRemark(Kind.DEPRECATED, text));
    }
}

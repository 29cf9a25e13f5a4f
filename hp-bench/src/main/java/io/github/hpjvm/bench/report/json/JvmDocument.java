package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.os.file.BytePath;
import java.util.Map;

/** A JVM in results.json. */
record JvmDocument(int release, String version, String vendor, String vm, String java) {
    static JvmDocument of(TargetJvm jvm) {
        return new JvmDocument(
                jvm.version().feature(),
                jvm.build(),
                jvm.vendor(),
                jvm.vmName(),
                jvm.java().toString());
    }

    /** The JVM without its flags, which are not in the file. */
    TargetJvm jvm() {
        return new TargetJvm(
                BytePath.of(java), new JavaVersion(release, 0, 0, 0, version), version, vendor, vm, Map.of());
    }
}

package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Checks the class paths of variants: the launcher ignores an entry that does not exist. */
public final class ClassPaths {
    private ClassPaths() {}

    /**
     * @throws UsageException if an entry does not exist; then the variant would be the same as baseline. Of {@code dir/*} the
     *     folder must exist
     */
    public static void requireExisting(List<Variant> variants) {
        for (Variant variant : variants) {
            for (Path entry : variant.classPath()) {
                boolean all = entry.endsWith("*");
                Path place = all ? entry.toAbsolutePath().getParent() : entry;
                if (all ? !Files.isDirectory(place) : !Files.exists(place)) {
                    throw new UsageException("variant: " + variant.name() + ": classpath:" + entry
                            + " does not exist; name a jar, or a folder with classes");
                }
            }
        }
    }
}

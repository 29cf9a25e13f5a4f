package io.github.hpjvm.cli.watch;

import io.github.hpjvm.advisor.goal.Requirement;
import io.github.hpjvm.advisor.read.Manner;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A request to watch JVMs.
 *
 * @param pid the process; 0 for all
 * @param all whether all JVMs are watched
 * @param interval time between two readings
 * @param time time after which it ends; empty for no end
 * @param threshold share below which coverage is an alert
 * @param anyJvm whether this holds for JVMs that requested no huge pages as well
 * @param format the format of stdout
 * @param manner the manner in which the JVMs are read
 * @param required the pages that each JVM must have at its last reading
 * @param record the folder of the recording
 */
record WatchRequest(
        long pid,
        boolean all,
        Duration interval,
        Optional<Duration> time,
        double threshold,
        boolean anyJvm,
        Format format,
        Manner manner,
        Optional<Requirement> required,
        Optional<Path> record) {

    /**
     * Returns the exit code at the end.
     *
     * @param judged the worst answer to {@code required}, as an exit code; 0 without one
     * @param known whether the pages of a heap were known
     * @param hidden whether this user may not read JVMs of {@link #all}
     */
    int exitCode(int judged, boolean known, boolean hidden) {
        boolean enough = all && required.isEmpty() ? !hidden || known : known && !hidden;
        return judged != ExitCodes.OK || enough ? judged : ExitCodes.INSUFFICIENT;
    }
}

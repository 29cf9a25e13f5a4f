package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Requested;
import java.util.Optional;

/**
 * Causes for which a JVM gets no transparent huge pages whatever the settings of the host and its flags are. HP-108 and
 * HP-111 judge them; other rules about transparent huge pages do not apply then.
 */
final class ThpDenied {

    private ThpDenied() {}

    /** The cause; empty if there is none, or if it is not known. */
    static Optional<String> why(RuleContext context) {
        if (ThpDisabledForProcess.holds(context)) {
            return Optional.of(
                    "PR_SET_THP_DISABLE excludes this process from transparent huge pages, which another rule"
                            + " judges");
        }
        return HiddenSysfs.holds(context, Requested.THP)
                ? Optional.of("a sandbox hides the files of the host from the JVM, which another rule judges")
                : Optional.empty();
    }
}

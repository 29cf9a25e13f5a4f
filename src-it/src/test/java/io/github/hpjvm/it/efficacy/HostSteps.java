package io.github.hpjvm.it.efficacy;

import io.github.hpjvm.it.lab.Program.Ended;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The steps of a plan on this host: runs the emitted script and its undo, and compares the host with the plan. */
final class HostSteps {
    private final HostWords before = HostWords.now();
    private final List<String> wrong;

    /** @param wrong gets a line for everything that is not as the plan says */
    HostSteps(List<String> wrong) {
        this.wrong = wrong;
    }

    /** The host before the first step. */
    HostWords before() {
        return before;
    }

    void apply(Said said, Emitted emitted) {
        Ended applied = emitted.sh("apply");
        if (applied.exitCode() != 0) {
            wrong.add("the script fails: " + applied.err().strip());
            return;
        }
        HostWords after = HostWords.now();
        Map<Path, String> named = said.files();
        after.changedSince(before).forEach((file, change) -> {
            if (!named.containsKey(file)) {
                wrong.add("the plan does not name what changed: " + file + " " + change);
            }
        });
        named.forEach((file, value) -> {
            if (!after.word(file).equals(value)) {
                wrong.add(file + " says " + after.word(file) + " and not " + value);
            }
        });
    }

    void undo(Emitted emitted) {
        Ended undone = emitted.sh("undo");
        if (undone.exitCode() != 0) {
            wrong.add("the undo fails: " + undone.err().strip());
        }
        expectUnchanged("the undo");
    }

    void expectUnchanged(String after) {
        Map<Path, String> changed = HostWords.now().changedSince(before);
        if (!changed.isEmpty()) {
            wrong.add("not as it was after " + after + ": " + changed);
        }
    }
}

package io.github.hpjvm.it.efficacy;

import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.matrix.Case;
import io.github.hpjvm.it.matrix.Scene;
import io.github.hpjvm.it.matrix.Seen;
import io.github.hpjvm.it.matrix.Touches;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Starts a JVM, requests advice, follows it literally, checks the result, and undoes it. */
final class Follower {
    private static final double HUGE = 0.95;
    private static final Duration KHUGEPAGED = Duration.ofSeconds(20);

    private final TheHost host;
    private final Path folder;
    private final Path classes;

    /**
     * Creates the follower.
     *
     * @param folder for emitted files and the files that the JVMs create
     */
    Follower(TheHost host, Path folder) {
        this.host = host;
        this.folder = folder;
        this.classes = JavaSource.compiled(folder, Touches.NAME, Touches.SOURCE);
    }

    /**
     * Follows the advice for a case, and repeats it if the result differs: another process may have used memory
     * meanwhile.
     */
    Followed follow(Case it) {
        Followed first = once(it);
        return first.wrong().isEmpty() ? first : once(it);
    }

    private Followed once(Case it) {
        try (Scene scene = Scene.set(host, it.host())) {
            return new Course(it, scene).run();
        } catch (Scene.NotPossible e) {
            return Followed.not(it, e.getMessage());
        } catch (AssertionError e) {
            return new Followed(it, "-", "-", "-", "", List.of(String.valueOf(e.getMessage())), false);
        }
    }

    /** The run of one case. */
    private final class Course {
        private final Case it;
        private final Scene scene;
        private final Path java;
        private final List<String> wrong = new ArrayList<>();
        private final HostSteps steps = new HostSteps(wrong);
        private String note = "";

        Course(Case it, Scene scene) {
            this.it = it;
            this.scene = scene;
            this.java = Jdks.named(it.build()).orElseThrow().java();
        }

        Followed run() throws Scene.NotPossible {
            List<String> command = new ArrayList<>(List.of(java.toString()));
            command.addAll(it.arguments());
            command.addAll(List.of("-cp", classes.toString(), Touches.NAME));
            Said said;
            Emitted emitted;
            Optional<Seen> had;
            boolean filled;
            try (Started first = Started.in(scene, command, folder)) {
                // A JVM whose group allows too little ends when it touches memory, so advice is requested before.
                filled = it.host().max().isEmpty() && first.fills() && first.isFilled();
                if (!first.isAlive()) {
                    return Followed.not(it, "did not start: " + first.said());
                }
                had = first.heap();
                said = Said.of(first.pid());
                emitted = Emitted.of(first.pid(), folder);
                steps.expectUnchanged("looking");
                steps.apply(said, emitted);
            }
            if (said.plans("KERNEL_ARG") || said.plans("CHANGE_JDK")) {
                steps.undo(emitted);
                return new Followed(it, "-", text(had), "-", "the plan needs a reboot or another Java", wrong, false);
            }
            Optional<Seen> got = restarted(said, emitted, had, filled);
            steps.undo(emitted);
            if (note.isEmpty() && !said.promises()) {
                note = String.join("; ", said.leftOut());
            }
            String promise = said.promises() ? said.recommended().orElse("HUGE") : "-";
            return new Followed(it, promise, text(had), text(got), note, wrong, true);
        }

        /** Restarts with the file or with the variable, in alternate cases, whatever their order. */
        private Optional<Seen> restarted(Said said, Emitted emitted, Optional<Seen> had, boolean filled)
                throws Scene.NotPossible {
            boolean byVariable = (it.toString().hashCode() & 1) == 0;
            List<String> command = emitted.restart(java, it.release() == 8, it.arguments(), classes, byVariable);
            try (Started second = Started.in(scene, command, folder)) {
                if (!second.fills() || filled && !second.isFilled()) {
                    wrong.add("after a restart it behaves differently: " + second.said());
                    return Optional.empty();
                }
                Optional<Seen> got = second.heap();
                Said then = Said.of(second.pid());
                if (said.promises() && !isHuge(got) && then.when().equals("LATER")) {
                    got = collapsed(second);
                    note = "by khugepaged";
                    then = Said.of(second.pid());
                }
                compare(said, then, had, got);
                return got;
            }
        }

        private void compare(Said said, Said then, Optional<Seen> had, Optional<Seen> got) {
            if (said.promises() && !isHuge(got)) {
                wrong.add("the plan said that the heap would be huge, and it is on " + text(got) + " (expected "
                        + then.expected() + ")");
            }
            said.recommended()
                    .filter(kind -> isHuge(got)
                            && !got.flatMap(Seen::kind).map(PageKind::name).equals(Optional.of(kind)))
                    .ifPresent(kind -> wrong.add("the plan said " + kind + ", and the heap is on " + text(got)));
            if (isHuge(had) && !isHuge(got)) {
                wrong.add("the heap was on " + text(had) + " and is on " + text(got));
            }
            wrong.addAll(then.unresolvedSince(said));
        }

        /** Collapses the heap as khugepaged does over a longer time, so that less of it is done. */
        private Optional<Seen> collapsed(Started jvm) {
            host.set(HostState.SCAN_SLEEP, 10);
            long end = System.nanoTime() + KHUGEPAGED.toNanos();
            Optional<Seen> seen = jvm.heap();
            while (!isHuge(seen) && System.nanoTime() < end) {
                LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
                seen = jvm.heap();
            }
            host.set(HostState.SCAN_SLEEP, steps.before().word(HostState.SCAN_SLEEP));
            return seen;
        }
    }

    private static boolean isHuge(Optional<Seen> heap) {
        boolean kind = heap.flatMap(Seen::kind)
                .filter(it -> it == PageKind.THP || it == PageKind.HUGETLB)
                .isPresent();
        return kind
                && heap.filter(it -> it.coverage() >= HUGE || it.coverage() == 0)
                        .isPresent();
    }

    private static String text(Optional<Seen> heap) {
        return heap.map(it ->
                        it.kind().map(Enum::name).orElse("NOTHING") + " " + Math.round(it.coverage() * 100) + " %")
                .orElse("-");
    }
}

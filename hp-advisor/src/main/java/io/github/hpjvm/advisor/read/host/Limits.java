package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Memlock;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.text.First;
import io.github.hpjvm.os.text.MalformedTextException;
import io.github.hpjvm.os.text.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The resource limits of a process: {@code /proc/PID/limits} (fs/proc/base.c, proc_pid_limits). */
public final class Limits {

    private static final String LABEL = "Max locked memory";

    private Limits() {}

    /**
     * Returns how much memory a process may lock.
     *
     * @param process a process id or {@code self}
     */
    public static Fact<Memlock> memlock(Path procRoot, String process) {
        Path file = procRoot.resolve(process).resolve("limits");
        return TextFile.read(file, Limits::parse)
                .flatMap(limit -> Fact.known(limit, Source.of(file, LABEL + " " + shown(limit))));
    }

    private static String shown(Memlock limit) {
        return limit.soft().map(Bytes::toString).orElse("unlimited") + " (soft), "
                + limit.hard().map(Bytes::toString).orElse("unlimited") + " (hard)";
    }

    /**
     * Parses the limit on locked memory.
     *
     * @throws MalformedTextException if there is none
     */
    public static Memlock parse(String text) {
        String line =
                First.line(text, LABEL).orElseThrow(() -> new MalformedTextException("no limit on locked memory", ""));
        List<String> words = Words.of(line.substring(LABEL.length()));
        if (words.size() < 2) {
            throw new MalformedTextException("not a limit", line);
        }
        return new Memlock(limit(words.get(0)), limit(words.get(1)));
    }

    private static Optional<Bytes> limit(String word) {
        return word.equals("unlimited") ? Optional.empty() : Optional.of(Bytes.of(Choice.number(word)));
    }
}

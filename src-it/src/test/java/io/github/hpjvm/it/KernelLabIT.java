package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.it.kernels.GuestJvm;
import io.github.hpjvm.it.kernels.Judgement;
import io.github.hpjvm.it.kernels.Judgement.Verdict;
import io.github.hpjvm.it.kernels.KernelTable;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * Boots Debian's kernels under emulation ({@code lab/kernels}), starts JVMs of five releases in them, and compares {@code
 * predict} and {@code advise} with smaps. Other commands run once in each guest. Guests run one after the other, because
 * each uses two processors.
 *
 * <ul>
 *   <li>{@code -Dhp.kernels=6.1-amd64,6.12-arm64-16k} selects guests of {@code lab/kernels/guests.txt}; default: all.
 *   <li>{@code -Dhp.kernels.groups='madvise hugetlb'} and {@code -Dhp.kernels.jvms=REGEX} select JVMs of {@code
 *       lab/kernels/jvms.txt}.
 *   <li>{@code -Dhp.kernels.minutes=N} limits the time of each guest; default: 120.
 *   <li>{@code -Dhp.kernels.boot=false} judges the results of the last boot again.
 * </ul>
 *
 * <p>The table is {@code target/kernels/table.txt}. {@code target/kernels/jvms.tsv} and the snapshots in {@code
 * target/kernels/GUEST} have the format of {@code hp-cli/src/test/resources/kernels}; {@code GUEST/guest} has all that the
 * guest saved.
 */
class KernelLabIT {
    private static final Path ROOT = Path.of(System.getProperty("hp.root"), "src-it");
    private static final Path SCRIPTS = ROOT.resolve("lab/kernels");
    private static final Path RESULTS = ROOT.resolve("target/kernels");
    private static final double MOST_UNKNOWN = 0.05;

    private static final String FINISHED = "finished";
    private static final String EARLIER = "results of an earlier boot";

    /** Exit codes of boot.sh. */
    private static final int BOOTED = 0;

    private static final int NOT_BOOTED = 3;

    /** Downloads on a slow line; the kernel that is built. */
    private static final Duration PREPARE_LIMIT = Duration.ofMinutes(90);

    @Test
    void predictAndAdviseAreRightOnEachKernel() throws IOException {
        Needs.lab();
        Needs.root();
        List.of("qemu-system-x86_64", "qemu-system-aarch64", "qemu-aarch64", "depmod", "cpio", "mke2fs")
                .forEach(Needs::program);
        KernelTable table = new KernelTable();
        List<String> lines = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        Files.createDirectories(RESULTS);
        Files.deleteIfExists(RESULTS.resolve("table.txt"));
        for (String guest : guests()) {
            Path results = RESULTS.resolve(guest).resolve("guest");
            String end = Boolean.parseBoolean(System.getProperty("hp.kernels.boot", "true"))
                    ? booted(guest, results)
                    : EARLIER;
            List<GuestJvm> jvms = Files.isDirectory(results) ? GuestJvm.in(results) : List.of();
            List<Judgement> judgements = new ArrayList<>();
            for (GuestJvm jvm : jvms) {
                judgements.add(judged(jvm, results));
                jvm.line(guest).ifPresent(lines::add);
                Path snapshot = Path.of(jvm.snapshot() + ".json");
                Files.copy(
                        results.resolve(snapshot),
                        RESULTS.resolve(guest).resolve(snapshot),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            table.add(guest, end, judgements);
            if (!List.of(FINISHED, EARLIER).contains(end) || judgements.isEmpty()) {
                failed.add(guest + ": " + end);
            }
            failed.addAll(failedCommands(guest, results));
            // after each guest: the lab takes hours
            Files.writeString(RESULTS.resolve("table.txt"), table.toString());
            Files.write(RESULTS.resolve("jvms.tsv"), lines);
        }
        System.out.println(table);
        List<String> unknown = table.with(Verdict.UNKNOWN, Judgement::prediction);
        assertAll(
                () -> assertEquals(List.of(), table.with(Verdict.WRONG, Judgement::prediction)),
                () -> assertEquals(List.of(), table.with(Verdict.WRONG, Judgement::advice)),
                () -> assertTrue(unknown.size() <= MOST_UNKNOWN * table.measured(), unknown::toString),
                () -> assertEquals(List.of(), failed));
    }

    private static List<String> guests() throws IOException {
        String chosen = System.getProperty("hp.kernels", "");
        if (!chosen.isEmpty()) {
            return List.of(chosen.split(","));
        }
        return Files.readAllLines(SCRIPTS.resolve("guests.txt")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" ", 2)[0])
                .toList();
    }

    /** Boots a guest to its end, and returns how it ended. */
    private static String booted(String guest, Path results) {
        int minutes = Integer.getInteger("hp.kernels.minutes", 120);
        Program.Ended prepared = Program.of(SCRIPTS.resolve("prepare.sh").toString(), guest)
                .limit(PREPARE_LIMIT)
                .run();
        if (prepared.exitCode() != 0) {
            System.out.println(prepared.err());
            return "could not be prepared";
        }
        Program boot = Program.of(SCRIPTS.resolve("boot.sh").toString(), guest)
                .with(System.getProperty("hp.kernels.cli", Cli.tree().toString()), results)
                .set("JAVA_HOME", System.getProperty("java.home"))
                .set("LIMIT", Duration.ofMinutes(minutes).toSeconds())
                .limit(Duration.ofMinutes(minutes + 5));
        Optional.ofNullable(System.getProperty("hp.kernels.groups")).ifPresent(groups -> boot.set("STATES", groups));
        Optional.ofNullable(System.getProperty("hp.kernels.jvms")).ifPresent(jvms -> boot.set("JVMS", jvms));
        Program.Ended ended = boot.run();
        return switch (ended.exitCode()) {
            case BOOTED -> FINISHED;
            case NOT_BOOTED -> "did not boot";
            default -> "did not finish";
        };
    }

    /** Returns the other commands of hp-cli that failed in the guest. */
    private static List<String> failedCommands(String guest, Path results) throws IOException {
        List<String> failed = new ArrayList<>();
        for (String command : List.of("version", "ps", "doctor", "stalls", "bench")) {
            Path code = results.resolve("command-" + command + ".rc");
            if (Files.exists(code) && !Files.readString(code).strip().equals("0")) {
                failed.add(guest + ": " + command + " ended with "
                        + Files.readString(code).strip());
            }
        }
        return failed;
    }

    /** hp-cli on this host judges the snapshots: under emulation each command would take a minute. */
    private static Judgement judged(GuestJvm jvm, Path results) {
        Program.Ended predict = Cli.with("predict", "--format", "json", "--snapshot")
                .with(results.resolve(jvm.snapshot() + ".json"), "--jdk", jvm.release() + "/debian", "--", "java")
                .with(jvm.arguments().toArray())
                .run();
        JsonNode prediction = json(predict);
        JsonNode starts = prediction.path("starts");
        return new Judgement(
                jvm,
                starts.isBoolean() ? Optional.of(starts.asBoolean()) : Optional.empty(),
                kind(heap(prediction).path("kind")),
                jvm.pid().isPresent() ? advised(jvm.pid(), results.resolve(jvm.snapshot() + "-after.json")) : none());
    }

    private static Optional<PageKind> none() {
        return Optional.empty();
    }

    private static Optional<PageKind> advised(OptionalLong pid, Path snapshot) {
        Program.Ended advise = Cli.with("advise", "--format", "json", "--snapshot")
                .with(snapshot, "--pid", pid.orElseThrow())
                .run();
        return kind(heap(json(advise)).at("/observed/kind"));
    }

    /** Its output, if it is JSON: else nothing is known. */
    private static JsonNode json(Program.Ended ended) {
        return Results.parse(ended.out().startsWith("{") ? ended.out() : "{}").root();
    }

    private static JsonNode heap(JsonNode answer) {
        for (JsonNode region : answer.path("regions")) {
            if (region.path("name").asText().equals("heap")) {
                return region;
            }
        }
        return answer.path("regions").path("heap");
    }

    private static Optional<PageKind> kind(JsonNode text) {
        return text.isTextual() ? Optional.of(PageKind.valueOf(text.asText())) : Optional.empty();
    }
}

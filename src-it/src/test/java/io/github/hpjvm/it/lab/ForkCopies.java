package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The files of a campaign's forks in {@code <out>/forks}, and the running forks. */
public final class ForkCopies {
    private final Path folder;

    /**
     * Creates the reader.
     *
     * @param out the output folder of the campaign
     */
    public ForkCopies(Path out) {
        this.folder = out.resolve("forks");
    }

    /**
     * Returns the lines of the section {@code ready arguments} of a fork that has ended: the arguments that this JVM
     * received.
     */
    public List<String> arguments(int round, String variant) {
        Path file = file(round, variant, ".copy.gz").orElseThrow();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return section(text, "ready arguments")
                    .orElseThrow()
                    .lines()
                    .filter(line -> !line.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the output so far of a running fork; empty before its first word. */
    public Optional<String> live(int round, String variant) {
        return file(round, variant, ".copy").map(ForkCopies::read);
    }

    /** Returns a file that the campaign keeps of a fork; {@code baseline'} is {@code baseline2} in file names. */
    public Optional<Path> file(int round, String variant, String ending) {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        String last = "-" + variant.replace("'", "2") + ending;
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("round" + round + "-"))
                    .filter(file -> file.getFileName().toString().endsWith(last))
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the text of one section of a copy. */
    public static Optional<String> section(String copy, String name) {
        String header = "==== " + name + "\n";
        int start = copy.indexOf(header);
        if (start < 0) {
            return Optional.empty();
        }
        int end = copy.indexOf("\n==== ", start + header.length());
        return Optional.of(copy.substring(start + header.length(), end < 0 ? copy.length() : end + 1));
    }

    /**
     * Returns the JVM of that round and variant while it runs: the name of its crash log on its command line has the
     * same numbers as the name of its copy.
     */
    public Optional<ProcessHandle> running(ProcessHandle campaign, int round, String variant) {
        return file(round, variant, ".copy")
                .map(copy -> copy.getFileName().toString().split("-")[1])
                .flatMap(order -> campaign.descendants()
                        .filter(ForkCopies::isFork)
                        .filter(fork -> commandLine(fork).contains("hs_err_" + round + "-" + order + "_"))
                        .findFirst());
    }

    /** Returns the JVM that JMH has forked, among the processes of a campaign. */
    public static Optional<ProcessHandle> runningFork(ProcessHandle campaign) {
        return campaign.descendants().filter(ForkCopies::isFork).findFirst();
    }

    private static boolean isFork(ProcessHandle process) {
        return commandLine(process).contains("org.openjdk.jmh.runner.ForkedMain");
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(
                    Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}

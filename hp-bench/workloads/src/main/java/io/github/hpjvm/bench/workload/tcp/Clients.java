package io.github.hpjvm.bench.workload.tcp;

import io.github.hpjvm.bench.reading.Readings;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Paths;

/**
 * The server's handle on the process of the clients. That process ends with its standard input, so that it never
 * outlives its parent.
 */
final class Clients implements AutoCloseable {
    private final Process process;
    private final Writer orders;
    private final BufferedReader answers;

    private Clients(Process process) {
        this.process = process;
        this.orders = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII));
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    }

    /** Starts the clients on the same JVM, with a fixed heap and default flags: the same for all variants. */
    static Clients start(int port, int rate, int entries) throws IOException {
        String java = Paths.get(System.getProperty("java.home"), "bin", "java").toString();
        return new Clients(new ProcessBuilder(
                        java,
                        "-Xms64m",
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LoadClient.class.getName(),
                        String.valueOf(port),
                        String.valueOf(rate),
                        String.valueOf(entries))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /**
     * Sends requests for so long, and reports readings of all responses since the last {@link #forget}.
     *
     * @return requests so far
     */
    long load(int millis) throws IOException {
        order("load " + millis);
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("the client process has ended");
        }
        long count = 0;
        for (String figure : answer.split(";")) {
            String[] parts = figure.split("=");
            Readings.put("response " + parts[0], Double.parseDouble(parts[1]), parts[0].equals("count") ? "" : "us");
            if (parts[0].equals("count")) {
                count = Long.parseLong(parts[1]);
            }
        }
        return count;
    }

    void forget() throws IOException {
        order("forget");
    }

    private void order(String line) throws IOException {
        orders.write(line + "\n");
        orders.flush();
    }

    @Override
    public void close() throws IOException {
        orders.close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

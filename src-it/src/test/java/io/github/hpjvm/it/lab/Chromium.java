package io.github.hpjvm.it.lab;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/**
 * Chromium without a screen.
 *
 * @param folder for its profile and its pictures
 */
public record Chromium(Path program, Path folder) {

    /** Returns it; skips the test if there is none. */
    public static Chromium in(Path folder) {
        return new Chromium(Needs.oneOf("chromium", "chromium-browser", "google-chrome"), folder);
    }

    /** The preferred colour scheme of a reader. */
    public enum Scheme {
        LIGHT(1),
        DARK(0);

        /** Blink's number for it: mojom PreferredColorScheme. */
        private final int number;

        Scheme(int number) {
            this.number = number;
        }
    }

    /** The document after its scripts have run, and the messages of the console. */
    public record Shown(String document, List<String> console) {}

    /** Opens a page and reads it. */
    public Shown open(Path page, Scheme scheme) {
        return shown(run(scheme, "--dump-dom", page.toUri()));
    }

    private static Shown shown(Program.Ended ended) {
        return new Shown(
                ended.out(),
                ended.errLines().stream()
                        .filter(line -> line.contains(":CONSOLE"))
                        .toList());
    }

    /** Returns a picture of a page in a window of this width. */
    public BufferedImage picture(Path page, Scheme scheme, int width) {
        Path file = folder.resolve(scheme + "-" + width + ".png");
        run(scheme, "--screenshot=" + file, "--hide-scrollbars", "--window-size=" + width + ",900", page.toUri());
        return image(file);
    }

    /** The results of one start of the browser: the document, its picture, and its download. */
    public record Looked(Shown shown, BufferedImage picture, Path downloads) {}

    /** Opens a page whose scripts may download. */
    public Looked look(Path page, Scheme scheme) {
        Path file = folder.resolve(scheme + ".png");
        Path downloads = folder.resolve("downloads-" + scheme);
        keepDownloads(downloads);
        return new Looked(
                shown(run(
                        scheme,
                        "--dump-dom",
                        "--screenshot=" + file,
                        "--hide-scrollbars",
                        "--window-size=1280,900",
                        page.toUri())),
                image(file),
                downloads);
    }

    /** Sets the profile so that downloads are stored without a question. */
    private void keepDownloads(Path downloads) {
        try {
            Path settings =
                    Files.createDirectories(profile().resolve("Default")).resolve("Preferences");
            Files.writeString(
                    settings,
                    new ObjectMapper()
                            .writeValueAsString(Map.of(
                                    "download",
                                    Map.of(
                                            "default_directory",
                                            Files.createDirectories(downloads).toString(),
                                            "prompt_for_download",
                                            false))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BufferedImage image(Path file) {
        try {
            return ImageIO.read(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path profile() {
        return folder.resolve("profile");
    }

    private Program.Ended run(Scheme scheme, Object... arguments) {
        Program chromium = Program.of(program.toString())
                .with(
                        "--headless",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--enable-logging=stderr",
                        "--user-data-dir=" + profile(),
                        "--blink-settings=preferredColorScheme=" + scheme.number);
        if (Needs.isRoot()) {
            chromium.with("--no-sandbox");
        }
        Program.Ended ended =
                chromium.with(arguments).limit(Duration.ofMinutes(2)).run();
        if (ended.exitCode() != 0) {
            throw new AssertionError("exit code " + ended.exitCode() + ": " + ended.err());
        }
        return ended;
    }
}

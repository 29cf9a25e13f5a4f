package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kustomize base of {@code docs/observability/kubernetes}, as an overlay of a user renders it. */
class KubernetesBaseIT {
    private static final Path BASE = Path.of(System.getProperty("hp.root"), "docs/observability/kubernetes");

    /** kustomize refuses a base with an absolute path. That of kubectl before 1.21 takes folders as bases only. */
    private static final String OVERLAY = """
            apiVersion: kustomize.config.k8s.io/v1beta1
            kind: Kustomization
            namespace: measured
            bases:
              - ../base
            images:
              - name: hp-cli
                newName: images.example.com/tools/hp-cli
                newTag: "9"
            """;

    @TempDir
    private Path folder;

    private String rendered(Path kustomization) {
        Ended ended = Program.of(Needs.kubectl(), "kustomize", kustomization.toString())
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        return ended.out();
    }

    private String overlay() throws IOException {
        Path base = Files.createDirectory(folder.resolve("base"));
        try (var files = Files.list(BASE)) {
            for (Path file : files.toList()) {
                Files.copy(file, base.resolve(file.getFileName()));
            }
        }
        Path overlay = Files.createDirectory(folder.resolve("overlay"));
        Files.writeString(overlay.resolve("kustomization.yaml"), OVERLAY);
        return rendered(overlay);
    }

    @Test
    void baseNamesTheImageOfThisVersion() {
        String text = rendered(BASE);
        assertTrue(text.contains("kind: DaemonSet\n"), text);
        assertTrue(text.contains("kind: NetworkPolicy\n"), text);
        assertTrue(text.contains("image: hp-cli:" + System.getProperty("hp.version") + "\n"), text);
    }

    @Test
    void overlaySetsNamespaceAndImageOfAll() throws IOException {
        String text = overlay();
        assertEquals(2, text.split("\n  namespace: measured\n", -1).length - 1, text);
        assertTrue(text.contains("image: images.example.com/tools/hp-cli:9\n"), text);
    }

    /** The schemas of Kubernetes that the PyPI package kubernetes-validate ships. */
    @Test
    void isValidByTheSchemasOfTwoReleases() throws IOException {
        String validate = Needs.program("kubernetes-validate").toString();
        String text = overlay();
        Path file = Files.writeString(folder.resolve("all.yaml"), text);
        for (String release : List.of("1.27", "1.33")) {
            Ended judged = Program.of(validate, "--strict", "-k", release, file.toString())
                    .run();
            assertEquals(0, judged.exitCode(), judged.out() + judged.err());
        }
        Path wrong = Files.writeString(folder.resolve("wrong.yaml"), text.replace("hostPID:", "hostPIDs:"));
        assertNotEquals(
                0, Program.of(validate, "--strict", wrong.toString()).run().exitCode(), "the program checks the text");
    }
}

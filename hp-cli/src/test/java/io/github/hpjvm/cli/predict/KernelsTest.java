package io.github.hpjvm.cli.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.cli.source.JavaCommandLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * JVMs on real kernels, booted under emulation: Debian's 5.10, 6.1, 6.12 and 7.2 on x86-64, and 6.1 and 6.12 on aarch64
 * with base pages of 4, 16 and 64 KiB. {@code kernels/jvms.tsv} has what smaps showed; a snapshot of the host was taken before
 * each group of JVMs started.
 */
class KernelsTest {
    private static final Path FOLDER = Path.of("src/test/resources/kernels");

    private static final int REFUSED = 5;

    /** Of a JVM that takes its heap page by page, and of a pool that another size of pages may complete. */
    private static final int UNKNOWN_AT_MOST = 6;

    record Row(String kernel, String snapshot, String name, String jdk, List<String> arguments, List<String> seen) {
        @Override
        public String toString() {
            return kernel + " " + name;
        }
    }

    static Stream<Row> rows() throws IOException {
        return Files.readAllLines(FOLDER.resolve("jvms.tsv")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t", -1))
                .map(cells -> new Row(
                        cells[0],
                        cells[1],
                        cells[2],
                        cells[3],
                        List.of(cells[4].split(" ")),
                        List.of(cells).subList(REFUSED, cells.length)));
    }

    private static Prediction prediction(Row row) throws IOException {
        Facts facts =
                FactsJson.read(Files.readString(FOLDER.resolve(row.kernel()).resolve(row.snapshot() + ".json")));
        Host host = facts.host();
        List<String> command = new ArrayList<>(List.of("java"));
        command.addAll(row.arguments());
        JavaCommand java = JavaCommandLine.of(row.jdk() + "/debian", command, true);
        return PageModel.predict(java.launchOn(host), host.forAdvice());
    }

    private static Optional<PageKind> predicted(Row row) throws IOException {
        return prediction(row).region(RegionName.HEAP).flatMap(heap -> heap.kind());
    }

    /** The page sizes do not count for the kind. */
    private static PageKind seen(Row row) {
        Bytes resident = Bytes.ofKiB(Long.parseLong(row.seen().get(0)));
        Bytes thp = Bytes.ofKiB(Long.parseLong(row.seen().get(1)));
        Bytes hugetlb = Bytes.ofKiB(Long.parseLong(row.seen().get(2)));
        Bytes page = Bytes.ofMiB(2);
        List<Pages> pages = List.of(
                Pages.exactly(PageKind.BASE, Bytes.ofKiB(4), resident.minus(thp).minus(hugetlb)),
                Pages.exactly(PageKind.THP, page, thp),
                Pages.exactly(PageKind.HUGETLB, page, hugetlb));
        return new Backing(resident, pages).kind().orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void predictsThePagesOfTheHeap(Row row) throws IOException {
        if (row.seen().get(0).equals("refused")) {
            assertEquals(Optional.of(false), prediction(row).starts());
            return;
        }
        Optional<PageKind> kind = predicted(row);
        if (kind.isPresent()) {
            assertEquals(seen(row), kind.get(), () -> row.arguments() + " " + row.seen());
        }
    }

    @Test
    void fewAreUnknown() throws IOException {
        List<String> unknown = new ArrayList<>();
        for (Row row : rows().toList()) {
            if (!row.seen().get(0).equals("refused") && predicted(row).isEmpty()) {
                unknown.add(row.toString());
            }
        }
        assertTrue(unknown.size() <= UNKNOWN_AT_MOST, unknown::toString);
    }

    /** The last row of the table of claims and kernels has the number of JVMs on each kernel. */
    @Test
    void theTableOfTheEvidenceCountsTheseJvms() throws IOException {
        List<String> kernels = List.of(
                "5.10-amd64", "6.1-amd64", "6.12-amd64", "7.2-amd64", "6.1-arm64", "6.12-arm64-16k", "6.12-arm64-64k");
        List<String> rows = rows().map(Row::kernel).toList();
        String counts = kernels.stream()
                .map(kernel -> " "
                        + rows.stream()
                                .filter(row -> row.equals(kernel) || row.startsWith(kernel + "-"))
                                .count())
                .collect(Collectors.joining(" |", "| all |", " |"));
        String document = Files.readString(Path.of("../docs/EVIDENCE.md"));
        assertTrue(document.contains(counts), counts);
        assertTrue(document.contains("has its " + rows.size() + " JVMs"), () -> rows.size() + " JVMs");
    }
}

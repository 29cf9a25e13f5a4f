import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Prints the tests that every run skipped, with the reasons.
 *
 * <p>Usage: {@code java build/SkippedTests.java FOLDER...}: each folder holds the reports of one run, which are the files
 * {@code TEST-*.xml} of surefire and failsafe, wherever they lie below it. A test that one of the runs executed is not
 * listed. The tests that {@code -Plab} alone runs are counted in one line.
 */
public final class SkippedTests {
    private static final String LAB = "runs under -Plab only";
    private static final String PREFIX = "org.opentest4j.TestAbortedException: ";

    /** The reasons for which a test was skipped, by its name. */
    private final Map<String, String> skipped = new TreeMap<>();

    private final TreeSet<String> executed = new TreeSet<>();
    private final DocumentBuilder parser;

    private SkippedTests() throws ParserConfigurationException {
        parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    }

    public static void main(String[] folders) throws Exception {
        SkippedTests tests = new SkippedTests();
        for (String folder : folders) {
            for (Path report : reports(Path.of(folder))) {
                tests.read(report);
            }
        }
        System.out.print(tests.text(folders.length));
    }

    private static List<Path> reports(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                    .toList();
        }
    }

    private void read(Path report) throws IOException, SAXException {
        NodeList tests = parser.parse(report.toFile()).getElementsByTagName("testcase");
        for (int i = 0; i < tests.getLength(); i++) {
            Element test = (Element) tests.item(i);
            String type = test.getAttribute("classname");
            String name = type.substring(type.lastIndexOf('.') + 1) + "." + test.getAttribute("name");
            NodeList reasons = test.getElementsByTagName("skipped");
            if (reasons.getLength() == 0) {
                executed.add(name);
            } else {
                skipped.put(name, reason((Element) reasons.item(0)));
            }
        }
    }

    private static String reason(Element skipped) {
        String message = skipped.getAttribute("message");
        String text = message.isEmpty() ? skipped.getTextContent().strip() : message;
        String line = text.lines().findFirst().orElse("no reason given");
        return line.startsWith(PREFIX) ? line.substring(PREFIX.length()) : line;
    }

    private String text(int runs) {
        skipped.keySet().removeAll(executed);
        Map<String, List<String>> byReason = new TreeMap<>();
        skipped.forEach((test, reason) ->
                byReason.computeIfAbsent(reason, it -> new ArrayList<>()).add(test));
        List<String> lab = byReason.getOrDefault(LAB, List.of());
        byReason.remove(LAB);
        StringBuilder text = new StringBuilder("Tests that were skipped in each of " + runs + " runs: "
                + (skipped.size() - lab.size()) + ", and " + lab.size() + " that need -Plab\n");
        byReason.forEach((reason, tests) -> {
            text.append("  ").append(reason).append('\n');
            tests.forEach(test -> text.append("    ").append(test).append('\n'));
        });
        return text.toString();
    }
}

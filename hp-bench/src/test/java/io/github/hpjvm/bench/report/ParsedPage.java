package io.github.hpjvm.bench.report;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A page, parsed as XML. */
public record ParsedPage(Document document) {

    /** @throws AssertionError if it is not well-formed */
    public static ParsedPage of(String page) {
        try {
            DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            parser.setErrorHandler(null);
            return new ParsedPage(parser.parse(new InputSource(new StringReader(page))));
        } catch (SAXException e) {
            throw new AssertionError("not well-formed: " + e.getMessage(), e);
        } catch (ParserConfigurationException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public List<Element> all(String name) {
        NodeList nodes = document.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    /** The element with an id. */
    public Element byId(String id) {
        return all("*").stream()
                .filter(it -> it.getAttribute("id").equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no element with id " + id));
    }

    /** All text and tooltips, without scripts and style sheets. */
    public String text() {
        StringBuilder text = new StringBuilder();
        collect(document.getDocumentElement(), text);
        return text.toString();
    }

    private static void collect(Node node, StringBuilder text) {
        if (node.getNodeType() == Node.TEXT_NODE) {
            text.append(node.getNodeValue()).append(' ');
        }
        if (!List.of("script", "style").contains(node.getNodeName())) {
            for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
                collect(child, text);
            }
        }
    }
}

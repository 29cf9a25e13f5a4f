package io.github.hpjvm.advisor.json;

/** Text of a JSON document: in ASCII, with a newline at its end. The document is a record, or a map of its members. */
public final class DocumentText {
    private DocumentText() {}

    /** Writes the document, indented. */
    public static String of(Object document) {
        return JsonText.writeListsInLine(RecordCodec.encode(document));
    }

    /** Writes the document on one line. */
    public static String line(Object document) {
        return JsonText.writeLine(RecordCodec.encode(document));
    }
}

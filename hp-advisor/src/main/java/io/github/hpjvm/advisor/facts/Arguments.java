package io.github.hpjvm.advisor.facts;

import java.util.List;
import java.util.Objects;

/**
 * What a JVM was told, in the order in which it counts: of two arguments that contradict each other the later one
 * wins.
 *
 * @param list the arguments for the JVM, not those for the program
 * @param unread what may hold further arguments and could not be read, such as the name of a file; empty if the list
 *     is complete
 * @param main the main class, the jar or the module, without its arguments; empty if it is not known
 */
public record Arguments(List<Argument> list, List<String> unread, String main) {

    public Arguments {
        list = List.copyOf(list);
        unread = unread.stream().map(Credentials::masked).toList();
        main = Credentials.masked(Objects.requireNonNull(main, "main"));
    }

    /** Whether nothing is missing. */
    public boolean complete() {
        return unread.isEmpty();
    }

    /** The texts alone. */
    public List<String> texts() {
        return list.stream().map(Argument::text).toList();
    }
}

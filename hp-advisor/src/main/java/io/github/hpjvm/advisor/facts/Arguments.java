package io.github.hpjvm.advisor.facts;

import java.util.List;
import java.util.Objects;

/**
 * The arguments of a JVM in the order in which it reads them: a later argument overrides an earlier one.
 *
 * @param list the arguments for the JVM, not those for the program
 * @param unread sources that may hold further arguments and could not be read, such as a file name; empty if the list is
 *     complete
 * @param main the main class, the jar or the module, without its arguments; empty if it is not known
 */
public record Arguments(List<Argument> list, List<String> unread, String main) {

    public Arguments {
        list = List.copyOf(list);
        unread = unread.stream().map(Credentials::masked).toList();
        main = Credentials.masked(Objects.requireNonNull(main, "main"));
    }

    /** Returns true if all sources were read. */
    public boolean complete() {
        return unread.isEmpty();
    }

    /** The texts of the arguments. */
    public List<String> texts() {
        return list.stream().map(Argument::text).toList();
    }
}

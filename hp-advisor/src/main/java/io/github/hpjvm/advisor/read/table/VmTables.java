package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.VmFlag;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The facts that the tables of a JVM have.
 *
 * @param release its {@code java.vm.version}, such as {@code 17.0.15+6-LTS} or, in 8, {@code 25.504-b01}
 * @param flags all flags by name
 * @param heap the reserved heap; absent for ZGC, whose heap has fixed places in a file of its own
 * @param code the code heaps, as they are reserved
 * @param metaspace the reserved memory of metaspace with its class space
 * @param gc the card tables and marking bitmaps of Serial, Parallel and G1
 * @param cds the mapped archives of class data; 17 and newer
 * @param arguments the arguments of the JVM in the order in which it read them, variables included
 * @param flagArguments the arguments from a file of flags
 * @param command the main class or jar with the arguments of the program; empty if the JVM was not started by java
 */
public record VmTables(
        Optional<String> release,
        Fact<Map<String, VmFlag>> flags,
        Fact<AddressRange> heap,
        Fact<List<AddressRange>> code,
        Fact<List<AddressRange>> metaspace,
        Fact<List<AddressRange>> gc,
        Fact<List<AddressRange>> cds,
        List<String> arguments,
        List<String> flagArguments,
        String command) {

    public VmTables {
        arguments = List.copyOf(arguments);
        flagArguments = List.copyOf(flagArguments);
    }
}

package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.emit.ServiceUnit;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/** Writes a list of JVMs as a document of schema version 1: a snapshot has all facts of them. Unknown values are null. */
public final class JvmsJson {

    private record Document(int schemaVersion, List<OfJvm> jvms) {}

    /**
     * A JVM.
     *
     * @param vm HOTSPOT, or another VM
     * @param commandLine the program, the options of the JVM and the main class; empty if it could not be read
     * @param programArguments the number of the words that {@code commandLine} leaves out; null if it has all words
     */
    private record OfJvm(
            long pid,
            Optional<String> user,
            Optional<String> unit,
            Optional<String> container,
            Optional<VmKind> vm,
            Optional<Integer> release,
            Optional<String> version,
            Optional<String> vendor,
            Optional<Collector> gc,
            Optional<Bytes> maxHeapBytes,
            Optional<Requested> requested,
            Optional<String> main,
            List<String> commandLine,
            Optional<Integer> programArguments) {}

    private JvmsJson() {}

    /** Returns the document as text that ends in a newline. */
    public static String write(List<Jvm> jvms) {
        return RecordCodec.write(
                new Document(1, jvms.stream().map(JvmsJson::columns).toList()));
    }

    private static OfJvm columns(Jvm jvm) {
        Optional<VmIdentity> identity = jvm.identity().known();
        VmIdentity vm = identity.orElse(VmIdentity.of(VmKind.OTHER));
        Optional<Requested> requested = jvm.arguments()
                .known()
                .map(arguments -> PageRequest.of(arguments, vm))
                .filter(pages -> pages != Requested.UNKNOWN);
        return new OfJvm(
                jvm.pid(),
                text(jvm.user()),
                ServiceUnit.of(jvm).map(ServiceUnit::name),
                jvm.cgroup().known().flatMap(Cgroup::container).map(Container::shortName),
                identity.map(VmIdentity::vm),
                vm.release().map(JavaVersion::feature),
                text(vm.version()),
                text(vm.vendor()),
                vm.gc(),
                vm.maxHeap(),
                requested,
                jvm.program(),
                jvm.commandLine().known().orElse(List.of()),
                jvm.programArguments());
    }

    private static Optional<String> text(String text) {
        return Optional.of(text).filter(it -> !it.isEmpty());
    }
}

package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.emit.ServiceUnit;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Requested;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes a list of JVMs as a document of schema version 1: for each its columns in a list for people, then its facts. */
public final class JvmsJson {
    private static final int SCHEMA_VERSION = 1;

    private JvmsJson() {}

    /** Returns the document as text that ends in a newline. Unknown values are null. */
    public static String write(List<Jvm> jvms) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schemaVersion", SCHEMA_VERSION);
        List<Object> all = new ArrayList<>();
        for (Jvm jvm : jvms) {
            Map<String, Object> members = columns(jvm);
            Map<String, Object> facts = RecordCodec.encodeRecord(jvm);
            facts.keySet().removeAll(members.keySet());
            members.putAll(facts);
            all.add(members);
        }
        root.put("jvms", all);
        return JsonText.write(root);
    }

    private static Map<String, Object> columns(Jvm jvm) {
        VmIdentity vm = jvm.identity().known().orElse(VmIdentity.of(VmKind.OTHER));
        Optional<Requested> requested = jvm.arguments()
                .known()
                .map(arguments -> PageRequest.of(arguments, vm))
                .filter(pages -> pages != Requested.UNKNOWN);
        Map<String, Object> columns = new LinkedHashMap<>();
        columns.put("pid", jvm.pid());
        columns.put("user", jvm.user().isEmpty() ? null : jvm.user());
        columns.put("unit", ServiceUnit.of(jvm).map(ServiceUnit::name).orElse(null));
        columns.put(
                "container",
                jvm.cgroup()
                        .known()
                        .flatMap(Cgroup::container)
                        .map(Container::shortName)
                        .orElse(null));
        columns.put("release", vm.release().map(JavaVersion::feature).orElse(null));
        columns.put("version", vm.version().isEmpty() ? null : vm.version());
        columns.put("gc", vm.gc().map(Enum::name).orElse(null));
        columns.put("maxHeapBytes", vm.maxHeap().map(Bytes::value).orElse(null));
        columns.put("requested", requested.map(Enum::name).orElse(null));
        columns.put("main", jvm.program().orElse(null));
        return columns;
    }
}

package io.github.hpjvm.advisor.read.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.GroupView;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.Mounts.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupViewsTest {
    private static final Map<String, String> V1 =
            Map.of("cpu", "/app/web", "cpuacct", "/", "cpuset", "/", "memory", "/app/web", "unified", "/");
    private static final Map<String, String> V2 = Map.of("unified", "/app/web");

    @TempDir
    private Path root;

    @BeforeEach
    void makeGroups() throws IOException {
        for (String version : List.of("one", "two")) {
            Files.createDirectories(root.resolve(version + "/app/web"));
        }
        quota("one/app", "150000");
        quota("one/app/web", "300000");
        Files.writeString(root.resolve("two/app/cpu.max"), "150000 100000");
        Files.writeString(root.resolve("two/app/web/cpu.max"), "max 100000");
    }

    private void quota(String folder, String quota) throws IOException {
        Files.writeString(root.resolve(folder).resolve("cpu.cfs_quota_us"), quota + "\n");
        Files.writeString(root.resolve(folder).resolve("cpu.cfs_period_us"), "100000\n");
    }

    private static Mount v1(String controller, String top) {
        return new Mount("0:29", top, "/one", "cgroup", Map.of(controller, ""));
    }

    private static Mount v2(String top) {
        return new Mount("0:30", top, "/two", "cgroup2", Map.of());
    }

    private static List<Mount> allOfV1(String top) {
        return List.of(v1("cpu", top), v1("cpuacct", "/"), v1("cpuset", "/"), v1("memory", top));
    }

    private Optional<GroupView> view(Map<String, String> paths, List<Mount> ours, List<Mount> theirs) {
        CgroupTree tree = new CgroupTree(Roots.under(root), paths, ours);
        return GroupViews.of(paths, tree, theirs);
    }

    @Test
    void viewWithAllGroupsIsNotDifferent() {
        assertEquals(Optional.empty(), view(V1, allOfV1("/"), allOfV1("/")));
        assertEquals(Optional.empty(), view(V2, List.of(v2("/")), List.of(v2("/"))));
    }

    @Test
    void viewOfNamespaceEndsAtItsRoot() {
        assertEquals(
                Optional.of(new GroupView(true, Optional.of("/app/web"), Optional.of(3000L))),
                view(V1, allOfV1("/"), allOfV1("/app/web")));
        assertEquals(
                Optional.of(new GroupView(true, Optional.of("/app/web"), Optional.empty())),
                view(V2, List.of(v2("/")), List.of(v2("/app/web"))));
        assertEquals(
                Optional.of(new GroupView(true, Optional.of("/app"), Optional.of(1500L))),
                view(V2, List.of(v2("/")), List.of(v2("/app"))));
    }

    @Test
    void viewWithoutRequiredControllerIsIncomplete() {
        GroupView none = view(V1, allOfV1("/"), List.of()).orElseThrow();
        assertEquals(new GroupView(false, Optional.empty(), Optional.empty()), none);
        GroupView memory = view(V1, allOfV1("/"), List.of(v1("memory", "/"))).orElseThrow();
        assertEquals(new GroupView(false, Optional.of("/"), Optional.empty()), memory);
        List<Mount> withoutAccounting = List.of(v1("cpu", "/"), v1("cpuset", "/"), v1("memory", "/"));
        assertFalse(view(V1, allOfV1("/"), withoutAccounting).orElseThrow().complete());
        assertFalse(view(V2, List.of(v2("/")), List.of()).orElseThrow().complete());
    }

    @Test
    void rootOfAnotherGroupIsNotVisible() {
        GroupView view = view(V2, List.of(v2("/")), List.of(v2("/other"))).orElseThrow();
        assertFalse(view.complete());
        assertFalse(view.showsMemory("/app/web"));
        GroupView own = new GroupView(true, Optional.of("/app"), Optional.empty());
        assertTrue(own.showsMemory("/app") && own.showsMemory("/app/web"));
        assertFalse(own.showsMemory("/application"));
        assertFalse(own.showsMemory("/"));
    }

    /** A reader in its own namespace of control groups sees groups elsewhere relative to its root. */
    @Test
    void pathsAreRelativeToTheNamespaceOfTheReader() {
        assertEquals(Optional.of(""), CgroupTree.below("/../app.scope", "/../app.scope"));
        assertEquals(Optional.of("jvm"), CgroupTree.below("/../app.scope", "/../app.scope/jvm"));
        assertEquals(Optional.of("a/b"), CgroupTree.below("/../..", "/../../a/b"));
        assertEquals(Optional.of("app/web"), CgroupTree.below("/", "/app/web"));
        assertEquals(Optional.of(""), CgroupTree.below("/", "/"));
        assertEquals(Optional.of("..web"), CgroupTree.below("/app", "/app/..web"));
        for (String elsewhere : List.of("/..", "/../app.scope", "/../../a")) {
            assertEquals(Optional.empty(), CgroupTree.below("/", elsewhere), elsewhere);
            assertEquals(Optional.empty(), CgroupTree.below("/../other", elsewhere), elsewhere);
        }
        assertEquals(Optional.empty(), CgroupTree.below("/../..", "/../a"));
        assertEquals(Optional.empty(), CgroupTree.below("/..", "/../../a"));
        assertEquals(Optional.empty(), CgroupTree.below("/app", "/application"));
    }

    @Test
    void processThatSeesItsOwnGroupSeesItsLimits() {
        GroupView view = view(Map.of("unified", "/../app.scope"), List.of(v2("/")), List.of(v2("/../app.scope")))
                .orElseThrow();
        assertEquals(new GroupView(true, Optional.of("/../app.scope"), Optional.empty()), view);
    }
}

package io.github.hpjvm.advisor.emit;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.ContainerLimit;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.Sysctl;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.Jvm;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceUnitTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "/system.slice/shop.service, shop.service, false",
                "/system.slice/shop.service/workers, shop.service, false",
                "/system.slice/system-shop.slice/shop@1.service, shop@1.service, false",
                "/system.slice/shop\\x2da.service, shop\\x2da.service, false",
                "/system.slice/_memory.service, memory.service, false",
                "/user.slice/user-1000.slice/user@1000.service/app.slice/ide.service, ide.service, true",
                "/user.slice/user-1000.slice/user@1000.service/app.slice/app-x.scope, -, false",
                "/user.slice/user-1000.slice/session-3.scope, -, false",
                "/system.slice/shop.service/sshd.service, shop.service, false",
                "/system.slice/shop.service/x.slice/sshd.service, shop.service, false",
                "/user.slice/user-7.slice/user@7.service/session.slice/ide.service/sshd.service, ide.service, true",
                "/user.slice/user-7.slice/user@7.service/init.scope, -, false",
                "/machine.slice/machine-x.scope/payload/system.slice/shop.service, -, false",
                "/docker/1/system.slice/shop.service, -, false",
                "/system.slice/system-shop.slice/shop@.service, -, false",
                "/x $(y).service, -, false",
                "/a%h.service, -, false",
                "/.service, -, false",
                "/, -, false"
            })
    void isReadFromThePathOfTheControlGroup(String path, String name, boolean ofUser) {
        assertEquals(
                name == null ? "" : new ServiceUnit(name, ofUser).toString(),
                ServiceUnit.of(Situations.inGroup(JvmSamples.g1(17), path))
                        .map(Object::toString)
                        .orElse(""));
    }

    @Test
    void hostSettingsStartBeforeUserServices() {
        List<ConfigFile> files = Form.SYSTEMD.files(Situations.of(
                Situations.inGroup(JvmSamples.g1(17), "/user.slice/user@7.service/app.slice/ide.service"),
                new JvmFlag(List.of("-XX:+UseTransparentHugePages"), List.of()),
                new KernelFile(
                        java.nio.file.Path.of("/sys/kernel/mm/transparent_hugepage/enabled"), "madvise", "never", "")));
        assertEquals(
                "/etc/systemd/user/ide.service.d/zz-hp-jvm.conf", files.get(0).place());
        assertTrue(
                files.get(0).text().contains("systemctl --user daemon-reload"),
                files.get(0).text());
        assertTrue(!files.get(0).text().contains("hp-jvm-host"), files.get(0).text());
        assertTrue(
                files.get(1).text().contains("\nBefore=systemd-user-sessions.service\n"),
                files.get(1).text());
    }

    @Test
    void aJvmWithoutServiceNeedsAName() {
        Advice advice = Situations.of(
                Situations.inGroup(JvmSamples.g1(17), "/user.slice/session-3.scope"),
                new JvmFlag(List.of("-XX:+UseTransparentHugePages"), List.of()));
        for (Form form : List.of(Form.SYSTEMD, Form.ANSIBLE, Form.CLOUD_INIT)) {
            assertTrue(form.lacks(advice, EmitTarget.NONE).contains("--unit NAME"), form.toString());
            assertEquals(
                    "",
                    form.files(advice, EmitTarget.NONE).stream()
                            .flatMap(file -> file.text().lines())
                            .filter(line -> !line.startsWith("#"))
                            .collect(Collectors.joining()),
                    form + " writes no unit of a made-up name");
            EmitTarget shop =
                    new EmitTarget(Optional.of(ServiceUnit.named("shop")), Optional.empty(), NodeKind.DAEMONSET);
            assertEquals("", form.lacks(advice, shop));
            assertTrue(
                    form.files(advice, shop)
                            .get(0)
                            .text()
                            .contains("/etc/systemd/system/shop.service.d/zz-hp-jvm.conf"),
                    form.toString());
        }
    }

    @Test
    void aPlanForTheHostAloneNeedsNoName() {
        Advice advice = Situations.of(
                Situations.inGroup(JvmSamples.g1(17), "/user.slice/session-3.scope"),
                new Sysctl("vm.nr_hugepages", "651", "0", ""));
        for (Form form : Form.values()) {
            assertEquals("", form.lacks(advice, EmitTarget.NONE), form.toString());
        }
        assertEquals(
                List.of("/etc/systemd/system/hp-jvm-host.service", "/usr/local/sbin/hp-jvm-host"),
                Form.SYSTEMD.files(advice).stream().map(ConfigFile::place).toList());
    }

    private static Jvm inPodman(String group) {
        Jvm inner = Situations.inGroup(JvmSamples.g1(17), group);
        Cgroup cgroup = inner.cgroup().known().orElseThrow();
        Container podman = new Container("podman", Optional.empty(), Optional.empty(), Optional.empty());
        return with(inner, "cgroup", known(with(cgroup, "container", Optional.of(podman)), "/proc/4242/cgroup"));
    }

    /** Its service belongs to the manager of the user, who has no unit of the host (podman-systemd.unit(5)). */
    @Test
    void theQuadletOfAUserIsInTheHomeOfThatUser() {
        Advice advice = Situations.of(
                inPodman("/user.slice/user-1000.slice/user@1000.service/app.slice/shop.service/libpod-payload-0"),
                new JvmFlag(List.of("-XX:+UseTransparentHugePages"), List.of()),
                new Sysctl("vm.nr_hugepages", "651", "0", ""));
        EmitTarget web = new EmitTarget(Optional.empty(), Optional.of("web"), NodeKind.DAEMONSET);
        for (EmitTarget target : List.of(EmitTarget.NONE, web)) {
            String name = target.container().orElse("shop");
            List<ConfigFile> files = Form.QUADLET.files(advice, target);
            assertEquals(
                    "~/.config/containers/systemd/" + name + ".container.d/zz-hp-jvm.conf",
                    files.get(0).place());
            String text = files.get(0).text();
            assertTrue(text.contains("#   systemctl --user daemon-reload && systemctl --user restart " + name), text);
            assertTrue(text.contains("podman-system-generator --user --dryrun"), text);
            assertTrue(!text.contains("sudo") && !text.contains("[Unit]"), text);
            assertTrue(files.get(1).text().contains("\nBefore=systemd-user-sessions.service\n"), files.toString());
        }
    }

    @Test
    void theUnitOfAContainerIsItsQuadlet() {
        Jvm jvm = inPodman("/system.slice/shop.service/libpod-payload-0");
        Advice advice = Situations.of(jvm, new JvmFlag(List.of("-XX:+UseTransparentHugePages"), List.of()));
        assertEquals("", Form.QUADLET.lacks(advice, EmitTarget.NONE));
        assertEquals(
                "/etc/containers/systemd/shop.container.d/zz-hp-jvm.conf",
                Form.QUADLET.files(advice).get(0).place());
        assertTrue(Form.COMPOSE.lacks(advice, EmitTarget.NONE).contains("--container NAME"));
        assertTrue(Form.SYSTEMD.lacks(advice, EmitTarget.NONE).contains("--unit NAME"));
    }

    /** podman-systemd.unit(5): each PodmanArgs= adds to those before. */
    @Test
    void theLimitOfAContainerIsAnOptionInItsQuadlet() {
        Jvm jvm = inPodman("/system.slice/shop.service/libpod-payload-0");
        String group = "/sys/fs/cgroup/system.slice/shop.service/libpod-payload-0/";
        ContainerLimit reserved = new ContainerLimit("podman", group + "hugetlb.2MB.rsvd.max", "64", "0");
        Advice advice =
                Situations.of(jvm, reserved, new ContainerLimit("podman", group + "hugetlb.2MB.max", "64", "0"));
        String text = Form.QUADLET.files(advice).get(0).text();
        assertTrue(text.endsWith("""
                        [Container]
                        PodmanArgs=--cgroup-conf=hugetlb.2MB.rsvd.max=64
                        PodmanArgs=--cgroup-conf=hugetlb.2MB.max=64
                        """), text);
        assertFalse(text.contains("needs no change"), text);
        Jvm plain = JvmSamples.g1(17);
        assertTrue(Form.QUADLET
                .lacks(Situations.of(plain, reserved), EmitTarget.NONE)
                .contains("--container NAME"));
        String docker = Form.QUADLET
                .files(Situations.of(jvm, new ContainerLimit("docker", group + "hugetlb.2MB.max", "64", "0")))
                .get(0)
                .text();
        assertFalse(docker.contains("PodmanArgs"), docker);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "x.socket", "shop@", "../x", "-$(id)", "shop.timer", "a.target"})
    void namesOfNoServiceAreRefused(String name) {
        assertThrows(IllegalArgumentException.class, () -> ServiceUnit.named(name), name);
    }

    /** Its control group is that of hp-cli. */
    @Test
    void aJvmThatDoesNotRunYetHasNoUnit() {
        Jvm jvm = with(Situations.inGroup(JvmSamples.g1(17), "/system.slice/cron.service"), "pid", 0L);
        jvm = with(jvm, "commandLine", FactsSamples.denied("/proc/0/cmdline"));
        assertEquals(Optional.empty(), ServiceUnit.of(jvm));
        Jvm boxed = with(inPodman("/system.slice/shop.service/libpod-payload-0"), "pid", 0L);
        boxed = with(boxed, "commandLine", FactsSamples.denied("/proc/0/cmdline"));
        Advice advice = Situations.of(jvm, new JvmFlag(List.of("-XX:+UseTransparentHugePages"), List.of()));
        for (Form form : List.of(Form.SYSTEMD, Form.ANSIBLE, Form.CLOUD_INIT)) {
            assertTrue(form.lacks(advice, EmitTarget.NONE).contains("--unit NAME"), form.toString());
        }
        Advice inContainer = Situations.of(boxed, new JvmFlag(List.of("-XX:+UseTransparentHugePages"), List.of()));
        assertTrue(Form.QUADLET.lacks(inContainer, EmitTarget.NONE).contains("--container NAME"));
    }

    /** Podman reads shop@1.container.d only if there is a file shop@1.container. */
    @Test
    void theQuadletOfAnInstanceIsItsTemplate() {
        Jvm jvm = inPodman("/system.slice/system-shop.slice/shop@1.service/libpod-payload-0");
        Advice advice = Situations.of(jvm, new JvmFlag(List.of("-XX:+UseTransparentHugePages"), List.of()));
        ConfigFile file = Form.QUADLET.files(advice).get(0);
        assertEquals("/etc/containers/systemd/shop@.container.d/zz-hp-jvm.conf", file.place());
        assertEquals("shop@.container.d/zz-hp-jvm.conf", file.name());
        assertTrue(file.text().contains("All instances of the template"), file.text());
        assertTrue(file.text().contains("restart shop@1.service"), file.text());
        assertFalse(file.text().contains("shop@1.container"), file.text());
    }
}

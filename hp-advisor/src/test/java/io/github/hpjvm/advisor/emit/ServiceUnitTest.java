package io.github.hpjvm.advisor.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
                new Action.JvmFlag(List.of("-XX:+UseTransparentHugePages"), List.of()),
                new Action.KernelFile(
                        java.nio.file.Path.of("/sys/kernel/mm/transparent_hugepage/enabled"), "madvise", "never", "")));
        assertEquals("/etc/systemd/user/ide.service.d/hp-jvm.conf", files.get(0).place());
        assertTrue(
                files.get(0).text().contains("systemctl --user daemon-reload"),
                files.get(0).text());
        assertTrue(!files.get(0).text().contains("hp-jvm-host"), files.get(0).text());
        assertTrue(
                files.get(1).text().contains("\nBefore=systemd-user-sessions.service\n"),
                files.get(1).text());
    }

    @Test
    void jvmWithoutServiceGetsDropInWithPlaceholder() {
        List<ConfigFile> files = Form.SYSTEMD.files(Situations.of(
                Situations.inGroup(JvmSamples.g1(17), "/user.slice/session-3.scope"),
                new Action.JvmFlag(List.of("-XX:+UseTransparentHugePages"), List.of())));
        assertEquals("your.service.d/hp-jvm.conf", files.get(0).name());
        assertTrue(
                files.get(0).text().contains("names no systemd service"),
                files.get(0).text());
    }
}

package io.github.hpjvm.it.lab;

import java.util.ArrayList;
import java.util.List;

/** Credentials in the forms that programs accept; each contains {@link #SECRET}. */
public final class Canaries {
    /** The word that no output may contain. */
    public static final String SECRET = "canary7Xq";

    private static final List<String> ARGUMENTS = List.of(
            "--token",
            "%s",
            "--api-key=%s",
            "jdbc:x://app:%s@db.invalid/shop",
            "jdbc:oracle:thin:scott/%s@h",
            "-p",
            "%s",
            "-Pw%s",
            "-p%s",
            "<password>%s</password>",
            "password %s",
            "--cookie",
            "session=%s",
            "--pin",
            "%s",
            "--otp=%s",
            "-u",
            "admin:%s",
            "Authorization: Basic %s",
            "X-Key: %s",
            "{\"pin\":\"%s\"}",
            "pin: '%s'",
            "user/%s",
            "user|%s",
            "AKIA%s",
            "ssh-rsa %s",
            "-----BEGIN KEY-----\n%s",
            "https://h.invalid/?sig=%s",
            "https://h.invalid/%s/hook",
            "amqp://%s@h",
            "%s",
            "@%s",
            "-D%s",
            "-Dx=%s",
            "-XX:Flags=%s",
            "-Xmx%s",
            "--a=b;c=%s",
            "login user %s",
            "sid=%s; path=/",
            "/run/%s.key",
            "\u00fc%s");

    private static final List<String> OPTIONS = List.of(
            "-Ddb.password=%s",
            "-Dservice=https://somebody:%s@service.invalid/path",
            "-Dlong.passphrase=%1$s and %1$s",
            "-Dmysql.pw=%s",
            "-Dlogin=user:%s",
            "-Dcookie=%s",
            "-Dpin=%s",
            "-Durl=jdbc:oracle:thin:scott/%s@h",
            "-Dxml=<password>%s</password>",
            "-Djson={\"pin\":\"%s\"}",
            "-Dcmd=mysql -p%s",
            "-Dopts=-p %s",
            "-Da=b,c=%s",
            "-Dauth=Basic %s",
            "-Dx.y=%s",
            "-DAKIA=%s",
            "-XX:OnOutOfMemoryError=mail -p %s",
            "-XX:OnError=/opt/%s");

    private Canaries() {}

    /** Returns arguments for the program, behind its main class. */
    public static List<String> arguments() {
        return filled(ARGUMENTS);
    }

    /** Returns options for the JVM, which every release since 8 accepts. */
    public static List<String> options() {
        return filled(OPTIONS);
    }

    private static List<String> filled(List<String> forms) {
        List<String> filled = new ArrayList<>();
        forms.forEach(form -> filled.add(form.formatted(SECRET)));
        return filled;
    }
}

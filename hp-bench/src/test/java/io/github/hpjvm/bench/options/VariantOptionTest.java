package io.github.hpjvm.bench.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.variant.Proof;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantOptionTest {
    private static List<Variant> variants(Map<String, String> given) {
        return BenchOptions.parse(given, Profile.QUICK, 1).variants();
    }

    private static Variant only(String text) {
        List<Variant> variants = variants(Map.of("variant", text));
        assertEquals(2, variants.size());
        return variants.get(1);
    }

    private static List<String> arguments(Variant variant) {
        return variant.arguments(Samples.jvm("21.0.9"));
    }

    @Test
    void flagsAreComparedWithAProgramWithoutFlags() {
        List<Variant> variants = variants(Map.of("variant", "zgc=-XX:+UseZGC -Xmx1g"));
        assertEquals(
                List.of("baseline", "zgc"), variants.stream().map(Variant::name).toList());
        assertEquals(List.of(), arguments(variants.get(0)));
        assertEquals(List.of("-XX:+UseZGC", "-Xmx1g"), arguments(variants.get(1)));
        assertTrue(variants.stream().allMatch(it -> it.proof() instanceof Proof.Reported));
        assertTrue(variants.stream().noneMatch(Variant::refusesHugePages));
    }

    @Test
    void besidePageVariantsBothSidesHaveBasePages() {
        List<Variant> variants = variants(Map.of("variants", "thp", "variant", "zgc=-XX:+UseZGC"));
        assertEquals(
                List.of("baseline", "thp", "zgc"),
                variants.stream().map(Variant::name).toList());
        assertEquals(
                List.of("-XX:-UseLargePages", "-XX:-UseTransparentHugePages", "-XX:+UseZGC"),
                arguments(variants.get(2)));
        assertTrue(variants.get(2).refusesHugePages());
    }

    @ParameterizedTest
    @CsvSource({
        "-XX:+UseTransparentHugePages, THP",
        "-XX:+UseLargePages, HUGETLB",
        "-XX:+UseLargePages -XX:+UseTransparentHugePages, THP",
        "-XX:+UseLargePages -XX:-UseLargePages, BASE",
        "-XX:-UseTransparentHugePages, BASE"
    })
    void flagsThatRequestPagesNeedThem(String flags, PageKind kind) {
        Variant variant = only("mine=" + flags);
        assertEquals(kind, variant.asks());
        assertEquals(kind == PageKind.BASE, variant.proof() instanceof Proof.Reported);
    }

    @Test
    void hasAJvmVariablesAndAClassPath() {
        Variant variant =
                only("new=jvm:/opt/my jdk env:MALLOC_ARENA_MAX=2 'env:NAME=two words' classpath:a.jar:b.jar -Dx=1");
        assertEquals(Optional.of(Path.of("/opt/my jdk")), variant.home());
        assertEquals(Map.of("MALLOC_ARENA_MAX", "2", "NAME", "two words"), variant.environment());
        assertEquals(List.of(Path.of("a.jar"), Path.of("b.jar")), variant.classPath());
        assertEquals(List.of("-Dx=1"), arguments(variant));
    }

    @Test
    void aNameThatIsGivenAgainAddsToItsVariant() {
        assertEquals(only("x=-Dx=1"), only("x=-Dx=1; "));
        Variant variant = only("x=-Dx=1\nx=env:K=V");
        assertEquals(List.of("-Dx=1"), arguments(variant));
        assertEquals(Map.of("K", "V"), variant.environment());
    }

    @Test
    void semicolonsSeparateDefinitionsOnly() {
        List<Variant> variants = variants(Map.of("variant", "a=-Dx=1;2;b=-Dy=3"));
        assertEquals(List.of("-Dx=1;2"), arguments(variants.get(1)));
        assertEquals(List.of("-Dy=3"), arguments(variants.get(2)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-XX:+UseZGC | does not have the form NAME=FLAGS",
                "zgc= | nothing follows the name",
                "thp=-Dx=1 | is a variant of hp-bench",
                "x=UseZGC | neither a flag",
                "x=env:K | does not have the form env:NAME=VALUE",
                "x=jvm: | the path after the colon is empty",
                "x='-Dy=1 | a closing quote is missing"
            })
    void refuses(String text, String why) {
        String message = assertThrows(UsageException.class, () -> only(text)).getMessage();
        assertTrue(message.startsWith("variant: ") && message.contains(why), message);
    }

    @Test
    void aSecondProgramIsAVariantWithoutFlags() {
        BenchOptions options = BenchOptions.parse(
                Map.of(), Profile.OWN, 1, Optional.of(new BenchOptions.Program("b", "lib/head.jar")));
        assertEquals(
                List.of("baseline", "b"),
                options.variants().stream().map(Variant::name).toList());
        assertEquals(List.of(), arguments(options.variants().get(1)));
        assertEquals("lib/head.jar", options.variants().get(1).describes());
        assertThrows(
                UsageException.class,
                () -> BenchOptions.parse(
                        Map.of("variant", "b=-Dx=1"),
                        Profile.OWN,
                        1,
                        Optional.of(new BenchOptions.Program("b", "head.jar"))));
    }

    private static String recorded(String text) {
        String shown = BenchOptions.parse(Map.of("variant", text), Profile.OWN, 1)
                .setting()
                .get("variant");
        assertEquals(shown, VariantOption.shown(shown), "a masked text is compared with its mask");
        return shown;
    }

    /** A results.json may be shared. */
    @Test
    void credentialsAreNotRecorded() {
        String text = "b=-Ddb.password='hun ter2' -Dx=1 env:API_TOKEN=canary classpath:a.jar;c=-Xmx1g --token canary";
        String shown = recorded(text);
        assertEquals("b='-Ddb.password=***' -Dx=1 'env:API_TOKEN=***' classpath:a.jar\nc=-Xmx1g --token '***'", shown);
        assertTrue(VariantOption.isMasked(shown));
        List<Variant> variants = variants(Map.of("variant", text));
        assertEquals(List.of("-Ddb.password=hun ter2", "-Dx=1"), arguments(variants.get(1)));
        assertEquals(Map.of("API_TOKEN", "canary"), variants.get(1).environment());
    }

    @Test
    void otherTextsAreRecordedAsTyped() {
        String classPath = "b=classpath:" + "/opt/libraries/some.jar:".repeat(500) + "last.jar";
        for (String text : List.of("a=-XX:+UseZGC  \"-Dx=1 2\" ;b=env:A=b", classPath)) {
            assertEquals(text, recorded(text));
        }
        String cut = recorded("a=-Dx=" + "y".repeat(10_000));
        assertTrue(VariantOption.isMasked(cut) && cut.length() < 9_000, cut);
    }
}

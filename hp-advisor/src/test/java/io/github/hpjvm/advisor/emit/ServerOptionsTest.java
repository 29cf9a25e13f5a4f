package io.github.hpjvm.advisor.emit;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Source;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerOptionsTest {

    private static Jvm jvm(String main, String... flags) {
        Jvm jvm = JvmSamples.g1(17, flags);
        Arguments arguments = jvm.arguments().known().orElseThrow();
        return jvm.withArguments(
                Fact.known(new Arguments(arguments.list(), List.of(), main), Source.of("/proc/4242/cmdline")));
    }

    /** Main classes as the start scripts of the servers name them. */
    @ParameterizedTest
    @CsvSource({
        "kafka.Kafka, KAFKA_OPTS",
        "org.elasticsearch.server/org.elasticsearch.bootstrap.Elasticsearch, config/jvm.options.d/hp-jvm.options",
        "org.opensearch.bootstrap.OpenSearch, config/jvm.options.d/hp-jvm.options",
        "org.apache.cassandra.service.CassandraDaemon, conf/jvm-server.options",
        "org.apache.catalina.startup.Bootstrap, CATALINA_OPTS",
        "org.apache.spark.deploy.SparkSubmit, conf/spark-defaults.conf",
        "org.apache.spark.executor.CoarseGrainedExecutorBackend, conf/spark-defaults.conf",
        "io.trino.server.TrinoServer, etc/jvm.config",
        "net.minecraft.server.Main, java",
        "/srv/paper-1.21.jar, java"
    })
    void recognisesServersByTheirMainClass(String main, String place) {
        Optional<ServerOptions> server = ServerOptions.of(jvm(main));
        assertEquals(place, server.orElseThrow().place());
        assertTrue(server.get().source().startsWith("https://"), server.get().source());
        assertTrue(server.get().use().endsWith("."), server.get().use());
    }

    @Test
    void aCommonMainClassNeedsAnArgument() {
        assertEquals(Optional.empty(), ServerOptions.of(jvm("start.jar")));
        assertEquals(
                "GC_TUNE",
                ServerOptions.of(jvm("start.jar", "-Dsolr.solr.home=/var/solr"))
                        .orElseThrow()
                        .place());
        assertEquals(Optional.empty(), ServerOptions.of(jvm("com.example.Shop")));
        assertEquals(Optional.empty(), ServerOptions.of(JvmSamples.vanished()));
    }

    @Test
    void flagsNameTheirPlace() {
        Advice advice = Situations.advice(host(), jvm("kafka.Kafka"));
        for (Form form : List.of(Form.JVM, Form.SHELL)) {
            String text = form.files(advice).get(0).text().replaceAll("\n# ", " ");
            assertTrue(text.contains("Apache Kafka takes flags from the variable KAFKA_OPTS."), text);
        }
    }
}

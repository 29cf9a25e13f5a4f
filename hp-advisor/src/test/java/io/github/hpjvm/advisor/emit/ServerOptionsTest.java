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
        "/srv/paper-1.21.jar, java",
        "org.apache.spark.deploy.master.Master, SPARK_DAEMON_JAVA_OPTS",
        "org.apache.activemq.artemis.boot.Artemis, JAVA_ARGS",
        "com.hazelcast.core.server.HazelcastMemberStarter, config/jvm.options",
        "com.hazelcast.commandline.HazelcastServerCommandLine, config/jvm.options",
        "org.apache.flink.runtime.taskexecutor.TaskManagerRunner, conf/config.yaml",
        "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint, conf/config.yaml",
        "org.apache.hadoop.hbase.regionserver.HRegionServer, HBASE_OPTS",
        "org.apache.hadoop.hdfs.server.namenode.NameNode, HDFS_NAMENODE_OPTS",
        "org.apache.hadoop.hdfs.server.datanode.DataNode, HDFS_DATANODE_OPTS",
        "org.apache.hadoop.yarn.server.nodemanager.NodeManager, YARN_NODEMANAGER_OPTS",
        "org.apache.nifi.NiFi, conf/bootstrap.conf",
        "/usr/share/java/jenkins.war, JAVA_OPTS",
        "org.neo4j.server.Neo4jCommunity, conf/neo4j.conf",
        "org.apache.pulsar.PulsarBrokerStarter, PULSAR_EXTRA_OPTS",
        "org.apache.bookkeeper.server.Main, BOOKIE_EXTRA_OPTS",
        "org.sonatype.nexus.karaf.NexusMain, EXTRA_JAVA_OPTS",
        "com.facebook.presto.server.PrestoServer, etc/jvm.config",
        "org.apache.ignite.startup.cmdline.CommandLineStartup, JVM_OPTS",
        "org.apache.karaf.main.Main, EXTRA_JAVA_OPTS",
        "org.apache.accumulo.start.Main, ACCUMULO_JAVA_OPTS",
        "io.confluent.kafka.schemaregistry.rest.SchemaRegistryMain, SCHEMA_REGISTRY_OPTS",
        "io.crate.bootstrap.CrateDB, CRATE_JAVA_OPTS",
        "org.infinispan.server.loader.InfinispanServerLoader, JAVA_OPTS",
        "org.apache.storm.daemon.supervisor.Supervisor, conf/storm.yaml",
        "org.apache.druid.cli.Main, conf/druid/*/*/jvm.config",
        "org.apache.jena.fuseki.cmd.FusekiCmd, JVM_ARGS",
        "/opt/wlp/bin/tools/ws-server.jar, usr/servers/*/jvm.options"
    })
    void recognisesServersByTheirMainClass(String main, String place) {
        Optional<ServerOptions> server = ServerOptions.of(jvm(main));
        assertEquals(place, server.orElseThrow().place());
        assertTrue(server.get().source().startsWith("https://"), server.get().source());
        assertTrue(server.get().use().endsWith("."), server.get().use());
    }

    @ParameterizedTest
    @CsvSource({
        "/opt/wildfly/jboss-modules.jar, -D[Standalone], JAVA_OPTS",
        "/opt/wildfly/jboss-modules.jar, -D[Server:server-one], domain/configuration/host.xml",
        "start.jar, -Djetty.base=/srv/jetty, start.d/jvm.ini",
        "org.eclipse.jetty.xml.XmlConfiguration, -Djetty.home=/opt/jetty, start.d/jvm.ini",
        "org.apache.zookeeper.server.quorum.QuorumPeerMain, -Dzookeeper.log.dir=logs, SERVER_JVMFLAGS",
        "/opt/activemq/bin/activemq.jar, -Dactivemq.home=/opt/activemq, ACTIVEMQ_OPTS",
        "com.sun.enterprise.glassfish.bootstrap.ASMain, -Dcom.sun.aas.instanceRoot=/d, glassfish/domains/*/config/domain.xml"
    })
    void recognisesServersByAnArgument(String main, String argument, String place) {
        assertEquals(place, ServerOptions.of(jvm(main, argument)).orElseThrow().place());
        assertEquals(Optional.empty(), ServerOptions.of(jvm(main)));
    }

    /** domain.conf has its options, and no variable that those of the servers may go into. */
    @Test
    void theHostControllerOfADomainIsNoServer() {
        for (String argument :
                List.of("-D[Host Controller]", "-D[Process Controller]", "-Dorg.jboss.boot.log.file=/l")) {
            assertEquals(Optional.empty(), ServerOptions.of(jvm("/opt/wildfly/jboss-modules.jar", argument)));
        }
    }

    @Test
    void linesToPasteHaveTheFlags() {
        List<String> two = List.of("-XX:+UseLargePages", "-XX:LargePageSizeInBytes=2m");
        assertEquals(
                List.of("CATALINA_OPTS=\"$CATALINA_OPTS -XX:+UseLargePages -XX:LargePageSizeInBytes=2m\""),
                paste("org.apache.catalina.startup.Bootstrap", two));
        assertEquals(two, paste("io.trino.server.TrinoServer", two));
        assertEquals(
                List.of("java.arg.hugepages1=-XX:+UseLargePages", "java.arg.hugepages2=-XX:LargePageSizeInBytes=2m"),
                paste("org.apache.nifi.NiFi", two));
        assertEquals(List.of(), paste("org.apache.nifi.NiFi", List.of()));
        assertEquals(List.of(), paste("org.apache.nifi.NiFi", List.of("-Da=b c")), "it would need quotes");
    }

    private static List<String> paste(String main, List<String> flags) {
        return ServerOptions.of(jvm(main)).orElseThrow().paste(flags);
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
        for (Form form : List.of(
                Form.JVM,
                Form.SHELL,
                Form.SYSTEMD,
                Form.ANSIBLE,
                Form.CLOUD_INIT,
                Form.COMPOSE,
                Form.QUADLET,
                Form.K8S)) {
            String text = form.files(advice).get(0).text().replaceAll("\n# ", " ");
            assertTrue(text.contains("Apache Kafka takes flags from the variable KAFKA_OPTS."), text);
            assertTrue(text.contains("export KAFKA_OPTS=\"$KAFKA_OPTS -XX:+UseTransparentHugePages\""), text);
        }
    }
}

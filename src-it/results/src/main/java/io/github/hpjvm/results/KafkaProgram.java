package io.github.hpjvm.results;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.SplittableRandom;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Time;

/** A broker of Kafka with its own controller, a producer and a consumer, all in one process. */
final class KafkaProgram {
    private static final int MESSAGES = 100_000;
    private static final int MESSAGE = 500;
    private static final TopicPartition TOPIC = new TopicPartition("messages", 0);

    private KafkaProgram() {}

    /** Produces 100 000 messages of 500 bytes and consumes them. */
    static Programs.Work prepare() throws Exception {
        int port = freePort();
        startBroker(Programs.temporary(), port);
        Properties client = new Properties();
        client.put("bootstrap.servers", "127.0.0.1:" + port);
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer());
        Properties reading = new Properties();
        reading.putAll(client);
        reading.put("auto.offset.reset", "earliest");
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumer.assign(List.of(TOPIC));
        SplittableRandom random = new SplittableRandom(1);
        return () -> {
            for (int i = 0; i < MESSAGES; i++) {
                byte[] message = new byte[MESSAGE];
                message[random.nextInt(MESSAGE)] = 1;
                producer.send(new ProducerRecord<>(TOPIC.topic(), message));
            }
            producer.flush();
            long bytes = 0;
            for (int read = 0; read < MESSAGES; ) {
                for (ConsumerRecord<byte[], byte[]> one : consumer.poll(Duration.ofSeconds(10))) {
                    bytes += one.value().length;
                    read++;
                }
            }
            return bytes;
        };
    }

    private static void startBroker(Path folder, int port) throws Exception {
        int controller = freePort();
        List<String> lines = List.of(
                "process.roles=broker,controller",
                "node.id=1",
                "controller.quorum.voters=1@127.0.0.1:" + controller,
                "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller,
                "controller.listener.names=CONTROLLER",
                "log.dirs=" + folder.resolve("logs"),
                "offsets.topic.replication.factor=1",
                // The files of older messages are deleted, so a long campaign does not fill the disk.
                "log.segment.bytes=67108864",
                "log.retention.bytes=134217728",
                "log.retention.check.interval.ms=5000");
        Path file = Files.write(folder.resolve("server.properties"), lines);
        String[] format = {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()};
        StorageTool.execute(format, new PrintStream(OutputStream.nullOutputStream()));
        Properties properties = new Properties();
        try (var in = Files.newInputStream(file)) {
            properties.load(in);
        }
        new KafkaRaftServer(KafkaConfig.fromProps(properties), Time.SYSTEM).startup();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}

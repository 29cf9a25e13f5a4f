package io.github.hpjvm.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.eclipse.collections.api.multimap.list.MutableListMultimap;
import org.eclipse.collections.impl.list.mutable.FastList;
import org.eclipse.collections.impl.map.mutable.UnifiedMap;
import org.roaringbitmap.RoaringBitmap;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

/**
 * Servers around well-known libraries. The arguments are the name of one of them and a port. It prepares its data, does its
 * work a few times until it is compiled, prints {@code ready}, and does a fixed amount of work for each HTTP request. It answers with the CPU time of the process for that work, in
 * milliseconds, and with a number that depends on all results.
 */
public final class Programs {
    private static final Map<String, Program> ALL = new TreeMap<>(Map.ofEntries(
            Map.entry("caffeine", Programs::caffeine),
            Map.entry("collections", Programs::collections),
            Map.entry("h2", Programs::h2),
            Map.entry("hazelcast", Programs::hazelcast),
            Map.entry("jackson", Programs::jackson),
            Map.entry("javac", Programs::javac),
            Map.entry("kafka", KafkaProgram::prepare),
            Map.entry("lucene-index", Programs::luceneIndex),
            Map.entry("lucene-search", Programs::luceneSearch),
            Map.entry("netty", Programs::netty),
            Map.entry("rocksdb", Programs::rocksdb),
            Map.entry("roaring", Programs::roaring),
            Map.entry("spark", SparkProgram::prepare)));

    private static final int WARM_UP = 10;

    /** C2 compiles for so long: shorter warm-ups left a request of Jackson between 0.2 and 1.2 s. */
    private static final long WARM_UP_NANOS = 15_000_000_000L;

    private Programs() {}

    /** Prepares the data of a program. */
    interface Program {
        Work prepare() throws Exception;
    }

    /** A fixed amount of work. */
    interface Work {
        long run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Program program = args.length == 2 ? ALL.get(args[0]) : null;
        if (program == null) {
            System.err.println("name a port after one of " + String.join(", ", ALL.keySet()));
            System.exit(2);
        }
        Work work = program.prepare();
        long start = System.nanoTime();
        for (int i = 0; i < WARM_UP || System.nanoTime() - start < WARM_UP_NANOS; i++) {
            work.run();
        }
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[1])), 0);
        server.createContext("/", exchange -> answer(exchange, work));
        server.start();
        System.out.println("ready");
    }

    private static void answer(HttpExchange exchange, Work work) throws IOException {
        String text;
        int status = 200;
        try {
            long before = cpuNanos();
            long result = work.run();
            text = String.format(Locale.ROOT, "cpu %.3f ms, result %d%n", (cpuNanos() - before) / 1e6, result);
        } catch (Exception e) {
            e.printStackTrace();
            status = 500;
            text = e + "\n";
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** Numbers below n, of which small ones are more frequent: the product of two uniform ones. */
    private static int skewed(SplittableRandom random, int n) {
        return (int) (random.nextDouble() * random.nextDouble() * n);
    }

    /** 800 000 reads of a cache of 2 million entries; an entry that is absent is computed. */
    private static Work caffeine() throws Exception {
        int keys = 4_000_000;
        Cache<Integer, long[]> cache = Caffeine.newBuilder().maximumSize(keys / 2).build();
        SplittableRandom random = new SplittableRandom(1);
        Work reads = () -> {
            long sum = 0;
            for (int i = 0; i < 800_000; i++) {
                sum += cache.get(skewed(random, keys), key -> new long[] {key, key + 1, key + 2})[1];
            }
            return sum;
        };
        for (int i = 0; i < 4; i++) {
            reads.run();
        }
        return reads;
    }

    private record Person(int id, int city, String name) {}

    /** Groups 2 million records, and looks up 2 million at random. */
    private static Work collections() {
        SplittableRandom random = new SplittableRandom(1);
        FastList<Person> people = FastList.newList();
        for (int i = 0; i < 2_000_000; i++) {
            people.add(new Person(i, random.nextInt(50_000), "person " + i));
        }
        UnifiedMap<Integer, Person> byId = UnifiedMap.newMap();
        people.shuffleThis(new java.util.Random(1)).each(person -> byId.put(person.id(), person));
        return () -> {
            long sum = 0;
            MutableListMultimap<Integer, Person> byCity = people.groupBy(Person::city);
            for (int i = 0; i < 2_000_000; i++) {
                sum += byId.get(random.nextInt(people.size())).name().length();
            }
            return sum + byCity.keySet().size();
        };
    }

    /** 80 000 reads and 20 000 updates by key, in a table of 300 000 rows in memory. */
    private static Work h2() throws Exception {
        Connection connection = DriverManager.getConnection("jdbc:h2:mem:accounts");
        connection.setAutoCommit(false);
        try (Statement create = connection.createStatement()) {
            create.execute("create table account(id int primary key, owner varchar(40), balance bigint)");
        }
        int rows = 300_000;
        try (PreparedStatement insert = connection.prepareStatement("insert into account values(?, ?, ?)")) {
            for (int id = 0; id < rows; id++) {
                insert.setInt(1, id);
                insert.setString(2, "owner of account " + id);
                insert.setLong(3, id);
                insert.execute();
            }
        }
        connection.commit();
        SplittableRandom random = new SplittableRandom(1);
        PreparedStatement select = connection.prepareStatement("select owner, balance from account where id = ?");
        PreparedStatement update = connection.prepareStatement("update account set balance = balance + ? where id = ?");
        return () -> {
            long sum = 0;
            for (int i = 0; i < 100_000; i++) {
                if (i % 5 == 0) {
                    update.setLong(1, i);
                    update.setInt(2, random.nextInt(rows));
                    update.execute();
                    connection.commit();
                } else {
                    select.setInt(1, random.nextInt(rows));
                    try (ResultSet row = select.executeQuery()) {
                        row.next();
                        sum += row.getLong(2) + row.getString(1).length();
                    }
                }
            }
            return sum;
        };
    }

    /** Reads of 200 000 values of a map with 500 000 entries, in one member, 100 at a time. */
    private static Work hazelcast() {
        System.setProperty("hazelcast.logging.type", "none");
        Config config = new Config();
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        IMap<Integer, String> map = member.getMap("values");
        SplittableRandom random = new SplittableRandom(1);
        int keys = 500_000;
        Map<Integer, String> batch = new HashMap<>();
        for (int key = 0; key < keys; key++) {
            batch.put(key, "value of key " + key + " with some more text that makes it as long as a small record");
            if (batch.size() == 1000) {
                map.putAll(batch);
                batch.clear();
            }
        }
        return () -> {
            long sum = 0;
            for (int i = 0; i < 2_000; i++) {
                Set<Integer> some = new HashSet<>();
                while (some.size() < 100) {
                    some.add(random.nextInt(keys));
                }
                sum += map.getAll(some).size();
            }
            return sum;
        };
    }

    /** Parses a document of 20 MB into a tree, walks it, and writes it again. */
    private static Work jackson() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        SplittableRandom random = new SplittableRandom(1);
        List<Map<String, Object>> orders = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            orders.add(Map.of(
                    "id", i,
                    "customer", "customer " + random.nextInt(10_000),
                    "paid", random.nextInt(2) == 0,
                    "items", List.of(Map.of("name", "item " + random.nextInt(1000), "price", random.nextDouble()),
                            Map.of("name", "item " + random.nextInt(1000), "price", random.nextDouble()))));
        }
        byte[] text = mapper.writeValueAsBytes(orders);
        return () -> {
            long sum = 0;
            JsonNode tree = mapper.readTree(text);
            for (JsonNode order : tree) {
                for (JsonNode item : order.get("items")) {
                    sum += item.get("name").textValue().length();
                }
            }
            return sum + mapper.writeValueAsBytes(tree).length;
        };
    }

    /** Compiles the sources in the folder {@code hp.sources}, by default those of hp-advisor/os. */
    private static Work javac() throws Exception {
        Path sources = Path.of(System.getProperty("hp.sources", "hp-advisor/os/src/main/java"));
        List<File> files;
        try (Stream<Path> all = Files.walk(sources)) {
            files = all.filter(it -> it.toString().endsWith(".java") && !it.endsWith("module-info.java"))
                    .map(Path::toFile)
                    .toList();
        }
        List<String> options = List.of(
                "-proc:none",
                "-nowarn",
                "-d",
                temporary().toString(),
                "-cp",
                System.getProperty("java.class.path"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
        return () -> {
            Iterable<? extends JavaFileObject> units = manager.getJavaFileObjectsFromFiles(files);
            DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
            if (!compiler.getTask(null, manager, problems, options, null, units).call()) {
                throw new IllegalStateException(problems.getDiagnostics().toString());
            }
            return files.size();
        };
    }

    /** A folder that is deleted when the program is terminated. */
    static Path temporary() throws IOException {
        Path folder = Files.createTempDirectory("hp-results");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try (Stream<Path> all = Files.walk(folder)) {
                all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            } catch (IOException e) {
                System.err.println("cannot delete " + folder + ": " + e);
            }
        }));
        return folder;
    }

    /** Writes documents of 40 skewed words. */
    private static Directory index(int documents) throws Exception {
        Directory directory = new ByteBuffersDirectory();
        Analyzer analyzer = new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                Tokenizer tokenizer = new StandardTokenizer();
                return new TokenStreamComponents(tokenizer);
            }
        };
        SplittableRandom random = new SplittableRandom(1);
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
            for (int i = 0; i < documents; i++) {
                StringBuilder text = new StringBuilder();
                for (int word = 0; word < 40; word++) {
                    text.append('w').append(skewed(random, 200_000)).append(' ');
                }
                Document document = new Document();
                document.add(new TextField("text", text.toString(), Field.Store.NO));
                writer.addDocument(document);
            }
            writer.forceMerge(1);
        }
        return directory;
    }

    /** Indexes 20 000 documents. */
    private static Work luceneIndex() {
        return () -> {
            Directory directory = index(20_000);
            long bytes = 0;
            for (String file : directory.listAll()) {
                bytes += directory.fileLength(file);
            }
            return bytes;
        };
    }

    /** 5 000 queries for two of three words, in an index of 50 000 documents. */
    private static Work luceneSearch() throws Exception {
        SplittableRandom random = new SplittableRandom(2);
        IndexReader reader = DirectoryReader.open(index(50_000));
        IndexSearcher searcher = new IndexSearcher(reader);
        return () -> {
            long hits = 0;
            for (int i = 0; i < 5_000; i++) {
                BooleanQuery.Builder query = new BooleanQuery.Builder().setMinimumNumberShouldMatch(2);
                for (int word = 0; word < 3; word++) {
                    Term term = new Term("text", "w" + skewed(random, 20_000));
                    query.add(new TermQuery(term), BooleanClause.Occur.SHOULD);
                }
                hits += searcher.search(query.build(), 10).totalHits.value;
            }
            return hits;
        };
    }

    private static final int MESSAGE = 1024;
    private static final int MESSAGES = 40_000;

    /** Sends 40 000 messages of 1 KB to an echo server in the same process, one after the other. */
    private static Work netty() throws Exception {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
        Channel server = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                            @Override
                            public void channelRead(ChannelHandlerContext context, Object message) {
                                context.writeAndFlush(message);
                            }
                        });
                    }
                })
                .bind("127.0.0.1", 0)
                .sync()
                .channel();
        int port = ((InetSocketAddress) server.localAddress()).getPort();
        return () -> echoes(group, port);
    }

    private static long echoes(EventLoopGroup group, int port) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        long[] received = new long[1];
        Channel client = new Bootstrap()
                .group(group)
                .channel(NioSocketChannel.class)
                .handler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelActive(ChannelHandlerContext context) {
                        send(context);
                    }

                    @Override
                    public void channelRead(ChannelHandlerContext context, Object message) {
                        ByteBuf bytes = (ByteBuf) message;
                        long before = received[0] / MESSAGE;
                        received[0] += bytes.readableBytes();
                        bytes.release();
                        if (received[0] / MESSAGE >= MESSAGES) {
                            done.countDown();
                        } else if (received[0] / MESSAGE > before) {
                            send(context);
                        }
                    }

                    private void send(ChannelHandlerContext context) {
                        context.writeAndFlush(context.alloc().buffer(MESSAGE).writeZero(MESSAGE));
                    }
                })
                .connect("127.0.0.1", port)
                .sync()
                .channel();
        done.await();
        client.close().sync();
        return received[0];
    }

    /** 200 000 reads among 300 000 entries. RocksDB keeps its data outside of the Java heap. */
    private static Work rocksdb() throws Exception {
        RocksDB database = RocksDB.open(new Options().setCreateIfMissing(true), temporary().toString());
        SplittableRandom random = new SplittableRandom(1);
        int keys = 300_000;
        for (int key = 0; key < keys; key++) {
            database.put(key(key), ("value of the key " + key).getBytes());
        }
        return () -> {
            long sum = 0;
            for (int i = 0; i < 200_000; i++) {
                sum += database.get(key(random.nextInt(keys))).length;
            }
            return sum;
        };
    }

    private static byte[] key(int number) {
        return String.format("%08d", number).getBytes();
    }

    /** 500 intersections and unions of 500 bitmaps of 100 000 numbers. */
    private static Work roaring() {
        SplittableRandom random = new SplittableRandom(1);
        RoaringBitmap[] bitmaps = new RoaringBitmap[500];
        for (int i = 0; i < bitmaps.length; i++) {
            int[] numbers = random.ints(100_000, 0, 20_000_000).sorted().toArray();
            bitmaps[i] = RoaringBitmap.bitmapOf(numbers);
        }
        return () -> {
            long sum = 0;
            for (int i = 0; i < 500; i++) {
                RoaringBitmap a = bitmaps[random.nextInt(bitmaps.length)];
                RoaringBitmap b = bitmaps[random.nextInt(bitmaps.length)];
                sum += RoaringBitmap.and(a, b).getLongCardinality() + RoaringBitmap.orCardinality(a, b);
            }
            return sum;
        };
    }
}

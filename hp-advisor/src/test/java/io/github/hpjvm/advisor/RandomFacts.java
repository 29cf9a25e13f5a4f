package io.github.hpjvm.advisor;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.PoolHistory;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Random facts: every component of every record is drawn, by its type, also a component that is added later. Words,
 * arguments and sizes are drawn from values that rules compare.
 */
public final class RandomFacts {
    private static final List<String> WORDS = List.of("always", "madvise", "never", "inherit");
    private static final List<String> SHMEM = List.of("always", "within_size", "advise", "never", "deny", "force");
    private static final List<String> TEXTS = List.of(
            "", "x", "a b", "/a/b.c", "é", "\u4e2d\u6587", "\ud83d\ude00", "\"quoted\"", "back\\slash", "never", "17");
    private static final List<String> ARGUMENTS = List.of(
            "-XX:+UseLargePages",
            "-XX:-UseLargePages",
            "-XX:+UseTransparentHugePages",
            "-XX:-UseTransparentHugePages",
            "-XX:+UseHugeTLBFS",
            "-XX:+AlwaysPreTouch",
            "-XX:ReservedCodeCacheSize=64m",
            "-XX:ReservedCodeCacheSize=zero",
            "-Xmx1g",
            "-Dp=q");
    private static final List<String> VERSIONS = List.of(
            "1.8.0_442", "11.0.25", "12.0.2", "17.0.15", "21.0.9", "23", "24.0.1", "25.0.1", "28-ea", "7", "999");

    private final SplittableRandom random;
    private final double absent;
    private final Optional<HostileTexts> hostile;

    /** @param absent how likely each fact is to be absent, 0 to 1 */
    public RandomFacts(long seed, double absent) {
        this(seed, absent, Optional.empty());
    }

    private RandomFacts(long seed, double absent, Optional<HostileTexts> hostile) {
        this.random = new SplittableRandom(seed);
        this.absent = absent;
        this.hostile = hostile;
    }

    /** Facts in which each text is hostile. */
    public static RandomFacts hostile(long seed, HostileTexts texts) {
        return new RandomFacts(seed, 0.2, Optional.of(texts));
    }

    /** The seed of {@code -Dhp.seed}, else that one. */
    public static long seed(long otherwise) {
        return Long.getLong("hp.seed", otherwise);
    }

    public Facts facts() {
        String name = hostile.isEmpty() ? "web-1" : text("hostName");
        return new Facts(
                any(Instant.class),
                any(Host.class),
                List.of(jvm()),
                Optional.of(any(PoolHistory.class)),
                Optional.of(Fact.known(name, Source.of("/proc/sys/kernel/hostname"))));
    }

    public Jvm jvm() {
        Jvm jvm = any(Jvm.class);
        List<Region> regions = new ArrayList<>();
        for (RegionName name : RegionName.values()) {
            regions.add(FactsSamples.with(any(Region.class), "name", name));
        }
        return random.nextInt(20) == 0 ? jvm : FactsSamples.with(jvm, "regions", regions);
    }

    /** A record, or anything that a record may hold. */
    public <T> T any(Class<T> type) {
        return type.cast(draw(type, type.getSimpleName()));
    }

    private Object draw(Type type, String name) {
        if (type instanceof ParameterizedType generic) {
            return drawGeneric(generic, name);
        }
        Class<?> plain = (Class<?>) type;
        if (plain == String.class) {
            return text(name);
        }
        if (plain == boolean.class || plain == Boolean.class) {
            return random.nextBoolean();
        }
        if (plain == int.class || plain == Integer.class) {
            return random.nextInt(12);
        }
        if (plain == long.class || plain == Long.class) {
            return number();
        }
        if (plain == double.class || plain == Double.class) {
            return random.nextInt(1001) / 1000.0;
        }
        if (plain == Instant.class) {
            return Instant.ofEpochSecond(random.nextLong(4_000_000_000L), random.nextInt(1_000_000_000));
        }
        if (plain == Bytes.class) {
            return Bytes.of(
                    hostile.isEmpty() && random.nextInt(40) == 0
                            ? Long.MAX_VALUE >> random.nextInt(12)
                            : number() << 12);
        }
        if (plain == AddressRange.class) {
            long start = random.nextLong(1L << 47) & -4096;
            return new AddressRange(start, start + (number() << 12));
        }
        if (plain == JavaVersion.class) {
            String version = oneOf(VERSIONS);
            return JavaVersion.parse(
                    hostile.isEmpty() ? version : version + "-" + text(name).replaceAll("[\n\r]", ""));
        }
        if (plain == Backing.class) {
            return backing();
        }
        if (plain == Argument.class) {
            String argument = oneOf(ARGUMENTS);
            return new Argument(
                    hostile.isEmpty() || random.nextBoolean() ? argument : argument + text(name),
                    ArgumentOrigin.COMMAND_LINE);
        }
        if (plain == ProcStatus.class) {
            return status();
        }
        if (plain == ThpPolicy.class) {
            if (hostile.isPresent() && random.nextBoolean()) {
                return new ThpPolicy(text(name), Optional.of(text(name)), text(name), Optional.empty(), Bytes.ofMiB(2));
            }
            return FactsSamples.policy(
                    oneOf(WORDS.subList(0, 3)),
                    random.nextBoolean() ? "-" : oneOf(WORDS),
                    random.nextInt(4) == 0 ? "-" : oneOf(SHMEM));
        }
        if (plain == VmKind.class) {
            return random.nextInt(5) == 0 ? oneOf(List.of(VmKind.values())) : VmKind.HOTSPOT;
        }
        if (plain.isEnum()) {
            return oneOf(Arrays.asList(plain.getEnumConstants()));
        }
        return drawRecord(plain);
    }

    private Object drawGeneric(ParameterizedType type, String name) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type element = type.getActualTypeArguments()[type.getActualTypeArguments().length - 1];
        if (raw == Fact.class) {
            Source source = new Source("/" + name, random.nextBoolean() ? "" : text("excerpt"));
            return random.nextDouble() < absent
                    ? Fact.absent(oneOf(List.of(Reason.values())), source, text("grant"))
                    : Fact.known(draw(element, name), source);
        }
        if (raw == Optional.class) {
            return random.nextInt(4) == 0 ? Optional.empty() : Optional.of(draw(element, name));
        }
        if (raw == List.class) {
            List<Object> list = new ArrayList<>();
            for (int n = random.nextInt(4); n > 0; n--) {
                list.add(draw(element, name));
            }
            return list;
        }
        if (raw == Map.class) {
            Map<String, Object> map = random.nextBoolean() ? new TreeMap<>() : new LinkedHashMap<>();
            for (int n = random.nextInt(4); n > 0; n--) {
                map.put(key(name), draw(element, name));
            }
            return map;
        }
        throw new IllegalArgumentException("records of facts may not hold a " + type);
    }

    private String key(String name) {
        String key = name.equals("flags") ? "ReservedCodeCacheSize" : "k" + random.nextInt(9);
        return hostile.isEmpty() || random.nextBoolean() ? key : key + text(name);
    }

    private Object drawRecord(Class<?> type) {
        if (!type.isRecord()) {
            throw new IllegalArgumentException("records of facts may not hold a " + type);
        }
        if (type == VmFlag.class) {
            return new VmFlag(random.nextBoolean() ? "251658240" : text("value"), "product", "default");
        }
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getConstructor(types);
            for (int attempt = 0; attempt < 100; attempt++) {
                Object[] values = new Object[components.length];
                for (int i = 0; i < values.length; i++) {
                    values[i] = draw(components[i].getGenericType(), components[i].getName());
                }
                try {
                    return constructor.newInstance(values);
                } catch (InvocationTargetException e) {
                    if (!(e.getCause() instanceof IllegalArgumentException)) {
                        throw e;
                    }
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make a " + type, e);
        }
        throw new IllegalStateException("a hundred attempts to make a " + type);
    }

    private Backing backing() {
        List<Pages> pages = new ArrayList<>();
        for (PageKind kind : List.of(PageKind.BASE, PageKind.THP, PageKind.HUGETLB)) {
            if (random.nextInt(3) == 0) {
                long min = random.nextInt(3) == 0 ? 0 : random.nextLong(1 << 10);
                long max = min + (random.nextInt(3) == 0 ? random.nextLong(1 << 10) : 0);
                pages.add(new Pages(
                        kind,
                        kind == PageKind.BASE ? Bytes.ofKiB(4) : Bytes.ofMiB(2),
                        Bytes.ofMiB(2 * min),
                        Bytes.ofMiB(2 * max)));
            }
        }
        Backing whole = new Backing(Bytes.ofGiB(8), pages);
        return random.nextInt(8) == 0 ? FactsSamples.with(whole, "mapped", Bytes.ofGiB(7)) : whole;
    }

    private ProcStatus status() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("VmRSS", random.nextLong(1 << 24) + " kB");
        fields.put("HugetlbPages", random.nextBoolean() ? "0 kB" : 2048 * random.nextLong(1 << 10) + " kB");
        fields.put("THP_enabled", random.nextInt(4) == 0 ? "0" : "1");
        fields.keySet().removeIf(name -> random.nextInt(8) == 0);
        return new ProcStatus(fields);
    }

    private String text(String name) {
        if (hostile.isPresent()) {
            return hostile.get().next();
        }
        return switch (name) {
            case "vendor" -> oneOf(List.of("", "Eclipse Adoptium", "SAP SE"));
            case "unread" -> "/etc/java.args";
            default -> oneOf(TEXTS);
        };
    }

    private long number() {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> random.nextInt(4);
            default -> random.nextLong(1L << random.nextInt(4, 24));
        };
    }

    private <E> E oneOf(List<E> all) {
        return all.get(random.nextInt(all.size()));
    }
}

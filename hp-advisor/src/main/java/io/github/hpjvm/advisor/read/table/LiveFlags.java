package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.facts.OptionMask;
import io.github.hpjvm.advisor.facts.VmFlag;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The flags of a JVM with values and origins, as {@code VM.flags -all} prints them: {@code JVMFlag::flags} of
 * {@code src/hotspot/share/runtime/flags/jvmFlag.cpp}, {@code Flag::flags} of {@code runtime/globals.cpp} in 8. Flags
 * that only a debug build has (develop, notproduct) are left out. Locked diagnostic and experimental flags are there,
 * which VM.flags prints from 26 on.
 */
final class LiveFlags {

    private static final int MOST_FLAGS = 8192;
    private static final int LONGEST_VALUE = 8192;

    private static final long MICRO = 1_000_000;
    private static final double MOST_EXACT = 1e12;

    private static final int ORIGIN = 0xf;
    private static final int WAS_ON_COMMAND_LINE = 1 << 17;
    private static final int ERGONOMIC = 5;
    private static final List<String> ORIGINS = List.of(
            "default",
            "command line",
            "environment",
            "config file",
            "management",
            "ergonomic",
            "attach",
            "internal",
            "jimage");

    private static final int PRODUCT = 1 << 4;
    private static final int MANAGEABLE = 1 << 5;
    private static final int DIAGNOSTIC = 1 << 6;
    private static final int EXPERIMENTAL = 1 << 7;

    /** JVMFlag::FlagType of 17 and newer; before, each flag has a text with its type. */
    private static final List<String> TYPES =
            List.of("bool", "int", "uint", "intx", "uintx", "uint64_t", "size_t", "double", "ccstr", "ccstrlist");

    private final VmStructs structs;
    private final PagedMemory memory;
    private final String type;

    LiveFlags(VmStructs structs) {
        this.structs = structs;
        this.memory = structs.memory();
        this.type = structs.has("JVMFlag::flags") ? "JVMFlag" : "Flag";
    }

    /** The bits of a flag's kind that have other positions in other releases; 0 if the release has none. */
    private record Bits(int pd, int rw, int c1, int c2, int arch, int lp64, int jvmci) {

        /**
         * Returns the bits of this release: {@code UseCompressedOops} is an lp64_product flag in all of them.
         *
         * @param compressedOops the kind of that flag
         */
        static Bits of(int compressedOops) {
            return switch (compressedOops & ~(ORIGIN | PRODUCT | WAS_ON_COMMAND_LINE)) {
                case 0x10000 -> new Bits(0x400, 0x800, 0x1000, 0x2000, 0x4000, 0x10000, 0);
                case 0x8000 -> new Bits(0x400, 0, 0x1000, 0x2000, 0x4000, 0x8000, 0x10000);
                case 0x4000 -> new Bits(0x400, 0, 0x800, 0x1000, 0x2000, 0x4000, 0x8000);
                case 0x2000 -> new Bits(0x200, 0, 0x400, 0x800, 0x1000, 0x2000, 0x4000);
                default -> new Bits(0, 0, 0, 0, 0, 0, 0);
            };
        }

        /** Returns the kind as JVMFlag::print_kind writes it. */
        String kind(int flags) {
            List<String> words = new ArrayList<>();
            add(words, flags, jvmci, "JVMCI");
            add(words, flags, c1, "C1");
            add(words, flags, c2, "C2");
            add(words, flags, arch, "ARCH");
            add(words, flags, pd, "pd");
            add(words, flags, PRODUCT, "product");
            add(words, flags, MANAGEABLE, "manageable");
            add(words, flags, DIAGNOSTIC, "diagnostic");
            add(words, flags, EXPERIMENTAL, "experimental");
            add(words, flags, rw, "rw");
            add(words, flags, lp64, "lp64_product");
            return String.join(" ", words);
        }

        private static void add(List<String> words, int flags, int bit, String word) {
            if ((flags & bit) != 0) {
                words.add(word);
            }
        }

        boolean isPrinted(int flags) {
            return (flags & (PRODUCT | MANAGEABLE | DIAGNOSTIC | EXPERIMENTAL | lp64)) != 0;
        }
    }

    Map<String, VmFlag> read() {
        int size = structs.size(type);
        long count = memory.int64(structs.address(type + "::numFlags"));
        if (count <= 0 || count > MOST_FLAGS) {
            throw new UnreadableMemoryException(count + " flags");
        }
        ByteBuffer table =
                memory.bytes(structs.pointer(type + "::flags"), (int) Math.min(count * size, Integer.MAX_VALUE));
        int nameAt = offset("::_name", size, Long.BYTES);
        int addressAt = offset("::_addr", size, Long.BYTES);
        int flagsAt = offset("::_flags", size, Integer.BYTES);
        int typeAt = offset("::_type", size, typeIsText() ? Long.BYTES : Integer.BYTES);
        Bits bits = bits(table, size, nameAt, flagsAt);
        Map<String, VmFlag> flags = new LinkedHashMap<>(2 * (int) count);
        Map<Integer, String> kinds = new HashMap<>();
        for (int at = 0; at < table.limit(); at += size) {
            long namePointer = table.getLong(at + nameAt);
            int kind = table.getInt(at + flagsAt);
            if (namePointer != 0 && bits.isPrinted(kind)) {
                String name = memory.name(namePointer);
                String value = value(type(table, at + typeAt), table.getLong(at + addressAt));
                VmFlag flag = new VmFlag(
                        value, kinds.computeIfAbsent(kind & ~(ORIGIN | WAS_ON_COMMAND_LINE), bits::kind), origin(kind));
                flags.putIfAbsent(name, OptionMask.isCommand(name) ? flag.masked() : flag);
            }
        }
        return Collections.unmodifiableMap(flags);
    }

    /** @param width number of bytes of the field, which are all in the structure */
    private int offset(String field, int size, int width) {
        long offset = structs.address(type + field, 0);
        if (offset < 0 || offset > size - width) {
            throw new UnreadableMemoryException(type + field + " is at " + offset);
        }
        return (int) offset;
    }

    private Bits bits(ByteBuffer table, int size, int nameAt, int flagsAt) {
        for (int at = 0; at < table.limit(); at += size) {
            long name = table.getLong(at + nameAt);
            if (name != 0 && memory.name(name).equals("UseCompressedOops")) {
                return Bits.of(table.getInt(at + flagsAt));
            }
        }
        return Bits.of(0);
    }

    private boolean typeIsText() {
        return type.equals("Flag") || structs.size(type) > 24;
    }

    private String type(ByteBuffer table, int at) {
        if (typeIsText()) {
            return memory.name(table.getLong(at));
        }
        int number = table.getInt(at);
        return number >= 0 && number < TYPES.size() ? TYPES.get(number) : "type " + number;
    }

    private String value(String typeName, long address) {
        return switch (typeName) {
            case "bool" -> memory.int8(address) != 0 ? "true" : "false";
            case "int" -> Integer.toString(memory.int32(address));
            case "uint" -> Integer.toUnsignedString(memory.int32(address));
            case "intx" -> Long.toString(memory.int64(address));
            case "uintx", "uint64_t", "size_t" -> Long.toUnsignedString(memory.int64(address));
            case "double" -> decimal(Double.longBitsToDouble(memory.int64(address)));
            case "ccstr", "ccstrlist" -> text(memory.int64(address));
            default -> throw new UnreadableMemoryException("a flag of " + typeName);
        };
    }

    private String text(long address) {
        return address == 0 ? "" : memory.text(address, LONGEST_VALUE).strip();
    }

    /**
     * Returns the number as {@code %f} of printf(3) writes it. Integers suffice unless the number is large or close to the
     * middle of two results; {@link BigDecimal} loads many classes.
     */
    static String decimal(double value) {
        double scaled = value * MICRO;
        double rest = Math.abs(scaled - Math.floor(scaled) - 0.5);
        if (!(Math.abs(scaled) < MOST_EXACT) || rest < 1e-3) {
            return Double.isFinite(value)
                    ? new BigDecimal(value).setScale(6, RoundingMode.HALF_EVEN).toPlainString()
                    : Double.toString(value);
        }
        long micro = Math.round(Math.abs(scaled));
        String fraction = Long.toString(MICRO + micro % MICRO).substring(1);
        return (scaled < 0 && micro != 0 ? "-" : "") + micro / MICRO + "." + fraction;
    }

    private static String origin(int kind) {
        int origin = kind & ORIGIN;
        String name = origin < ORIGINS.size() ? ORIGINS.get(origin) : "origin " + origin;
        return origin == ERGONOMIC && (kind & WAS_ON_COMMAND_LINE) != 0 ? "command line, " + name : name;
    }
}

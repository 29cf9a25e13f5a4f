package io.github.hpjvm.jmh;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import javax.management.JMException;
import javax.management.ObjectName;

/** What the kernel and the JVM say about the process that we run in. */
final class OwnProcess {
    private static final String SMAPS = "/proc/self/smaps";
    private static final int STATE = 3;
    private static final int MINOR_FAULTS = 10;
    private static final int MAJOR_FAULTS = 12;
    private static final int UNIT = 1024;

    static boolean isReadable() {
        return new File(SMAPS).canRead();
    }

    /** Returns the pages that the arguments request, with those of variables and files. */
    RequestedPages requested() {
        return RequestedPages.of(
                ManagementFactory.getRuntimeMXBean().getInputArguments(),
                release(System.getProperty("java.specification.version", "")),
                System.getProperty("java.vm.vendor", ""));
    }

    /** Returns the feature release: 8 for {@code 1.8}. */
    static int release(String specification) {
        return Integer.parseInt(specification.startsWith("1.") ? specification.substring(2) : specification);
    }

    /** Returns the page faults since the start of the process, minor and major ones: proc(5), {@code /proc/PID/stat}. */
    long faults() {
        String line = first("/proc/self/stat", "");
        // The name of the process may contain spaces; the fields after it start with the state, field 3.
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[MINOR_FAULTS - STATE]) + Long.parseLong(fields[MAJOR_FAULTS - STATE]);
    }

    /** Returns the bytes of page tables: {@code VmPTE}, and from Linux 4.15 on with those above the lowest level. */
    long pageTables() {
        String line = first("/proc/self/status", "VmPTE:");
        return Long.parseLong(line.replaceAll("\\D", "")) * UNIT;
    }

    /** Reads the pages behind the heap. */
    HeapPages heap() throws UnknownHeapException {
        String vm = System.getProperty("java.vm.name", "");
        if (!vm.contains("HotSpot") && !vm.startsWith("OpenJDK")) {
            throw new UnknownHeapException(vm + " is not HotSpot");
        }
        HeapRange range = HeapRange.of(heapInfo());
        try (BufferedReader smaps = open(SMAPS)) {
            HeapPages pages = HeapPages.read(smaps, range);
            if (pages == null) {
                throw new UnknownHeapException("GC.heap_info has no addresses that " + SMAPS + " has");
            }
            return pages;
        } catch (IOException | NumberFormatException e) {
            throw new UnknownHeapException(SMAPS + ": " + e.getMessage());
        }
    }

    /** Returns the output of {@code jcmd PID GC.heap_info}, from the MBean DiagnosticCommand. */
    private static String heapInfo() throws UnknownHeapException {
        try {
            return String.valueOf(ManagementFactory.getPlatformMBeanServer()
                    .invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcHeapInfo", null, null));
        } catch (JMException | RuntimeException e) {
            throw new UnknownHeapException("the JVM does not offer GC.heap_info: " + e.getMessage());
        }
    }

    private static String first(String file, String prefix) {
        try (BufferedReader lines = open(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(prefix)) {
                    return line;
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("hp: " + file + ": " + e.getMessage(), e);
        }
        throw new IllegalStateException("hp: " + file + " has no line " + prefix);
    }

    private static BufferedReader open(String file) throws IOException {
        return new BufferedReader(new InputStreamReader(new FileInputStream(file), StandardCharsets.ISO_8859_1));
    }
}

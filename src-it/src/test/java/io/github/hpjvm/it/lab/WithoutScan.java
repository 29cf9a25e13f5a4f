package io.github.hpjvm.it.lab;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.io.IOException;

/**
 * A program that makes the kernel refuse the ioctl PAGEMAP_SCAN with EPERM, as the seccomp profile of a container may
 * (seccomp(2)). It runs another program and exits as that one does.
 */
public final class WithoutScan {
    private static final int PR_SET_SECCOMP = 22;
    private static final int PR_SET_NO_NEW_PRIVS = 38;
    private static final int FILTER = 2;
    private static final int LOAD = 0x20;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int RETURN = 0x06;
    private static final int IOCTL_OF_X86 = 16;
    private static final int IOCTL_OF_ARM = 29;
    private static final int OFFSET_OF_SECOND_ARGUMENT = 24;
    private static final int PAGEMAP_SCAN = 0xc0606610;
    private static final int EPERM = 0x00050001;
    private static final int ALLOW = 0x7fff0000;
    private static final int BYTES_OF_INSTRUCTION = 8;

    private WithoutScan() {}

    public static void main(String[] command) throws IOException, InterruptedException {
        boolean arm = System.getProperty("os.arch").equals("aarch64");
        int[][] program = {
            {LOAD, 0, 0, 0},
            {JUMP_IF_EQUAL, 0, 3, arm ? IOCTL_OF_ARM : IOCTL_OF_X86},
            {LOAD, 0, 0, OFFSET_OF_SECOND_ARGUMENT},
            {JUMP_IF_EQUAL, 0, 1, PAGEMAP_SCAN},
            {RETURN, 0, 0, EPERM},
            {RETURN, 0, 0, ALLOW},
        };
        try (Memory instructions = new Memory((long) program.length * BYTES_OF_INSTRUCTION);
                Memory filter = new Memory(16)) {
            for (int i = 0; i < program.length; i++) {
                long at = (long) i * BYTES_OF_INSTRUCTION;
                instructions.setShort(at, (short) program[i][0]);
                instructions.setByte(at + 2, (byte) program[i][1]);
                instructions.setByte(at + 3, (byte) program[i][2]);
                instructions.setInt(at + 4, program[i][3]);
            }
            filter.clear();
            filter.setShort(0, (short) program.length);
            filter.setPointer(8, instructions);
            prctl(PR_SET_NO_NEW_PRIVS, 1, Pointer.NULL);
            prctl(PR_SET_SECCOMP, FILTER, filter);
        }
        System.exit(new ProcessBuilder(command).inheritIO().start().waitFor());
    }

    private static void prctl(int option, long value, Pointer argument) {
        Object[] arguments = {option, new NativeLong(value), argument, new NativeLong(0), new NativeLong(0)};
        NativeLibrary.getProcess()
                .getFunction("prctl", Function.C_CONVENTION | Function.THROW_LAST_ERROR)
                .invokeInt(arguments);
    }

    /** Returns the words that start it, before the other program's words. */
    public static Object[] launcher() {
        return WithoutThp.launcher(WithoutScan.class);
    }
}

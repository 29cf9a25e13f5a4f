package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.read.file.Roots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** /proc with the mount option hidepid lists only the processes of this user (Documentation/filesystems/proc.rst). */
class HiddenProcessesTest {
    private static final String MOUNT = "23 28 0:22 / /proc rw,nosuid,nodev,noexec,relatime shared:14 - proc proc rw";

    @TempDir
    Path root;

    private boolean hidden(String mounts, String... processes) throws IOException {
        Files.createDirectories(root.resolve("proc/self"));
        Files.writeString(root.resolve("proc/self/mountinfo"), mounts);
        for (String process : processes) {
            Files.createDirectories(root.resolve("proc").resolve(process));
        }
        return Jvms.areHidden(Roots.under(root));
    }

    @ParameterizedTest
    @CsvSource({
        "'', false",
        "',hidepid=0', false",
        "',hidepid=1', false",
        "',hidepid=noaccess', false",
        "',hidepid=2', true",
        "',hidepid=invisible', true",
        "',hidepid=invisible,gid=27', true",
        "',gid=27,hidepid=4', true",
        "',hidepid=ptraceable', true"
    })
    void theMountOptionDecides(String option, boolean hidden) throws IOException {
        assertEquals(hidden, hidden("1 2 0:3 / / rw - ext4 /dev/vda rw\n" + MOUNT + option + "\n", "4242"));
    }

    /** The values 1 and noaccess list the processes, and refuse their files. */
    @ParameterizedTest
    @CsvSource({
        "0, true, true, false",
        "1, true, true, true",
        "1, true, false, false",
        "1, false, false, false",
        "noaccess, true, true, true",
        "noaccess, true, false, false",
        "2, true, false, false",
        "2, true, true, false",
        "2, false, false, true",
        "ptraceable, false, false, true",
        "other, false, true, false"
    })
    void theModeSaysWhatIsHidden(String hidepid, boolean listed, boolean denied, boolean hidden) {
        assertEquals(hidden, Jvms.hides(hidepid, listed, denied));
    }

    /** A Kubernetes node has thousands of mounts before it. */
    @Test
    void theMountOfProcIsFoundInALongTable() throws IOException {
        String other = "1 2 0:3 / /" + "x".repeat(200) + " rw - overlay overlay rw\n";
        assertEquals(true, hidden(other.repeat(6000) + MOUNT + ",hidepid=2\n", "4242"));
    }

    /** Root, and members of the group of the option gid, see all processes. */
    @Test
    void whoSeesProcessOneSeesAll() throws IOException {
        assertEquals(false, hidden(MOUNT + ",hidepid=2\n", "1", "4242"));
    }
}

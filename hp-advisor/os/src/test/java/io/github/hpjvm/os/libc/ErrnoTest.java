package io.github.hpjvm.os.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.FileSystemException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrnoTest {
    /** What glibc says in German. */
    private static final Map<Integer, String> GERMAN = Map.of(
            1, "Die Operation ist nicht erlaubt",
            3, "Kein passender Prozess gefunden",
            13, "Keine Berechtigung",
            20, "Ist kein Verzeichnis",
            38, "Die angeforderte Funktion ist nicht implementiert",
            40, "Zu viele Ebenen aus symbolischen Links",
            95, "Die Operation wird nicht unterstützt");

    private static Optional<Errno> german(String message) {
        return Errno.of(message, number -> Optional.ofNullable(GERMAN.get(number)));
    }

    @ParameterizedTest
    @CsvSource({
        "Operation not permitted,           EPERM",
        "No such process,                   ESRCH",
        "Resource temporarily unavailable,  EAGAIN",
        "Permission denied,                 EACCES",
        "Not a directory,                   ENOTDIR",
        "Function not implemented,          ENOSYS",
        "Too many levels of symbolic links, ELOOP",
        "Operation not supported,           EOPNOTSUPP"
    })
    void recognizesEnglishMessages(String words, Errno errno) {
        IllegalStateException asked = new IllegalStateException("asked");
        assertEquals(Optional.of(errno), Errno.of(words + " or so", number -> {
            throw asked;
        }));
        assertEquals(Optional.of(errno), Errno.of(new FileSystemException("/proc/1/pagemap", null, words)));
    }

    @Test
    void recognizesMessagesInTheLocaleOfTheUser() {
        assertEquals(Optional.of(Errno.ESRCH), german("Kein passender Prozess gefunden"));
        assertEquals(Optional.of(Errno.EPERM), german("Die Operation ist nicht erlaubt"));
        assertEquals(Optional.of(Errno.EACCES), german("Keine Berechtigung"));
        assertEquals(Optional.empty(), german("Eingabe-/Ausgabefehler"));
    }

    @Test
    void otherMessagesAreUnknown() {
        assertEquals(Optional.empty(), Errno.of(new FileSystemException("/x", null, "Input/output error")));
        assertEquals(Optional.empty(), Errno.of(new FileSystemException("/x")));
        assertEquals(Optional.empty(), Errno.of(new FileSystemException("No such process", null, "x")));
        assertEquals(Optional.empty(), Errno.of("anything", number -> Optional.of("")));
        assertEquals(Optional.empty(), Errno.of("anything", number -> Optional.empty()));
    }
}

package io.github.hpjvm.cli.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.read.jvm.Contact.Permission;
import io.github.hpjvm.console.error.UsageException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MannerOptionsTest {

    @Test
    void contactsOnlyWhereMemoryIsDeniedByDefault() {
        assertEquals(Contact.whereDenied(), MannerOptions.contact(false, false, null));
        assertEquals(Duration.ofSeconds(10), Contact.whereDenied().timeout());
    }

    @Test
    void optionsPermitAndForbid() {
        assertEquals(
                Permission.ALLOWED, MannerOptions.contact(true, false, null).permission());
        assertEquals(Permission.NEVER, MannerOptions.contact(false, true, null).permission());
        assertEquals(
                Duration.ofMillis(1500),
                MannerOptions.contact(true, false, "1.5").timeout());
        assertEquals(
                Duration.ofMinutes(2), MannerOptions.contact(true, false, "2m").timeout());
    }

    @Test
    void rejectsBothAndNoTime() {
        assertThrows(UsageException.class, () -> MannerOptions.contact(true, true, null));
        assertThrows(UsageException.class, () -> MannerOptions.contact(true, false, "soon"));
    }
}

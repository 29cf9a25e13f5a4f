package io.github.hpjvm.cli.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.read.jvm.Contact.Permission;
import io.github.hpjvm.bench.error.UsageException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ContactOptionsTest {

    @Test
    void contactsOnlyWhereMemoryIsDeniedByDefault() {
        assertEquals(Contact.whereDenied(), ContactOptions.contact(false, false, null));
        assertEquals(Duration.ofSeconds(10), Contact.whereDenied().timeout());
    }

    @Test
    void optionsPermitAndForbid() {
        assertEquals(
                Permission.ALLOWED, ContactOptions.contact(true, false, null).permission());
        assertEquals(Permission.NEVER, ContactOptions.contact(false, true, null).permission());
        assertEquals(
                Duration.ofMillis(1500),
                ContactOptions.contact(true, false, "1.5").timeout());
        assertEquals(
                Duration.ofMinutes(2), ContactOptions.contact(true, false, "2m").timeout());
    }

    @Test
    void rejectsBothAndNoTime() {
        assertThrows(UsageException.class, () -> ContactOptions.contact(true, true, null));
        assertThrows(UsageException.class, () -> ContactOptions.contact(true, false, "soon"));
    }
}

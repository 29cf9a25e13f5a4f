package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.text.Visible;
import java.util.Objects;

/**
 * One file of a configuration.
 *
 * @param name by which it is known among the files of its form, such as {@code shop.service.d/hp-jvm.conf}
 * @param place where it belongs on the machine, as a path; empty if that is the reader's choice
 * @param text all of it, ending in a newline. Characters that an editor would not show are escaped, also in values: a
 *     setting with such a name then names nothing that exists, and the reader sees why
 */
public record ConfigFile(String name, String place, String text) {

    public ConfigFile {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(place, "place");
        text = Visible.text(text);
    }
}

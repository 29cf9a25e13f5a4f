package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.os.text.Visible;
import java.util.Objects;

/**
 * One file of a configuration.
 *
 * @param name name among the files of its form: {@code shop.service.d/hp-jvm.conf}
 * @param place path at which to install it; empty if the reader chooses it
 * @param text contents, ending in a newline. Characters that an editor would not show are escaped, also in values: a setting
 *     with such a name then has no effect, and the reader sees why
 */
public record ConfigFile(String name, String place, String text) {

    public ConfigFile {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(place, "place");
        text = Visible.text(text);
    }
}

package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.AppliedChange;
import io.github.hpjvm.bench.host.HostChange;
import io.github.hpjvm.bench.host.HostFiles;
import io.github.hpjvm.bench.host.Provisioner;
import io.github.hpjvm.bench.variant.Variant;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sets the host for the variant before each fork: files that the variant names get its values, and files that only
 * other variants name get their previous values. If the host may not be changed, it only checks, and refuses a variant
 * for which the host is not set.
 */
public final class HostSwitch {
    private final List<Variant> variants;
    private final Bytes pmdSize;
    private final HostFiles files;
    private final Optional<Provisioner> provisioner;
    private @Nullable Map<Path, String> shared;

    /**
     * Reads the values that all variants share at first use: after the campaign has provisioned for all of them.
     *
     * @param provisioner empty if the host may not be changed
     */
    public HostSwitch(List<Variant> variants, Bytes pmdSize, HostFiles files, Optional<Provisioner> provisioner) {
        this.variants = List.copyOf(variants);
        this.pmdSize = pmdSize;
        this.files = files;
        this.provisioner = provisioner;
    }

    /** The reason why a variant cannot be forked, and the command that enables it; empty if there is none. */
    record Refusal(String why, Optional<String> fix) {}

    /** Sets the host for a fork of this variant; empty on success. */
    Optional<Refusal> turnTo(Variant variant) {
        Map<Path, String> wanted = new LinkedHashMap<>(shared());
        variant.host(pmdSize).forEach(change -> wanted.put(change.file(), change.value()));
        List<HostChange> changes = wanted.entrySet().stream()
                .map(entry -> new HostChange(entry.getKey(), entry.getValue()))
                .toList();
        try {
            return provisioner.isPresent() ? change(variant, changes, provisioner.get()) : look(variant, changes);
        } catch (NoSuchFileException e) {
            return Optional.of(new Refusal(
                    variant.name() + " needs " + e.getFile() + ", which this kernel does not provide",
                    Optional.empty()));
        } catch (IOException e) {
            return Optional.of(new Refusal(
                    "the host cannot be set for " + variant.name() + ": " + e.getMessage(), Optional.empty()));
        }
    }

    private Optional<Refusal> change(Variant variant, List<HostChange> changes, Provisioner by) throws IOException {
        for (HostChange change : changes) {
            files.value(change.file());
        }
        return by.apply(changes).changes().stream()
                .filter(change -> !change.took())
                .findFirst()
                .map(change -> notTaken(variant, change));
    }

    private static Refusal notTaken(Variant variant, AppliedChange change) {
        return new Refusal(
                variant.name() + " needs " + change.wanted() + " in " + change.file() + ", but the kernel keeps "
                        + change.readBack(),
                Optional.empty());
    }

    private Optional<Refusal> look(Variant variant, List<HostChange> changes) throws IOException {
        List<HostChange> missing = new ArrayList<>();
        for (HostChange change : changes) {
            if (!files.value(change.file()).equals(change.value())) {
                missing.add(change);
            }
        }
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        String needs = missing.stream()
                .map(change -> change.value() + " in " + change.file())
                .collect(Collectors.joining(" and "));
        return Optional.of(new Refusal(
                variant.name() + " needs " + needs + "; hp-bench does not change the host without provision=true",
                Optional.of(missing.stream()
                        .map(change -> "echo " + change.value() + " | sudo tee " + change.file())
                        .collect(Collectors.joining(" && ")))));
    }

    private Map<Path, String> shared() {
        if (shared != null) {
            return shared;
        }
        Map<Path, String> values = new LinkedHashMap<>();
        for (Variant variant : variants) {
            variant.host(pmdSize)
                    .forEach(change -> value(change.file()).ifPresent(value -> values.put(change.file(), value)));
        }
        shared = values;
        return values;
    }

    /** The value of a file; the absence of a file matters only to the variants that name it. */
    private Optional<String> value(Path file) {
        try {
            return Optional.of(files.value(file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}

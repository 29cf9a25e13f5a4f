package io.github.hpjvm.bench;

import io.github.hpjvm.bench.host.AppliedChange;
import io.github.hpjvm.bench.host.HostFiles;
import io.github.hpjvm.bench.host.Provisioner;
import io.github.hpjvm.bench.host.RestoreReport;
import io.github.hpjvm.bench.host.UndoFile;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.report.model.PlanText;
import io.github.hpjvm.bench.run.HostSwitch;
import io.github.hpjvm.bench.run.Interleaving;
import io.github.hpjvm.bench.run.MemoryPreparation;
import io.github.hpjvm.bench.run.Provisioning;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.console.process.ThisProcess;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.Style;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Sets the host for one campaign and restores it, also after an earlier campaign that was killed. Prints each change.
 */
final class CampaignHost {
    private final Provisioner provisioner = Provisioner.ofThisHost();
    private final Console console;

    CampaignHost(Console console) {
        this.console = console;
    }

    /** Restores the settings that a killed campaign left changed. Changing and restoring them takes root. */
    void restoreEarlier() throws IOException {
        if (ThisProcess.isRoot()) {
            RestoreReport report = provisioner.restore();
            report.lines().forEach(line -> console.err().println("left by an earlier run: " + line));
        } else if (UndoFile.maybePending()) {
            console.err()
                    .println(Style.WARN.of(
                            "An earlier run may have left host settings changed. To restore them, type:"
                                    + " sudo hp-cli bench restore",
                            console.errColour()));
        }
    }

    /** The settings that change before each fork. */
    HostSwitch switching(BenchOptions options) {
        return new HostSwitch(
                options.variants(),
                HostReader.pmdSize(),
                HostFiles.under(Path.of("/")),
                options.provision() ? Optional.of(provisioner) : Optional.empty());
    }

    /** Sets the host for the campaign, then its memory. */
    MemoryPreparation prepare(
            TargetJvm jvm, List<Case> cases, Interleaving interleaving, BenchOptions options, Interruption interruption)
            throws IOException {
        if (options.provision()) {
            provision(jvm, cases, interleaving, options);
        }
        if (options.fragment().isEmpty()) {
            return MemoryPreparation.warming(interruption::requested);
        }
        MemoryPreparation memory = MemoryPreparation.fragmenting(
                options.fragment().getAsInt(), Provisioning.heap(cases), provisioner, interruption::requested);
        HostReader.freeMemory()
                .ifPresent(free -> console.err().println("memory    after fragmentation: " + PlanText.free(free)));
        return memory;
    }

    private void provision(TargetJvm jvm, List<Case> cases, Interleaving interleaving, BenchOptions options)
            throws IOException {
        for (AppliedChange change : provisioner
                .apply(Provisioning.changes(jvm, cases, options.variants(), interleaving))
                .changes()) {
            console.err().println("changed   " + Provisioning.describe(change));
        }
    }

    /** Restores the settings that this campaign changed. */
    void restore(BenchOptions options) throws IOException {
        if (options.provision()) {
            provisioner.shutDown().lines().forEach(line -> console.err().println("restored  " + line));
        }
    }
}

package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.bench.options.BusyRounds;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.report.json.SavedResults.SavedRun;
import io.github.hpjvm.bench.report.json.SavedResults.Side;
import io.github.hpjvm.console.error.UsageException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads {@code results.json} of any origin for a comparison. An error message is one line. */
public final class SavedResultsJson {
    private SavedResultsJson() {}

    /**
     * Reads results.
     *
     * @param name name of the file, for messages
     * @throws UsageException if the text is not a results.json of this schema, or hp-bench cannot have written it
     */
    public static SavedResults read(String name, String text) {
        SavedFile file = new SavedFile(name);
        CampaignDocument campaign = file.campaign(text);
        Set<String> byCpuTime = byCpuTime(campaign);
        List<SavedRun> runs = new ArrayList<>();
        Map<Side, String> units = new HashMap<>();
        Map<Side, Boolean> directions = new HashMap<>();
        for (int i = 0; i < campaign.runs().size(); i++) {
            RunDocument run = campaign.runs().get(i);
            if (!counts(run)) {
                continue;
            }
            Side side = side(run);
            if (byCpuTime.contains(run.subject().record().workload())) {
                runs.add(new SavedRun(
                        side, run.round(), run.timing().cpuNanosPerOp().getAsDouble(), SavedResults.CPU_TIME, false));
                continue;
            }
            String where = "runs[" + i + "]";
            String unit = SavedFile.clean(run.unit().orElseThrow(() -> file.wrong(where + " has no unit")));
            String other = units.putIfAbsent(side, unit);
            if (other != null && !other.equals(unit)) {
                throw file.wrong("mixes " + other + " and " + unit + " for " + side.subject() + " " + side.variant());
            }
            // In files of earlier versions JMH's unit decides.
            boolean higherIsBetter = run.higherIsBetter().orElse(unit.startsWith("ops/"));
            Boolean direction = directions.putIfAbsent(side, higherIsBetter);
            if (direction != null && direction != higherIsBetter) {
                throw file.wrong("has runs of " + side.subject() + " " + side.variant()
                        + " where more is better, and others where less is better");
            }
            runs.add(new SavedRun(side, run.round(), run.score().getAsDouble(), unit, higherIsBetter));
        }
        if (runs.isEmpty()) {
            throw file.wrong("has no run that counts: none has status OK and verified pages");
        }
        Set<CaseOfRound> leftOut = leftOut(campaign);
        runs.removeIf(run -> leftOut.contains(place(run.side(), run.round())));
        if (runs.isEmpty()) {
            throw file.wrong("has no run that counts: each round was busy, and the campaign left busy rounds out");
        }
        return new SavedResults(
                name,
                SavedSetting.of(campaign),
                SavedSetting.load(campaign),
                withoutRatio(campaign),
                List.copyOf(runs));
    }

    private static boolean counts(RunDocument run) {
        return isMeasured(run) && run.score().orElse(0) > 0;
    }

    private static boolean isMeasured(RunDocument run) {
        return run.status() == RunStatus.OK && !run.profiled() && run.evidence().realised();
    }

    private static long withoutRatio(CampaignDocument campaign) {
        return campaign.runs().stream()
                .filter(run -> isMeasured(run) && run.score().isPresent() && !counts(run))
                .count();
    }

    /** The workloads whose verdict is by CPU time: each run that counts has its CPU time. */
    private static Set<String> byCpuTime(CampaignDocument campaign) {
        Set<String> workloads = new HashSet<>();
        campaign.workloads().stream().filter(it -> it.clock() == Clock.CPU).forEach(it -> workloads.add(it.name()));
        campaign.runs().stream()
                .filter(run -> counts(run) && !(run.timing().cpuNanosPerOp().orElse(0) > 0))
                .forEach(run -> workloads.remove(run.subject().record().workload()));
        return workloads;
    }

    private static Side side(RunDocument run) {
        Map<String, String> params = new TreeMap<>();
        CaseName subject = run.subject().record();
        subject.params().forEach((name, value) -> params.put(SavedFile.clean(name), SavedFile.clean(value)));
        return new Side(SavedFile.clean(subject.workload()), params, SavedFile.clean(run.variant()));
    }

    /** A case in one round, with all variants. */
    private record CaseOfRound(String workload, Map<String, String> params, int round) {}

    private static CaseOfRound place(Side side, int round) {
        return new CaseOfRound(side.workload(), side.params(), round);
    }

    /** Busy rounds of cases, if the campaign's rule leaves them out. */
    private static Set<CaseOfRound> leftOut(CampaignDocument campaign) {
        Set<CaseOfRound> leftOut = new HashSet<>();
        if (campaign.rules().disturbed().equals(BusyRounds.DROP.label())) {
            campaign.runs().stream()
                    .filter(run -> run.disturbance().disturbed())
                    .forEach(run -> leftOut.add(place(side(run), run.round())));
        }
        return leftOut;
    }
}

package io.github.hpjvm.it.kernels;

import io.github.hpjvm.it.kernels.Judgement.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The table kernel × configuration, and how each guest ended. */
public final class KernelTable {
    private final Map<String, String> ends = new LinkedHashMap<>();
    private final Map<String, Map<String, Judgement>> guests = new LinkedHashMap<>();

    /** Adds a guest, with how it ended: {@code finished}, {@code did not boot}. */
    public void add(String guest, String end, List<Judgement> judgements) {
        ends.put(guest, end);
        Map<String, Judgement> cells = new LinkedHashMap<>();
        judgements.forEach(judgement -> cells.put(judgement.jvm().name(), judgement));
        guests.put(guest, cells);
    }

    /** Returns the guests and JVMs with an answer of this verdict. */
    public List<String> with(Verdict verdict, Function<Judgement, Verdict> answer) {
        List<String> found = new ArrayList<>();
        guests.forEach((guest, cells) -> cells.forEach((name, judgement) -> {
            if (judgement.measured() && answer.apply(judgement) == verdict) {
                found.add(guest + " " + name + ": " + judgement.cell());
            }
        }));
        return found;
    }

    /** Returns the number of JVMs for which there is a truth. */
    public long measured(String guest) {
        return guests.get(guest).values().stream().filter(Judgement::measured).count();
    }

    /** Returns the number of JVMs for which there is a truth. */
    public long measured() {
        return guests.keySet().stream().mapToLong(this::measured).sum();
    }

    @Override
    public String toString() {
        Set<String> names = new LinkedHashSet<>();
        guests.values().forEach(cells -> names.addAll(cells.keySet()));
        List<List<String>> rows = new ArrayList<>();
        rows.add(new ArrayList<>(List.of("heap of")));
        rows.get(0).addAll(guests.keySet());
        for (String name : names) {
            List<String> row = new ArrayList<>(List.of(name));
            guests.values()
                    .forEach(cells -> row.add(Optional.ofNullable(cells.get(name))
                            .map(Judgement::cell)
                            .orElse("-")));
            rows.add(row);
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                int column = i;
                int width = rows.stream()
                        .mapToInt(other -> other.get(column).length())
                        .max()
                        .orElse(0);
                line.append(row.get(i)).append(" ".repeat(width - row.get(i).length() + 2));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        text.append("\np predict, a advise, ? unknown, ! wrong (what it said follows)\n");
        ends.forEach((guest, end) -> text.append(guest)
                .append(": ")
                .append(end)
                .append(", ")
                .append(measured(guest))
                .append(" JVMs\n"));
        return text.toString();
    }
}

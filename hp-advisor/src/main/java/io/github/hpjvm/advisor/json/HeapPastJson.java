package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.watch.HeapPast;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the past of a heap as the field {@code history} of the advice. */
final class HeapPastJson {

    private HeapPastJson() {}

    static Map<String, Object> of(HeapPast past) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("from", time(past.first()));
        object.put("to", time(past.last()));
        object.put("readings", past.readings());
        object.put("best", past.best());
        object.put("latest", past.latest());
        List<Object> losses = new ArrayList<>();
        past.losses().forEach(loss -> losses.add(loss(loss)));
        object.put("losses", losses);
        object.put("before", past.before().map(HeapPastJson::before).orElse(null));
        return object;
    }

    private static Map<String, Object> loss(HeapPast.Loss loss) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("lastGood", time(loss.lastGood()));
        object.put("was", loss.was());
        object.put("firstBad", time(loss.firstBad()));
        object.put("coverage", loss.coverage());
        object.put("goodAgain", loss.goodAgain().map(HeapPastJson::time).orElse(null));
        object.put("cause", loss.cause().name());
        object.put("text", loss.text());
        List<Object> evidence = new ArrayList<>();
        loss.evidence().forEach(fact -> evidence.add(AdviceJson.evidence(fact)));
        object.put("evidence", evidence);
        return object;
    }

    private static Map<String, Object> before(HeapPast.Before before) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("pid", before.pid());
        object.put("last", time(before.last()));
        object.put("coverage", before.coverage());
        return object;
    }

    private static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.MILLIS).toString();
    }
}

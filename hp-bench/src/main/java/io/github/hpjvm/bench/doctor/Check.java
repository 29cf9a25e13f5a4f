package io.github.hpjvm.bench.doctor;

/**
 * One thing that was looked at.
 *
 * @param topic in a few words; several checks may share one
 * @param ok whether it is to be had here
 * @param text what was seen, and if it is not to be had, why and what to do
 */
public record Check(String topic, boolean ok, String text) {

    static Check ok(String topic, String text) {
        return new Check(topic, true, text);
    }

    static Check no(String topic, String text) {
        return new Check(topic, false, text);
    }
}

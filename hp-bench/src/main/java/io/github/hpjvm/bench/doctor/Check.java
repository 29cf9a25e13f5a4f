package io.github.hpjvm.bench.doctor;

/**
 * One check of the host or the JVM.
 *
 * @param topic in a few words; several checks may share one
 * @param ok whether it is available
 * @param text the observed state; if it is not available, the reason and the remedy
 */
public record Check(String topic, boolean ok, String text) {

    static Check ok(String topic, String text) {
        return new Check(topic, true, text);
    }

    static Check no(String topic, String text) {
        return new Check(topic, false, text);
    }
}

package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.text.Visible;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What one read of one source gave: a value, or the reason why there is none. "Don't know" is an answer of its own and
 * never looks like an empty or a default value.
 *
 * @param <T> the type of the value
 */
public sealed interface Fact<T> permits Fact.Known, Fact.Absent {

    /** Where the fact comes from, or would have come from. */
    Source source();

    /** The value, or empty if the fact is absent. */
    Optional<T> known();

    /** A fact of the same source about the value that {@code f} makes of this one; an absent fact stays as it is. */
    <R> Fact<R> map(Function<? super T, ? extends R> f);

    /**
     * The fact that {@code f} makes of this value; an absent fact stays as it is. For a parser that may find its text
     * malformed.
     */
    <R> Fact<R> flatMap(Function<? super T, Fact<R>> f);

    static <T> Fact<T> known(T value, Source source) {
        return new Known<>(value, source);
    }

    static <T> Fact<T> absent(Reason reason, Source source) {
        return new Absent<>(reason, source, "");
    }

    static <T> Fact<T> absent(Reason reason, Source source, String grant) {
        return new Absent<>(reason, source, grant);
    }

    /**
     * A source that answered.
     *
     * @param value what it answered
     * @param source where that stands
     */
    record Known<T>(T value, Source source) implements Fact<T> {
        public Known {
            Objects.requireNonNull(value, "value");
            Objects.requireNonNull(source, "source");
        }

        @Override
        public Optional<T> known() {
            return Optional.of(value);
        }

        @Override
        public <R> Fact<R> map(Function<? super T, ? extends R> f) {
            return new Known<>(f.apply(value), source);
        }

        @Override
        public <R> Fact<R> flatMap(Function<? super T, Fact<R>> f) {
            return f.apply(value);
        }
    }

    /**
     * A source that did not answer.
     *
     * @param reason why
     * @param source where we looked
     * @param grant what would let us see it, as a sentence for people; empty if nothing would
     */
    record Absent<T>(Reason reason, Source source, String grant) implements Fact<T> {
        /** A path of the longest kind and some words about it. */
        private static final int LONGEST_GRANT = 5000;

        public Absent {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(source, "source");
            grant = Visible.name(grant, LONGEST_GRANT);
        }

        @Override
        public Optional<T> known() {
            return Optional.empty();
        }

        @Override
        public <R> Fact<R> map(Function<? super T, ? extends R> f) {
            return new Absent<>(reason, source, grant);
        }

        @Override
        public <R> Fact<R> flatMap(Function<? super T, Fact<R>> f) {
            return new Absent<>(reason, source, grant);
        }
    }
}

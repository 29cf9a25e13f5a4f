package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.text.Visible;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The result of one read of one source: a value, or the reason why it is absent. An absent fact is never represented by an
 * empty or a default value.
 *
 * @param <T> the type of the value
 */
public sealed interface Fact<T> permits Fact.Known, Fact.Absent {

    /** The source that was read, or that could not be read. */
    Source source();

    /** The value, or empty if the fact is absent. */
    Optional<T> known();

    /** The fact of the same source with the value that {@code f} returns; an absent fact stays absent. */
    <R> Fact<R> map(Function<? super T, ? extends R> f);

    /**
     * The fact that {@code f} returns for the value; an absent fact stays absent. For a parser, which may find its text
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
     * A known fact.
     *
     * @param value value of the source
     * @param source the source
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
     * An absent fact.
     *
     * @param reason reason of its absence
     * @param source the source
     * @param grant command or permission that would make the source readable, as a sentence; empty if there is none
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

        /** Returns what is known about the absence, under the given name of the fact. */
        public Missing missing(String fact) {
            return new Missing(
                    fact, reason, source.path(), grant, source.excerpt().replace("\n", " | "));
        }
    }
}

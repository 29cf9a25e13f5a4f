package io.github.hpjvm.advisor.fuzz;

import io.github.hpjvm.advisor.facts.Fact;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Messages that reach the user: those of exceptions, and the sources of absent facts. */
final class Messages {
    private static final ClassValue<Method[]> ACCESSORS = new ClassValue<>() {
        @Override
        protected Method[] computeValue(Class<?> type) {
            return type.isRecord() && type.getName().startsWith("io.github.hpjvm.")
                    ? Stream.of(type.getRecordComponents())
                            .map(RecordComponent::getAccessor)
                            .filter(AccessibleObject::trySetAccessible)
                            .toArray(Method[]::new)
                    : new Method[0];
        }
    };

    private Messages() {}

    /** The message of an exception is one line of characters that a terminal shows. */
    static void check(String message) {
        Objects.requireNonNull(message, "a message");
        check(message, false);
    }

    /** So are the texts of the absent facts in a result, which may have several lines. */
    static void check(Object result) {
        if (result instanceof Fact.Absent<?> absent) {
            check(absent.source().path(), false);
            check(absent.source().excerpt(), true);
            check(absent.grant(), false);
        } else if (result instanceof Fact.Known<?> known) {
            check(known.value());
        } else if (result instanceof Optional<?> optional) {
            optional.ifPresent(Messages::check);
        } else if (result instanceof Iterable<?> several) {
            several.forEach(Messages::check);
        } else if (result instanceof Map<?, ?> map) {
            map.values().forEach(Messages::check);
        } else if (result instanceof Record) {
            for (Method accessor : ACCESSORS.get(result.getClass())) {
                check(value(accessor, result));
            }
        }
    }

    private static Object value(Method accessor, Object from) {
        try {
            Object value = accessor.invoke(from);
            return value instanceof String ? null : value;
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void check(String text, boolean lines) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isHidden(c) && !(lines && c == '\n')) {
                throw new AssertionError(
                        "a message with the character U+%04X: %s".formatted((int) c, text.replaceAll("[^ -~]", "?")));
            }
        }
    }

    /** Control characters, line separators, and characters that change the direction of text. */
    private static boolean isHidden(char c) {
        return Character.isISOControl(c)
                || c == '\u2028'
                || c == '\u2029'
                || c == '\u061c'
                || c == '\u200e'
                || c == '\u200f'
                || c >= '\u202a' && c <= '\u202e'
                || c >= '\u2066' && c <= '\u2069';
    }
}

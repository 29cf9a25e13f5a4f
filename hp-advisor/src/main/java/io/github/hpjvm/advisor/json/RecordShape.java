package io.github.hpjvm.advisor.json;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** The components of a record. It need not be public, but its package must be open to hp-advisor. */
final class RecordShape {
    /** The shape of each record: reflection creates its arrays anew at each call. */
    private static final ClassValue<RecordShape> SHAPES = new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
            return new RecordShape(type);
        }
    };

    final String[] names;
    final Type[] types;
    private final Method[] accessors;

    private final Constructor<?> constructor;

    private RecordShape(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        names = new String[components.length];
        types = new Type[components.length];
        accessors = new Method[components.length];
        Class<?>[] parameters = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            names[i] = components[i].getName();
            types[i] = components[i].getGenericType();
            accessors[i] = components[i].getAccessor();
            accessors[i].setAccessible(true);
            parameters[i] = components[i].getType();
        }
        try {
            constructor = type.getDeclaredConstructor(parameters);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a record has a canonical constructor", e);
        }
        constructor.setAccessible(true);
    }

    static RecordShape of(Class<?> type) {
        return SHAPES.get(type);
    }

    /** Returns whether the component has no member of its own. */
    boolean isInPlace(int index) {
        return types[index] instanceof ParameterizedType generic && generic.getRawType() == InPlace.class;
    }

    /** Returns the value of a component. */
    @Nullable
    Object component(Record record, int index) {
        try {
            return accessors[index].invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + accessors[index], e);
        }
    }

    /** Returns the record with these components; the cause of an exception is that of its constructor. */
    Object record(Object[] values) throws InvocationTargetException {
        try {
            return constructor.newInstance(values);
        } catch (InstantiationException | IllegalAccessException e) {
            throw new IllegalStateException("cannot call " + constructor, e);
        }
    }
}

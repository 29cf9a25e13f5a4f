package io.github.hpjvm.advisor.health;

/**
 * Errors that belong to the service and not to the check. The check catches all other errors, such as those of a class loader
 * that an undeployment has closed.
 */
final class Fatal {
    private Fatal() {}

    /** Throws an OutOfMemoryError again: the service and its operator must see it. */
    static void rethrow(Throwable e) {
        if (e instanceof OutOfMemoryError lack) {
            throw lack;
        }
    }
}

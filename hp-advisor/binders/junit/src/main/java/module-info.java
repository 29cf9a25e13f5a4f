/** A condition of JUnit Jupiter, which finds its classes by reflection. */
open module io.github.hpjvm.binder.junit {
    requires transitive io.github.hpjvm.advisor;
    requires transitive org.junit.jupiter.api;

    exports io.github.hpjvm.binder.junit;
}

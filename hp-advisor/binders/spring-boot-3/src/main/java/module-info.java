/** The auto-configuration of the health check of hp-advisor for Spring Boot 3, which finds it by reflection. */
@SuppressWarnings("module") // the name ends in the number of the line of Spring Boot
open module io.github.hpjvm.binder.springboot3 {
    requires static transitive io.github.hpjvm.binder.micrometer;
    requires transitive io.github.hpjvm.advisor;
    requires transitive spring.boot;
    requires transitive spring.boot.autoconfigure;
    requires transitive spring.boot.actuator;
    requires transitive spring.boot.actuator.autoconfigure;
    requires transitive spring.context;

    exports io.github.hpjvm.binder.springboot3;
}

/** The auto-configuration of the health check of hp-advisor for Spring Boot 4, which finds it by reflection. */
@SuppressWarnings("module") // the name ends in the number of the line of Spring Boot
open module io.github.hpjvm.binder.springboot4 {
    requires static transitive io.github.hpjvm.binder.micrometer;
    requires transitive io.github.hpjvm.advisor;
    requires transitive spring.boot;
    requires transitive spring.boot.autoconfigure;
    requires transitive spring.boot.health;
    requires transitive spring.context;

    exports io.github.hpjvm.binder.springboot4;
}

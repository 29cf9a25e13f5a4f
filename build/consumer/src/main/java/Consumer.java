import io.github.hpjvm.advisor.HugePages;
import io.github.hpjvm.advisor.health.HealthReport;
import java.time.Duration;

/** Prints what the health check says about this JVM. */
class Consumer {
    private Consumer() {}

    public static void main(String[] arguments) {
        HealthReport report = HugePages.check(Duration.ofSeconds(20));
        System.out.println(report.status() + ": " + report.summary());
    }
}

package io.github.hpjvm.results;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Spark SQL in the process that asks. */
final class SparkProgram {
    private SparkProgram() {}

    /** Joins a cached table of 1 000 000 orders with one of 100 000 customers, and groups the result. */
    static Programs.Work prepare() throws Exception {
        SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", false)
                .config("spark.sql.shuffle.partitions", 4)
                .config("spark.sql.autoBroadcastJoinThreshold", -1)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.local.dir", Programs.temporary().toString())
                .getOrCreate();
        spark.sparkContext().setLogLevel("ERROR");
        Dataset<Row> customers = spark.range(100_000)
                .selectExpr("id as customer", "hash(id) % 1000 as city")
                .cache();
        Dataset<Row> orders = spark.range(1_000_000)
                .selectExpr("id as number", "abs(hash(id)) % 100000 as customer", "hash(id, 1) % 10000 as amount")
                .cache();
        customers.createOrReplaceTempView("customers");
        orders.createOrReplaceTempView("orders");
        return () -> spark.sql("select city, count(*) as orders, sum(amount) as total from orders join customers using (customer)"
                        + " group by city order by total desc limit 10")
                .collectAsList()
                .stream()
                .mapToLong(row -> row.getLong(1))
                .sum();
    }
}

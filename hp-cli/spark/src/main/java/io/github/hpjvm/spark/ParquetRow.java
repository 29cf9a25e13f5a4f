package io.github.hpjvm.spark;

import io.github.hpjvm.advisor.fleet.FleetColumn;
import io.github.hpjvm.advisor.fleet.FleetRow;
import java.util.Arrays;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/** Rows of a fleet as rows of Spark. */
final class ParquetRow {
    /** The columns of {@link FleetColumn}. All but the labels may be null. */
    static final StructType SCHEMA = new StructType(Arrays.stream(FleetColumn.values())
            .map(column -> DataTypes.createStructField(column.column(), type(column.type()), true))
            .toArray(StructField[]::new));

    private ParquetRow() {}

    static Row of(FleetRow row) {
        return RowFactory.create(Arrays.stream(FleetColumn.values())
                .map(column -> value(column.of(row)))
                .toArray());
    }

    private static Object value(Object value) {
        return value instanceof Map<?, ?> labels ? CollectionConverters.asScala(labels) : value;
    }

    private static DataType type(FleetColumn.Type type) {
        return switch (type) {
            case TEXT -> DataTypes.StringType;
            case INT -> DataTypes.IntegerType;
            case LONG -> DataTypes.LongType;
            case DOUBLE -> DataTypes.DoubleType;
            case LABELS -> DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType, false);
        };
    }
}

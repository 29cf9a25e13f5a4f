21.0.13 -XX:TieredStopAtLevel=1 -Xms128m -Xmx128m -XX:+UseLargePages -XX:+UseZGC -cp . Fill 64

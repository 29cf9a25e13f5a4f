8u504 -XX:TieredStopAtLevel=1 -Xms128m -Xmx128m -XX:+UseLargePages -cp . Fill 64

17.0.19 -XX:TieredStopAtLevel=1 -Xms192m -Xmx192m -XX:+UseTransparentHugePages -XX:+UseZGC -cp . Fill 96

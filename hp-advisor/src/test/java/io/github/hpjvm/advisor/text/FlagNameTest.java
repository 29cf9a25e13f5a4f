package io.github.hpjvm.advisor.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FlagNameTest {

    @Test
    void switchesAndValues() {
        assertEquals(Optional.of("UseG1GC"), FlagName.of("-XX:+UseG1GC"));
        assertEquals(Optional.of("UseSHM"), FlagName.of("-XX:-UseSHM"));
        assertEquals(Optional.of("LargePageSizeInBytes"), FlagName.of("-XX:LargePageSizeInBytes=1g"));
        assertEquals(Optional.of("OnError"), FlagName.of("-XX:OnError=a=b -c\nd"));
        assertEquals(Optional.of("Flags"), FlagName.of("-XX:Flags="));
        assertEquals(Optional.of("UseG1GC"), FlagName.of("-XX:UseG1GC"));
    }

    @Test
    void noFlag() {
        for (String argument :
                List.of("-Xmx1g", "-Dx=-XX:+UseSHM", "-XX:", "-XX:+", "-XX:=1", "-XX:+=1", "", "-XX:a-b=1")) {
            assertEquals(Optional.empty(), FlagName.of(argument), argument);
        }
    }
}

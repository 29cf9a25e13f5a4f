package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.bench.Bench;
import io.github.hpjvm.bench.fork.BackingCopy;
import io.github.hpjvm.bench.host.OwnClassPath;
import io.github.hpjvm.bench.workload.tcp.TcpService;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ForkClassPathTest {
    @Test
    void aForkSeesTheWorkloadsAndTheirLibraries() throws Exception {
        try (URLClassLoader fork = fork()) {
            for (String name : new String[] {
                "org.openjdk.jmh.runner.ForkedMain",
                BackingCopy.class.getName(),
                TcpService.class.getName(),
                "io.github.hpjvm.bench.workload.jmh_generated.ByteArrayTouch_touch_jmhTest",
                "joptsimple.OptionParser",
                "org.apache.commons.math3.distribution.TDistribution",
                "org.h2.Driver",
                "org.HdrHistogram.Histogram",
                "io.netty.buffer.ByteBuf",
                "io.netty.channel.nio.NioEventLoopGroup",
                "io.netty.handler.codec.LineBasedFrameDecoder",
                "io.netty.resolver.AddressResolverGroup",
                "io.netty.util.concurrent.Future"
            }) {
                assertDoesNotThrow(() -> Class.forName(name, false, fork), name);
            }
        }
    }

    @Test
    void aForkSeesNeitherTheAdvisorNorTheBench() throws Exception {
        try (URLClassLoader fork = fork()) {
            for (String name : new String[] {
                Advice.class.getName(),
                Bench.class.getName(),
                ForkClassPathTest.class.getName(),
                "com.fasterxml.jackson.databind.ObjectMapper",
                "com.sun.jna.Native",
                "oshi.SystemInfo"
            }) {
                assertThrows(ClassNotFoundException.class, () -> Class.forName(name, false, fork), name);
            }
        }
    }

    @Test
    void anEntryThatDoesNotExistIsIgnored() {
        assertEquals("", ForkClassPath.of("/none/of/this.jar" + File.pathSeparator + "/none"));
    }

    private static URLClassLoader fork() {
        return new URLClassLoader(
                Stream.of(ForkClassPath.of(OwnClassPath.get()).split(File.pathSeparator))
                        .map(ForkClassPathTest::url)
                        .toArray(URL[]::new),
                ClassLoader.getPlatformClassLoader());
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(entry, e);
        }
    }
}

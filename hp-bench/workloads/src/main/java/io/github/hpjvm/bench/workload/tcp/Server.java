package io.github.hpjvm.bench.workload.tcp;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The service: answers a line with a number by a line with a price. On the loopback interface only. */
@SuppressWarnings("FutureReturnValueIgnored") // netty closes a connection whose write failed
final class Server implements AutoCloseable {
    private static final int LONGEST_LINE = 64;

    private final EventLoopGroup loops;
    private final Channel channel;

    private Server(EventLoopGroup loops, Channel channel) {
        this.loops = loops;
        this.channel = channel;
    }

    /** Listens on a port of the kernel's choice. */
    static Server start(QuoteTable table) throws IOException {
        EventLoopGroup loops = new NioEventLoopGroup(1);
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel connection) {
                        connection.pipeline().addLast(new LineBasedFrameDecoder(LONGEST_LINE), new Answers(table));
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            loops.shutdownGracefully();
            throw new IOException("cannot listen on the loopback interface", bound.cause());
        }
        return new Server(loops, bound.channel());
    }

    int port() {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
        loops.shutdownGracefully();
    }

    /** Parses, looks up, computes, answers. */
    private static final class Answers extends SimpleChannelInboundHandler<ByteBuf> {
        private final QuoteTable table;

        Answers(QuoteTable table) {
            this.table = table;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf line) {
            int number = 0;
            while (line.isReadable()) {
                number = number * 10 + line.readByte() - '0';
            }
            ByteBuf answer = context.alloc().buffer(LONGEST_LINE);
            ByteBufUtil.writeAscii(answer, Double.toString(table.price(number)));
            answer.writeByte('\n');
            context.writeAndFlush(answer, context.voidPromise());
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}

import static org.objectweb.asm.Opcodes.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The build runs it over a folder of classes, as a source file: it puts plain calls in the place of invokedynamic. What is
 * linked by invokedynamic costs 0.1 ms of interpreted Java when it is first met, even out of an archive of loaded classes,
 * and {@code hp-cli advise} meets 550 lambdas and method references. Each class gets one ordinary class beside it, of its
 * own nest, that is all of them: a number says which. A record's {@code toString}, {@code hashCode} and {@code equals} are
 * written out as {@code java.lang.runtime.ObjectMethods} would make them. Serializable lambdas stay as they are.
 */
public final class PlainCalls {
    private static final String BOOTSTRAP = "java/lang/invoke/LambdaMetafactory";
    private static final String SUFFIX = "$Lambdas";

    private final Map<String, ClassNode> classes = new TreeMap<>();
    private final Map<String, ClassNode> changed = new TreeMap<>();

    /**
     * Where a lambda is made.
     *
     * @param number which one of its class it is
     * @param method the name of the interface's method
     * @param captured what it takes along, and the interface
     * @param erased the interface's method as it is declared
     * @param exact the same with the types that are meant here
     * @param body what is to be called
     */
    private record Site(int number, String method, Type captured, Type erased, Type exact, Handle body) {}

    public static void main(String[] folders) throws IOException {
        for (String folder : folders) {
            new PlainCalls().rewrite(Path.of(folder));
        }
    }

    private void rewrite(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                ClassNode node = new ClassNode();
                new ClassReader(Files.readAllBytes(file)).accept(node, ClassReader.EXPAND_FRAMES);
                classes.put(node.name, node);
            }
        }
        for (ClassNode node : classes.values()) {
            // A private method can be called by the class beside it from Java 11 on.
            if ((node.version & 0xffff) >= V11) {
                rewriteRecord(node);
                rewriteLambdas(node, folder);
            }
        }
        for (ClassNode node : changed.values()) {
            ClassWriter out = new ClassWriter(0);
            node.accept(out);
            Files.write(folder.resolve(node.name + ".class"), out.toByteArray());
        }
    }

    private void rewriteLambdas(ClassNode node, Path folder) throws IOException {
        List<Site> sites = new ArrayList<>();
        Set<String> interfaces = new LinkedHashSet<>();
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction instanceof InvokeDynamicInsnNode made
                        && made.bsm.getOwner().equals(BOOTSTRAP)
                        && made.bsm.getName().equals("metafactory")) {
                    Site site = new Site(
                            sites.size(),
                            made.name,
                            Type.getMethodType(made.desc),
                            (Type) made.bsmArgs[0],
                            (Type) made.bsmArgs[2],
                            (Handle) made.bsmArgs[1]);
                    sites.add(site);
                    interfaces.add(site.captured().getReturnType().getInternalName());
                    method.instructions.set(
                            made,
                            new MethodInsnNode(
                                    INVOKESTATIC, node.name + SUFFIX, "of" + site.number(), made.desc, false));
                }
            }
        }
        if (sites.isEmpty()) {
            return;
        }
        String host = node.nestHostClass == null ? node.name : node.nestHostClass;
        ClassNode nest = classes.get(host);
        if (nest.nestMembers == null) {
            nest.nestMembers = new ArrayList<>();
        }
        nest.nestMembers.add(node.name + SUFFIX);
        changed.put(node.name, node);
        changed.put(host, nest);
        Files.write(folder.resolve(node.name + SUFFIX + ".class"), lambdas(node, host, sites, interfaces));
    }

    /** toString, hashCode and equals that javac left to java.lang.runtime.ObjectMethods, as that would make them. */
    private void rewriteRecord(ClassNode node) {
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction instanceof InvokeDynamicInsnNode made
                        && made.bsm.getOwner().equals("java/lang/runtime/ObjectMethods")) {
                    List<Handle> fields = Stream.of(made.bsmArgs)
                            .skip(2)
                            .map(Handle.class::cast)
                            .toList();
                    method.instructions.clear();
                    method.tryCatchBlocks.clear();
                    method.localVariables = null;
                    changed.put(node.name, node);
                    switch (made.name) {
                        case "toString" -> text(method, simpleName(node), fields);
                        case "hashCode" -> hash(method, fields);
                        default -> equal(method, node, fields);
                    }
                }
            }
        }
    }

    private static String simpleName(ClassNode node) {
        return node.innerClasses.stream()
                .filter(inner -> inner.name.equals(node.name))
                .map(inner -> inner.innerName)
                .findFirst()
                .orElse(node.name.substring(node.name.lastIndexOf('/') + 1));
    }

    private static void text(MethodVisitor code, String name, List<Handle> fields) {
        String builder = "java/lang/StringBuilder";
        code.visitTypeInsn(NEW, builder);
        code.visitInsn(DUP);
        code.visitMethodInsn(INVOKESPECIAL, builder, "<init>", "()V", false);
        String before = name + "[";
        for (Handle field : fields) {
            append(code, before + field.getName() + "=");
            get(code, 0, field);
            Type type = Type.getType(field.getDesc());
            String as = isPrimitive(type)
                    ? type.getSort() == Type.BYTE || type.getSort() == Type.SHORT ? "I" : type.getDescriptor()
                    : "Ljava/lang/Object;";
            code.visitMethodInsn(INVOKEVIRTUAL, builder, "append", "(" + as + ")L" + builder + ";", false);
            before = ", ";
        }
        append(code, fields.isEmpty() ? before + "]" : "]");
        code.visitMethodInsn(INVOKEVIRTUAL, builder, "toString", "()Ljava/lang/String;", false);
        code.visitInsn(ARETURN);
        code.visitMaxs(3, 1);
    }

    private static void append(MethodVisitor code, String text) {
        code.visitLdcInsn(text);
        code.visitMethodInsn(
                INVOKEVIRTUAL,
                "java/lang/StringBuilder",
                "append",
                "(Ljava/lang/String;)Ljava/lang/StringBuilder;",
                false);
    }

    private static void get(MethodVisitor code, int slot, Handle field) {
        code.visitVarInsn(ALOAD, slot);
        code.visitFieldInsn(GETFIELD, field.getOwner(), field.getName(), field.getDesc());
    }

    private static void hash(MethodVisitor code, List<Handle> fields) {
        code.visitInsn(ICONST_0);
        for (Handle field : fields) {
            code.visitIntInsn(BIPUSH, 31);
            code.visitInsn(IMUL);
            get(code, 0, field);
            Type type = Type.getType(field.getDesc());
            String owner = isPrimitive(type) ? wrapper(type) : "java/util/Objects";
            code.visitMethodInsn(
                    INVOKESTATIC,
                    owner,
                    "hashCode",
                    "(" + (isPrimitive(type) ? type.getDescriptor() : "Ljava/lang/Object;") + ")I",
                    false);
            code.visitInsn(IADD);
        }
        code.visitInsn(IRETURN);
        code.visitMaxs(3, 1);
    }

    private static void equal(MethodVisitor code, ClassNode node, List<Handle> fields) {
        Label same = new Label();
        Label other = new Label();
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, 1);
        code.visitJumpInsn(IF_ACMPEQ, same);
        code.visitVarInsn(ALOAD, 1);
        code.visitTypeInsn(INSTANCEOF, node.name);
        code.visitJumpInsn(IFEQ, other);
        if (!fields.isEmpty()) {
            code.visitVarInsn(ALOAD, 1);
            code.visitTypeInsn(CHECKCAST, node.name);
            code.visitVarInsn(ASTORE, 2);
        }
        for (Handle field : fields) {
            get(code, 0, field);
            get(code, 2, field);
            Type type = Type.getType(field.getDesc());
            if (isPrimitive(type)) {
                code.visitMethodInsn(
                        INVOKESTATIC,
                        wrapper(type),
                        "compare",
                        "(" + type.getDescriptor() + type.getDescriptor() + ")I",
                        false);
                code.visitJumpInsn(IFNE, other);
            } else {
                code.visitMethodInsn(
                        INVOKESTATIC, "java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z", false);
                code.visitJumpInsn(IFEQ, other);
            }
        }
        code.visitLabel(same);
        code.visitFrame(F_NEW, 2, new Object[] {node.name, "java/lang/Object"}, 0, new Object[0]);
        code.visitInsn(ICONST_1);
        code.visitInsn(IRETURN);
        code.visitLabel(other);
        code.visitFrame(F_NEW, 2, new Object[] {node.name, "java/lang/Object"}, 0, new Object[0]);
        code.visitInsn(ICONST_0);
        code.visitInsn(IRETURN);
        code.visitMaxs(4, 3);
    }

    private static byte[] lambdas(ClassNode node, String host, List<Site> sites, Set<String> interfaces) {
        ClassWriter out = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        String name = node.name + SUFFIX;
        out.visit(
                node.version,
                ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC,
                name,
                null,
                "java/lang/Object",
                interfaces.toArray(String[]::new));
        out.visitNestHost(host);
        int most = sites.stream()
                .mapToInt(s -> s.captured().getArgumentTypes().length)
                .max()
                .orElse(0);
        out.visitField(ACC_PRIVATE | ACC_FINAL, "number", "I", null, null);
        for (int i = 0; i < most; i++) {
            out.visitField(ACC_PRIVATE, "captured" + i, "Ljava/lang/Object;", null, null);
        }
        MethodVisitor init = out.visitMethod(ACC_PRIVATE, "<init>", "(I)V", null, null);
        init.visitCode();
        init.visitVarInsn(ALOAD, 0);
        init.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        init.visitVarInsn(ALOAD, 0);
        init.visitVarInsn(ILOAD, 1);
        init.visitFieldInsn(PUTFIELD, name, "number", "I");
        init.visitInsn(RETURN);
        init.visitMaxs(0, 0);
        init.visitEnd();
        Map<String, List<Site>> methods = new LinkedHashMap<>();
        for (Site site : sites) {
            factory(out, name, site);
            methods.computeIfAbsent(site.method() + site.erased().getDescriptor(), any -> new ArrayList<>())
                    .add(site);
        }
        methods.values().forEach(same -> method(out, name, node, same));
        out.visitEnd();
        return out.toByteArray();
    }

    /** What stands in place of the call site: captured values in, the object out. */
    private static void factory(ClassWriter out, String name, Site site) {
        MethodVisitor code = out.visitMethod(
                ACC_STATIC, "of" + site.number(), site.captured().getDescriptor(), null, null);
        code.visitCode();
        code.visitTypeInsn(NEW, name);
        code.visitInsn(DUP);
        code.visitLdcInsn(site.number());
        code.visitMethodInsn(INVOKESPECIAL, name, "<init>", "(I)V", false);
        int slot = 0;
        int index = 0;
        for (Type type : site.captured().getArgumentTypes()) {
            code.visitInsn(DUP);
            code.visitVarInsn(type.getOpcode(ILOAD), slot);
            box(code, type);
            code.visitFieldInsn(PUTFIELD, name, "captured" + index++, "Ljava/lang/Object;");
            slot += type.getSize();
        }
        code.visitInsn(ARETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** One method of an interface, for all lambdas that have it. */
    private static void method(ClassWriter out, String name, ClassNode node, List<Site> sites) {
        Site any = sites.get(0);
        MethodVisitor code =
                out.visitMethod(ACC_PUBLIC, any.method(), any.erased().getDescriptor(), null, null);
        code.visitCode();
        code.visitVarInsn(ALOAD, 0);
        code.visitFieldInsn(GETFIELD, name, "number", "I");
        Label none = new Label();
        int[] keys = sites.stream().mapToInt(Site::number).toArray();
        Label[] labels = sites.stream().map(s -> new Label()).toArray(Label[]::new);
        code.visitLookupSwitchInsn(none, keys, labels);
        for (int i = 0; i < labels.length; i++) {
            code.visitLabel(labels[i]);
            body(code, name, node, sites.get(i));
        }
        code.visitLabel(none);
        code.visitTypeInsn(NEW, "java/lang/AssertionError");
        code.visitInsn(DUP);
        code.visitMethodInsn(INVOKESPECIAL, "java/lang/AssertionError", "<init>", "()V", false);
        code.visitInsn(ATHROW);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private static void body(MethodVisitor code, String name, ClassNode node, Site site) {
        Handle body = site.body();
        boolean makes = body.getTag() == H_NEWINVOKESPECIAL;
        boolean isStatic = body.getTag() == H_INVOKESTATIC;
        List<Type> wanted = new ArrayList<>();
        if (!isStatic && !makes) {
            wanted.add(Type.getObjectType(body.getOwner()));
        }
        wanted.addAll(List.of(Type.getArgumentTypes(body.getDesc())));
        if (makes) {
            code.visitTypeInsn(NEW, body.getOwner());
            code.visitInsn(DUP);
        }
        int at = 0;
        for (Type type : site.captured().getArgumentTypes()) {
            code.visitVarInsn(ALOAD, 0);
            code.visitFieldInsn(GETFIELD, name, "captured" + at, "Ljava/lang/Object;");
            convert(code, Type.getObjectType("java/lang/Object"), type);
            convert(code, type, wanted.get(at));
            at++;
        }
        int slot = 1;
        Type[] erased = site.erased().getArgumentTypes();
        Type[] exact = site.exact().getArgumentTypes();
        for (int i = 0; i < erased.length; i++) {
            code.visitVarInsn(erased[i].getOpcode(ILOAD), slot);
            convert(code, erased[i], exact[i]);
            convert(code, exact[i], wanted.get(at++));
            slot += erased[i].getSize();
        }
        int opcode = switch (body.getTag()) {
            case H_INVOKESTATIC -> INVOKESTATIC;
            case H_NEWINVOKESPECIAL -> INVOKESPECIAL;
            case H_INVOKEINTERFACE -> INVOKEINTERFACE;
            default -> body.isInterface() ? INVOKEINTERFACE : INVOKEVIRTUAL;
        };
        code.visitMethodInsn(opcode, body.getOwner(), body.getName(), body.getDesc(), body.isInterface());
        Type given = makes ? Type.getObjectType(body.getOwner()) : Type.getReturnType(body.getDesc());
        Type result = site.erased().getReturnType();
        if (result.getSort() == Type.VOID) {
            if (given.getSize() > 0) {
                code.visitInsn(given.getSize() == 2 ? POP2 : POP);
            }
        } else {
            convert(code, given, site.exact().getReturnType());
            convert(code, site.exact().getReturnType(), result);
        }
        code.visitInsn(result.getOpcode(IRETURN));
    }

    private static boolean isPrimitive(Type type) {
        return type.getSort() < Type.ARRAY;
    }

    /** As LambdaMetafactory adapts what the caller has to what the body takes. */
    private static void convert(MethodVisitor code, Type from, Type to) {
        if (from.equals(to)) {
            return;
        }
        if (isPrimitive(from)) {
            if (isPrimitive(to)) {
                widen(code, from, to);
            } else {
                box(code, from);
            }
        } else if (isPrimitive(to)) {
            Type source = unboxed(from);
            Type wrapped = source == null ? to : source;
            String wrapper = wrapper(wrapped);
            code.visitTypeInsn(CHECKCAST, wrapper);
            code.visitMethodInsn(
                    INVOKEVIRTUAL, wrapper, wrapped.getClassName() + "Value", "()" + wrapped.getDescriptor(), false);
            widen(code, wrapped, to);
        } else if (!to.getInternalName().equals("java/lang/Object")) {
            code.visitTypeInsn(CHECKCAST, to.getInternalName());
        }
    }

    private static void widen(MethodVisitor code, Type from, Type to) {
        if (from.equals(to) || from.getSort() <= Type.INT && to.getSort() == Type.INT) {
            return;
        }
        String pair = from.getSort() <= Type.INT ? "I" + to.getDescriptor() : from.getDescriptor() + to.getDescriptor();
        code.visitInsn(
                switch (pair) {
                    case "IJ" -> I2L;
                    case "IF" -> I2F;
                    case "ID" -> I2D;
                    case "JF" -> L2F;
                    case "JD" -> L2D;
                    case "FD" -> F2D;
                    default -> throw new IllegalStateException("no widening " + pair);
                });
    }

    /** Nothing is done with an object. */
    private static void box(MethodVisitor code, Type type) {
        if (isPrimitive(type)) {
            String wrapper = wrapper(type);
            code.visitMethodInsn(
                    INVOKESTATIC, wrapper, "valueOf", "(" + type.getDescriptor() + ")L" + wrapper + ";", false);
        }
    }

    /** What is in such a wrapper; null if it is none. */
    private static Type unboxed(Type wrapper) {
        for (Type type : List.of(
                Type.BOOLEAN_TYPE,
                Type.CHAR_TYPE,
                Type.BYTE_TYPE,
                Type.SHORT_TYPE,
                Type.INT_TYPE,
                Type.FLOAT_TYPE,
                Type.LONG_TYPE,
                Type.DOUBLE_TYPE)) {
            if (wrapper(type).equals(wrapper.getInternalName())) {
                return type;
            }
        }
        return null;
    }

    private static String wrapper(Type primitive) {
        return "java/lang/"
                + switch (primitive.getSort()) {
                    case Type.BOOLEAN -> "Boolean";
                    case Type.CHAR -> "Character";
                    case Type.BYTE -> "Byte";
                    case Type.SHORT -> "Short";
                    case Type.INT -> "Integer";
                    case Type.FLOAT -> "Float";
                    case Type.LONG -> "Long";
                    default -> "Double";
                };
    }
}

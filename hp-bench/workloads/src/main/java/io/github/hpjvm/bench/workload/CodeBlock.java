package io.github.hpjvm.bench.workload;

import java.util.function.IntUnaryOperator;

/**
 * A method whose compiled code is several KB long. A call executes one arm of sixteen. The argument selects the arm,
 * so that neither the compiler nor the CPU can predict it. The numbers are arbitrary.
 */
public final class CodeBlock implements IntUnaryOperator {

    @Override
    public int applyAsInt(int x) {
        int y = x * 0x9E3779B9 + 1;
        switch (y >>> 28) {
            case 0:
                y = (y ^ y >>> 11) * 0x234F069B + (y << 13) - 0x6351D228;
                y = (y ^ y >>> 2) * 0x19459799 + (y << 27) - 0x5497C815;
                y = (y ^ y >>> 4) * 0x3ECEE4FD + (y << 19) - 0x176C823A;
                y = (y ^ y >>> 30) * 0x50F3A77B + (y << 7) - 0x14CCA86C;
                y = (y ^ y >>> 3) * 0x4781B3AD + (y << 14) - 0x18F105C7;
                y = (y ^ y >>> 8) * 0x1B9C7BED + (y << 18) - 0x4656A513;
                y = (y ^ y >>> 2) * 0x79D64A57 + (y << 19) - 0x1FD8BE11;
                break;
            case 1:
                y = (y ^ y >>> 8) * 0x60B8599D + (y << 21) - 0x5A9FA478;
                y = (y ^ y >>> 2) * 0x59DE8267 + (y << 19) - 0x42C66D0A;
                y = (y ^ y >>> 2) * 0x2C4C68C9 + (y << 2) - 0x5740CB9F;
                y = (y ^ y >>> 28) * 0x210BDF57 + (y << 10) - 0x45A65921;
                y = (y ^ y >>> 5) * 0x553531F7 + (y << 4) - 0x5913B32C;
                y = (y ^ y >>> 10) * 0x57B682AD + (y << 27) - 0x674BDD4A;
                y = (y ^ y >>> 6) * 0x1D30EDF1 + (y << 19) - 0x591D39B4;
                break;
            case 2:
                y = (y ^ y >>> 21) * 0x280C2863 + (y << 12) - 0x1C789AE9;
                y = (y ^ y >>> 18) * 0x6B267211 + (y << 3) - 0x583D3861;
                y = (y ^ y >>> 2) * 0x5F3BB4D9 + (y << 7) - 0x4F8A8292;
                y = (y ^ y >>> 22) * 0x540F68B1 + (y << 14) - 0x737C3B8C;
                y = (y ^ y >>> 11) * 0x4B98D789 + (y << 19) - 0x4A01F218;
                y = (y ^ y >>> 12) * 0x365EC3D7 + (y << 8) - 0x75AE3A13;
                y = (y ^ y >>> 6) * 0x6978A64B + (y << 25) - 0x2F3E8DFD;
                break;
            case 3:
                y = (y ^ y >>> 3) * 0x5986B757 + (y << 10) - 0x5339A390;
                y = (y ^ y >>> 16) * 0x3BF702E7 + (y << 24) - 0x4973661D;
                y = (y ^ y >>> 10) * 0x5DF25E7F + (y << 3) - 0x1F1CC788;
                y = (y ^ y >>> 17) * 0x45850C75 + (y << 6) - 0x70E9FE7F;
                y = (y ^ y >>> 11) * 0x23743AAB + (y << 30) - 0x4E9657C1;
                y = (y ^ y >>> 14) * 0x1504BE4B + (y << 22) - 0x19EF77C3;
                y = (y ^ y >>> 25) * 0x576F06BD + (y << 19) - 0x750109AF;
                break;
            case 4:
                y = (y ^ y >>> 29) * 0x78BFCD65 + (y << 11) - 0x3B892121;
                y = (y ^ y >>> 23) * 0x3CD2A53D + (y << 20) - 0x4F930A25;
                y = (y ^ y >>> 19) * 0x76008E6F + (y << 15) - 0x18CD3968;
                y = (y ^ y >>> 27) * 0x1BFAF41B + (y << 9) - 0x4CAF4114;
                y = (y ^ y >>> 23) * 0x6502F08D + (y << 3) - 0x17C40405;
                y = (y ^ y >>> 24) * 0x69CA7D9B + (y << 10) - 0x62D51E40;
                y = (y ^ y >>> 19) * 0x6732C799 + (y << 27) - 0x490AC1B8;
                break;
            case 5:
                y = (y ^ y >>> 10) * 0x6BBA75A9 + (y << 13) - 0x6596698F;
                y = (y ^ y >>> 12) * 0x12E35783 + (y << 15) - 0x3D7FD914;
                y = (y ^ y >>> 6) * 0x5E329C9D + (y << 4) - 0x4F315505;
                y = (y ^ y >>> 2) * 0x2BEE3B7D + (y << 25) - 0x34CA91CC;
                y = (y ^ y >>> 5) * 0x6E82B0F3 + (y << 8) - 0x42EE4FA8;
                y = (y ^ y >>> 13) * 0x7F8AC159 + (y << 16) - 0x1A507CF3;
                y = (y ^ y >>> 6) * 0x497EF901 + (y << 13) - 0x56540C08;
                break;
            case 6:
                y = (y ^ y >>> 9) * 0x2186CBBF + (y << 27) - 0x471B5558;
                y = (y ^ y >>> 28) * 0x566D982F + (y << 9) - 0x6A6B351D;
                y = (y ^ y >>> 14) * 0x3DEC36A1 + (y << 22) - 0x40B24CE4;
                y = (y ^ y >>> 8) * 0x2351605F + (y << 3) - 0x268E4D78;
                y = (y ^ y >>> 5) * 0x2DB0C33B + (y << 22) - 0x2DDDF4F5;
                y = (y ^ y >>> 1) * 0x4E13423F + (y << 27) - 0x5B68662F;
                y = (y ^ y >>> 6) * 0x31A1AE63 + (y << 10) - 0x108623AC;
                break;
            case 7:
                y = (y ^ y >>> 5) * 0x45A009F7 + (y << 18) - 0x3F43B376;
                y = (y ^ y >>> 20) * 0x587DDE89 + (y << 11) - 0x20101B13;
                y = (y ^ y >>> 23) * 0x7DFA5459 + (y << 17) - 0x5F0D477A;
                y = (y ^ y >>> 21) * 0x668DB96D + (y << 24) - 0x16E93D32;
                y = (y ^ y >>> 15) * 0x7F7C419B + (y << 25) - 0x7FF00C49;
                y = (y ^ y >>> 22) * 0x7620B4D1 + (y << 18) - 0x423978D1;
                y = (y ^ y >>> 13) * 0x4311BD03 + (y << 13) - 0x1D40B416;
                break;
            case 8:
                y = (y ^ y >>> 16) * 0x61306685 + (y << 13) - 0x17F7BC94;
                y = (y ^ y >>> 7) * 0x189ED8BF + (y << 7) - 0x48667618;
                y = (y ^ y >>> 6) * 0x1E12217D + (y << 11) - 0x5CE4A184;
                y = (y ^ y >>> 2) * 0x1D1AC651 + (y << 1) - 0x588C5D8B;
                y = (y ^ y >>> 5) * 0x54AFEBD9 + (y << 4) - 0x3E8AC517;
                y = (y ^ y >>> 20) * 0x13439CFD + (y << 3) - 0x7FEA1F9B;
                y = (y ^ y >>> 7) * 0x5E99D00F + (y << 13) - 0x2303B3CE;
                break;
            case 9:
                y = (y ^ y >>> 21) * 0x3049FB6F + (y << 12) - 0x5D177C07;
                y = (y ^ y >>> 12) * 0x4CB0FEC9 + (y << 4) - 0x1EC3E761;
                y = (y ^ y >>> 28) * 0x4E790393 + (y << 15) - 0x4D7D9634;
                y = (y ^ y >>> 16) * 0x37EAC6DF + (y << 3) - 0x2272712D;
                y = (y ^ y >>> 4) * 0x6FF550AB + (y << 11) - 0x6EC3D432;
                y = (y ^ y >>> 9) * 0x4D437BD1 + (y << 27) - 0x689550FB;
                y = (y ^ y >>> 6) * 0x52173FE1 + (y << 1) - 0x2A447C3B;
                break;
            case 10:
                y = (y ^ y >>> 17) * 0x3E4DE79B + (y << 5) - 0x68542272;
                y = (y ^ y >>> 18) * 0x137620D7 + (y << 25) - 0x53991712;
                y = (y ^ y >>> 10) * 0x624B1B51 + (y << 28) - 0x1BA63BD1;
                y = (y ^ y >>> 23) * 0x7C37A07B + (y << 9) - 0x525AD40C;
                y = (y ^ y >>> 12) * 0x2561A223 + (y << 12) - 0x72CEDC8B;
                y = (y ^ y >>> 8) * 0x542BFCD3 + (y << 18) - 0x73B81210;
                y = (y ^ y >>> 17) * 0x3A327661 + (y << 21) - 0x2C8CA121;
                break;
            case 11:
                y = (y ^ y >>> 20) * 0x77DF99B1 + (y << 26) - 0x7110B581;
                y = (y ^ y >>> 28) * 0x28FA8B83 + (y << 26) - 0x2EA44152;
                y = (y ^ y >>> 27) * 0x4349A01B + (y << 24) - 0x76D3637E;
                y = (y ^ y >>> 8) * 0x2996E999 + (y << 17) - 0x4F1379B5;
                y = (y ^ y >>> 12) * 0x6D9189FB + (y << 1) - 0x1393712E;
                y = (y ^ y >>> 26) * 0x33C3FC9D + (y << 16) - 0x312CA029;
                y = (y ^ y >>> 7) * 0x68A48F13 + (y << 20) - 0x3C1165BB;
                break;
            case 12:
                y = (y ^ y >>> 15) * 0x777F150F + (y << 30) - 0x6C8F74F2;
                y = (y ^ y >>> 12) * 0x3EAC6383 + (y << 3) - 0x2C381C00;
                y = (y ^ y >>> 4) * 0x2D0948BF + (y << 16) - 0x292DAAEE;
                y = (y ^ y >>> 11) * 0x2A28E809 + (y << 16) - 0x5FE16850;
                y = (y ^ y >>> 29) * 0x5E1D11E7 + (y << 27) - 0x103E881A;
                y = (y ^ y >>> 16) * 0x6394C8DD + (y << 12) - 0x765AB9EC;
                y = (y ^ y >>> 21) * 0x1ADA0575 + (y << 27) - 0x648E121C;
                break;
            case 13:
                y = (y ^ y >>> 4) * 0x41BB8A03 + (y << 26) - 0x6B1233B8;
                y = (y ^ y >>> 25) * 0x29834C51 + (y << 16) - 0x26D9CCBF;
                y = (y ^ y >>> 14) * 0x750263CF + (y << 21) - 0x3A8FEC7C;
                y = (y ^ y >>> 3) * 0x768162F1 + (y << 24) - 0x42AAD5FF;
                y = (y ^ y >>> 15) * 0x4360A4A7 + (y << 24) - 0x1ADEA247;
                y = (y ^ y >>> 24) * 0x24556529 + (y << 6) - 0x2042CB1A;
                y = (y ^ y >>> 1) * 0x2358E7FF + (y << 19) - 0x4B90B74F;
                break;
            case 14:
                y = (y ^ y >>> 26) * 0x63F3294D + (y << 5) - 0x5E4808F7;
                y = (y ^ y >>> 27) * 0x5C4579FD + (y << 16) - 0x64215E0C;
                y = (y ^ y >>> 30) * 0x3CDA2749 + (y << 5) - 0x563A7E0F;
                y = (y ^ y >>> 18) * 0x20C4143F + (y << 1) - 0x11D2B660;
                y = (y ^ y >>> 26) * 0x6CF9B1AF + (y << 21) - 0x1D27A27C;
                y = (y ^ y >>> 17) * 0x6FEF7E0B + (y << 30) - 0x21D2F7C4;
                y = (y ^ y >>> 14) * 0x7F9545BD + (y << 7) - 0x79BF748A;
                break;
            default:
                y = (y ^ y >>> 28) * 0x2B036F7F + (y << 1) - 0x303C1F85;
                y = (y ^ y >>> 7) * 0x357FEE69 + (y << 17) - 0x2EC9FEA6;
                y = (y ^ y >>> 25) * 0x5B105F87 + (y << 11) - 0x3132DD98;
                y = (y ^ y >>> 18) * 0x45A23403 + (y << 27) - 0x20C705BD;
                y = (y ^ y >>> 2) * 0x6EB5C40D + (y << 12) - 0x4AA504E6;
                y = (y ^ y >>> 22) * 0x5AAB2C2F + (y << 27) - 0x5225381A;
                y = (y ^ y >>> 14) * 0x79DFB681 + (y << 30) - 0x5036085A;
        }
        return y;
    }
}

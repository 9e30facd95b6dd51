/**
 * The input channels of each matrix product with the largest activations (8 per product). They go through a small
 * fp32 product beside the int8 one, because one large channel would otherwise take the 8-bit range of its whole token.
 * Measured once on 55 texts with the fp32 graph; constants, since the weights are pinned. The attention output
 * projection has no channel that stands out, so it has no entry.
 */
export const OUTLIER_CHANNELS: Readonly<Record<string, readonly number[]>> = {
  l0_qkv: [63, 64, 99, 102, 113, 157, 227, 338],
  l0_ff1: [63, 99, 157, 246, 267, 303, 338, 347],
  l0_ff2: [329, 433, 691, 826, 856, 984, 1261, 1383],
  l1_qkv: [63, 99, 145, 157, 189, 238, 267, 338],
  l1_ff1: [63, 99, 157, 223, 238, 267, 338, 347],
  l1_ff2: [116, 251, 417, 607, 646, 821, 898, 1157],
  l2_qkv: [63, 99, 145, 157, 223, 227, 338, 363],
  l2_ff1: [63, 99, 157, 223, 267, 338, 347, 363],
  l2_ff2: [145, 218, 874, 1004, 1042, 1166, 1265, 1309],
  l3_qkv: [63, 99, 157, 223, 227, 338, 363, 383],
  l3_ff1: [63, 99, 157, 223, 227, 338, 363, 383],
  l3_ff2: [201, 318, 358, 548, 662, 750, 1329, 1506],
  l4_qkv: [63, 99, 157, 223, 227, 338, 363, 383],
  l4_ff1: [63, 99, 127, 157, 223, 338, 363, 383],
  l4_ff2: [122, 192, 619, 621, 637, 1257, 1321, 1357],
  l5_qkv: [99, 157, 223, 227, 319, 338, 363, 383],
  l5_ff1: [62, 63, 99, 127, 157, 223, 249, 319],
  l5_ff2: [256, 423, 784, 923, 1191, 1297, 1300, 1302],
};

// Curve constants that every level and module uses: 32 little-endian bytes each.

/** d = -121665/121666 of the curve equation, and 2d. */
export const D_BYTES = memory.data<u64>([
  0x75eb4dca135978a3, 0x00700a4d4141d8ab, 0x8cc740797779e898, 0x52036cee2b6ffe73,
])
export const D2_BYTES = memory.data<u64>([
  0xebd69b9426b2f159, 0x00e0149a8283b156, 0x198e80f2eef3d130, 0x2406d9dc56dffce7,
])
/** 1/d */
export const INVERSE_D_BYTES = memory.data<u64>([
  0x25e0f276cdc9f843, 0x0b5dd6984279542e, 0x2b162114cdb9cf66, 0x40907ed214d5ce43,
])
/** A square root of -1. */
export const SQRT_MINUS_1_BYTES = memory.data<u64>([
  0xc4ee1b274a0ea0b0, 0x2f431806ad2fe478, 0x2b4d00993dfbd7a7, 0x2b8324804fc1df0b,
])
/** The base point G, encoded. */
export const BASE_BYTES = memory.data<u64>([
  0x6666666666666658, 0x6666666666666666, 0x6666666666666666, 0x6666666666666666,
])
/** H, the generator that is multiplied by amounts, encoded. */
export const H_BYTES = memory.data<u64>([
  0xaf9937157059658b, 0xead0adf19fdcea2a, 0xa9cf5441d551726c, 0x941f9cd30d3a172c,
])
/** l = 2^252 + 27742317777372353535851937790883648493, the order of G. */
export const ORDER_BYTES = memory.data<u64>([0x5812631a5cf5d3ed, 0x14def9dea2f79cd6, 0, 0x1000000000000000])

/** A of the Montgomery form, for the map from hashes to points. */
export const CURVE_A: i32 = 486662
/** Square roots of c A (A + 2), named after c. Their signs do not matter: the map sets the sign of x at the end. */
export const ROOT_2_BYTES = memory.data<u64>([
  0x2d219b7c9f83650d, 0xae21fcb9fba90820, 0x6e2bae483fe9a041, 0x32f9e1f5fba5d309,
])
export const ROOT_MINUS_2_BYTES = memory.data<u64>([
  0xdd58968acde3bdff, 0x2e6bfb5746d58c72, 0xdf563ac8be04e61c, 0x018e04102529e4e8,
])
export const ROOT_I_BYTES = memory.data<u64>([
  0x7ac2e6fc494c6e67, 0x11b903f75ec0b5b6, 0xd93f0b778108bcd1, 0x65bc0cfcef982406,
])
export const ROOT_MINUS_I_BYTES = memory.data<u64>([
  0x581b7d8717302c66, 0x4024ff4ea5964229, 0xb89546403f0da2ed, 0x674a110d14c208ef,
])

// The arithmetic of the scan, on groups of rows (`group`). Each level has its own implementation; this file exports the scalar one, and the
// build replaces it by `lanes/arithmetic` for the relaxed-SIMD level.
//
// All levels export the same functions. `count` is at most GROUP; rows beyond it are undefined after a call.
//
// - deriveRows(count): RESULT = 8 * view secret * INPUT, and VALID. A row of INPUT is decoded as by monero's
//   `ge_frombytes_vartime`; if it is not a point, VALID is 0 and RESULT undefined
// - hashRows(count): DIGESTS = keccak(MESSAGES)
// - subtractRows(count): RESULT = INPUT - SCALARS * G, and VALID

export * from './scalarArithmetic'

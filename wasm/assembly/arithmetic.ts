// The arithmetic under the scan, on groups of rows (`group`). Each level has its own; this file gives the scalar one, and the build
// puts `lanes/arithmetic` in its place for the relaxed-SIMD level.
//
// All levels export the same functions. `count` is at most GROUP; what rows beyond it hold after a call is of no account.
//
// - prepareArithmetic(): computes constants and tables; false where the engine does not compute as the level needs
// - watchSecret(secret): takes over the view secret, 32 bytes below l
// - watchKeys(keys, count): takes over the spend keys, 32 bytes each, that filterRows looks for; at most MAX_FILTERED
// - deriveRows(count): RESULT = 8 * view secret * INPUT, and VALID. A row of INPUT is a point as the reference's
//   `ge_frombytes_vartime` sees it; where it is none, VALID is 0 and RESULT without meaning
// - hashRows(count): DIGESTS = keccak(MESSAGES)
// - filterRows(count): VALID = 0 where INPUT - SCALARS * G is surely none of the keys of watchKeys
// - subtractRows(count): RESULT = INPUT - SCALARS * G, and VALID
// - addRowsToFirst(count): RESULT = the first row of INPUT + SCALARS * G; false when that row is not a point
// - forgetRowsBehind(): wipes what the last groups left behind; forgetSecret(): wipes the view secret

export * from './scalarArithmetic'

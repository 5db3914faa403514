// The rows that the scan passes to its arithmetic: up to GROUP of them share costly steps, above all an inversion.

/** Rows of a group: 256, and four at once for the canary that follows a batch of as many. */
export const GROUP: usize = 260

/** Input points, 32 bytes each. */
export const INPUT = memory.data(260 * 32, 16)
/** Whether each row of INPUT is a point, one byte each. */
export const VALID = memory.data(260, 16)
/** Scalars below l, 32 bytes each. */
export const SCALARS = memory.data(260 * 32, 16)
/** Result points, 32 bytes each. */
export const RESULT = memory.data(260 * 32, 16)
/** Bytes of a message: seven words, including its padding. */
export const MESSAGE: usize = 56
export const MESSAGES = memory.data(260 * 56, 16)
/** Keccak-256 of the messages, 32 bytes each. */
export const DIGESTS = memory.data(260 * 32, 16)

/** Maximum number of spend keys for which comparing with each is faster than decompressing the output key. */
export const MAX_FILTERED: u32 = 32

/** Copies 32 bytes; a call of memory.copy is slower. */
export function copyRow(out: usize, row: usize): void {
  store<u64>(out, load<u64>(row))
  store<u64>(out, load<u64>(row, 8), 8)
  store<u64>(out, load<u64>(row, 16), 16)
  store<u64>(out, load<u64>(row, 24), 24)
}

/** Wipes the rows. */
export function forgetRows(): void {
  memory.fill(INPUT, 0, 32 * GROUP)
  memory.fill(VALID, 0, GROUP)
  memory.fill(SCALARS, 0, 32 * GROUP)
  memory.fill(RESULT, 0, 32 * GROUP)
  memory.fill(MESSAGES, 0, MESSAGE * GROUP)
  memory.fill(DIGESTS, 0, 32 * GROUP)
}

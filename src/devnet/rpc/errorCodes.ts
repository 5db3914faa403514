// Error codes of the node RPC.

/** Codes of the reference's node. */
export const NODE_ERROR_CODES = {
  wrongParam: -1,
  tooBigHeight: -2,
  tooBigReserve: -3,
  wrongAddress: -4,
  internal: -5,
  wrongBlockBlob: -6,
  blockNotAccepted: -7,
  blockTooBig: -10,
  miningToSubaddress: -12,
  regtestRequired: -13,
} as const

// The release of oxen-core whose responses this node gives.

/** The release of the reference whose answers this node gives. */
export const VERSION = '8.1.6'
/** Its RPC's version: major · 65536 + minor. */
export const RPC_VERSION = 4 * 65536

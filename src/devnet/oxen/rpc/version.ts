// The release of oxen-core that this node reproduces.

export const VERSION = '8.1.6'
/** Version of its RPC: major · 65536 + minor. */
export const RPC_VERSION = 4 * 65536

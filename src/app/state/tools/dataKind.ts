// The kinds of data that two copies of a wallet exchange by QR codes.

/** As in the names of the types of uniform resources (registry of Keystone), after the coin. */
export type DataKind = 'output' | 'keyimage' | 'txunsigned' | 'txsigned'

const KINDS: readonly DataKind[] = ['output', 'keyimage', 'txunsigned', 'txsigned']

/**
 * Returns the type of uniform resources of a kind: `xmr-txunsigned` for XMR, as Feather and Keystone name it.
 * @param ticker of the coin
 */
export const resourceTypeOf = (ticker: string, kind: DataKind): string => `${ticker.toLowerCase()}-${kind}`

/** Returns the kind of a type of any coin; undefined for other types. */
export const kindOf = (type: string): DataKind | undefined => KINDS.find((kind) => type.endsWith(`-${kind}`))

// The plain data of imports between copies of a wallet. Amounts are bigint in atomic units.

/** What an import of key images found: the sums of spent and unspent coins, in atomic units. */
export type KeyImageImportView = { readonly spent: bigint; readonly unspent: bigint }

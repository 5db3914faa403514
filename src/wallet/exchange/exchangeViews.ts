// The plain data of imports between copies of a wallet. Amounts are bigint in atomic units.

/** What an import of key images found, in atomic units: the sum of the coins that are spent, and what the wallet has now, frozen coins included. */
export type KeyImageImportView = { readonly spent: bigint; readonly owned: bigint }

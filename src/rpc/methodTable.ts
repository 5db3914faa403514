// The method table of the wallet RPC, in the order of the reference page.

import type { JsonMethod } from '../jsonrpc/method.ts'
import type { WalletRpcContext } from './calls/walletRpcContext.ts'
import { accountMethods } from './methods/accounts.ts'
import { addressBookMethods } from './methods/addressBook.ts'
import { addressMethods } from './methods/addresses.ts'
import { balanceMethods } from './methods/balance.ts'
import { coinControlMethods } from './methods/coinControl.ts'
import { controlMethods } from './methods/control.ts'
import { exportMethods } from './methods/exports.ts'
import { fileMethods } from './methods/files.ts'
import { historyMethods } from './methods/history.ts'
import { languageMethods } from './methods/languages.ts'
import { listingMethods } from './methods/listings.ts'
import { multisigMethods } from './methods/multisig.ts'
import { multisigSetMethods } from './methods/multisigSets.ts'
import { nameMethods } from './methods/names.ts'
import { nameValueMethods } from './methods/nameValues.ts'
import { noteMethods } from './methods/notes.ts'
import { offlineMethods } from './methods/offline.ts'
import { paymentMethods } from './methods/payments.ts'
import { proofMethods } from './methods/proofs.ts'
import { stakeMethods } from './methods/stakes.ts'
import { sweepMethods } from './methods/sweeps.ts'
import { uriMethods } from './methods/uris.ts'

/** All methods by group. */
export const walletGroups = [
  { name: 'Wallet files', methods: fileMethods },
  { name: 'Service and node', methods: controlMethods },
  { name: 'Balance', methods: balanceMethods },
  { name: 'Accounts and tags', methods: accountMethods },
  { name: 'Addresses', methods: addressMethods },
  { name: 'History', methods: historyMethods },
  { name: 'Received outputs and payments', methods: listingMethods },
  { name: 'Notes and attributes', methods: noteMethods },
  { name: 'Address book', methods: addressBookMethods },
  { name: 'Payment links', methods: uriMethods },
  { name: 'Languages', methods: languageMethods },
  { name: 'Payments', methods: paymentMethods },
  { name: 'Sweeps', methods: sweepMethods },
  { name: 'Coin control and fees', methods: coinControlMethods },
  { name: 'Proofs, signatures and keys', methods: proofMethods },
  { name: 'Outputs and key images for offline wallets', methods: exportMethods },
  { name: 'Stakes of service nodes', methods: stakeMethods },
  { name: 'Multisig', methods: [...multisigMethods, ...multisigSetMethods] },
  { name: 'Names', methods: [...nameMethods, ...nameValueMethods] },
  { name: 'Offline signing', methods: offlineMethods },
] as const

/** The types of the methods, from which the typed client derives its functions. */
export type WalletMethod = (typeof walletGroups)[number]['methods'][number]

/** All methods. */
export const walletMethods: readonly JsonMethod<WalletRpcContext>[] = walletGroups.flatMap((group) => [
  ...group.methods,
])

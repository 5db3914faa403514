// Error codes of the node RPC, and the node's errors that become RPC errors.

import type { AddressError } from '../../../coin/addresses/address.ts'
import { type ErrorTable, entryOf } from '../../../errors/errorTable.ts'
import { type ErrorDetails, FabaError } from '../../../errors/fabaError.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import type { InvalidRecipientError } from '../../../wallet/spend/intent.ts'
import type { BlockRefusedError } from '../../chain/chain.ts'
import type { BlockProducerUnavailableError } from '../../mining/blockTemplate.ts'
import type { FaucetError } from '../../mining/faucet.ts'
import type { MinerAddressError } from '../../mining/miner.ts'
import type { ClockError } from '../../node/movableClock.ts'
import type { DumpError } from '../../node/nodeDump.ts'
import type { PersistedStateError } from '../../node/persistedState.ts'
import type { SnapshotError } from '../../node/snapshots.ts'
import type { ProofOfWorkBusyError } from '../../rules/proofOfWork.ts'

/** Codes of monerod and oxen-core. */
export const NODE_ERROR_CODES = {
  wrongParam: -1,
  tooBigHeight: -2,
  tooBigReserve: -3,
  wrongAddress: -4,
  internal: -5,
  wrongBlockBlob: -6,
  blockNotAccepted: -7,
  busy: -9,
  blockTooBig: -10,
  miningToSubaddress: -12,
  regtestRequired: -13,
  unsupportedBootstrap: -20,
} as const

/**
 * The RPC code of an error. With a message, which is monerod's or oxen-core's, the response has that message and the error's own
 * message as `data`; without one, the response has the error's own message.
 */
export type RpcErrorMapping = readonly [code: number, message?: string]

/** The RPC codes of the errors in a union of classes, by their code. */
export type RpcErrorTable<Errors extends FabaError<ErrorDetails>> = ErrorTable<Errors, RpcErrorMapping>

/** Errors that the caller can correct, in every method that does not map them itself. All other errors are internal. */
const MAPPINGS: RpcErrorTable<
  | AddressError
  | BlockProducerUnavailableError
  | BlockRefusedError
  | ClockError
  | DumpError
  | FaucetError
  | InvalidRecipientError
  | MinerAddressError
  | PersistedStateError
  | ProofOfWorkBusyError
  | SnapshotError
> = {
  'miner-address': [NODE_ERROR_CODES.wrongAddress],
  address: [NODE_ERROR_CODES.wrongAddress],
  'invalid-recipient': [NODE_ERROR_CODES.wrongAddress],
  faucet: [NODE_ERROR_CODES.wrongParam],
  clock: [NODE_ERROR_CODES.wrongParam],
  snapshot: [NODE_ERROR_CODES.wrongParam],
  dump: [NODE_ERROR_CODES.wrongParam],
  'persisted-state': [NODE_ERROR_CODES.wrongParam],
  'block-refused': [NODE_ERROR_CODES.blockNotAccepted],
  'block-producer-unavailable': [NODE_ERROR_CODES.blockNotAccepted],
  'proof-of-work-busy': [NODE_ERROR_CODES.busy, 'Core is busy'],
}

type Mappings = Readonly<Record<string, RpcErrorMapping>>

/** Returns the RPC error of an error; undefined if the table does not have its code, which makes it an internal error. */
export const toRpcError = (error: unknown, mappings: Mappings = MAPPINGS): JsonRpcError | undefined => {
  const mapping = entryOf(mappings, error)
  if (mapping === undefined || !(error instanceof FabaError)) return undefined
  const [code, message] = mapping
  return message === undefined ? new JsonRpcError(code, error.message) : new JsonRpcError(code, message, error.message)
}

/** Calls `work`; rethrows its errors as the RPC errors of the table. */
export const mapErrors = <T>(mappings: Mappings, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw toRpcError(error, mappings) ?? error
  }
}

/** Waits for `work`; rethrows its errors as the RPC errors of the table. */
export const mapAsyncErrors = async <T>(mappings: Mappings, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw toRpcError(error, mappings) ?? error
  }
}

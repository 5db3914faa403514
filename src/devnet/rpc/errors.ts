// Error codes of the node RPC, and the node's errors that become RPC errors.

import { AddressError } from '../../coin/addresses/address.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { InvalidRecipientError } from '../../wallet/spend/intent.ts'
import { BlockRefusedError } from '../chain/chain.ts'
import { BlockProducerUnavailableError } from '../mining/blockTemplate.ts'
import { FaucetError } from '../mining/faucet.ts'
import { MinerAddressError } from '../mining/miner.ts'
import { ClockError } from '../node/movableClock.ts'
import { DumpError } from '../node/nodeDump.ts'
import { PersistedStateError } from '../node/persistedState.ts'
import { SnapshotError } from '../node/snapshots.ts'

/** Codes of monerod and oxen-core. */
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

type ErrorClass = new (...args: never[]) => Error

/**
 * An error class with its RPC code. With a message, which is monerod's or oxen-core's, the response has that message and the error's
 * own message as `data`; without one, the response has the error's own message.
 */
export type ErrorMapping = readonly [ErrorClass, number, message?: string]

/** Errors that the caller can correct, in every method that does not map them itself. All other errors are internal. */
const MAPPINGS: readonly ErrorMapping[] = [
  [MinerAddressError, NODE_ERROR_CODES.wrongAddress],
  [AddressError, NODE_ERROR_CODES.wrongAddress],
  [InvalidRecipientError, NODE_ERROR_CODES.wrongAddress],
  [FaucetError, NODE_ERROR_CODES.wrongParam],
  [ClockError, NODE_ERROR_CODES.wrongParam],
  [SnapshotError, NODE_ERROR_CODES.wrongParam],
  [DumpError, NODE_ERROR_CODES.wrongParam],
  [PersistedStateError, NODE_ERROR_CODES.wrongParam],
  [BlockRefusedError, NODE_ERROR_CODES.blockNotAccepted],
  [BlockProducerUnavailableError, NODE_ERROR_CODES.blockNotAccepted],
]

/** Returns the RPC error of an error; undefined if no mapping has its class, which makes it an internal error. */
export const toRpcError = (error: unknown, mappings: readonly ErrorMapping[] = MAPPINGS): JsonRpcError | undefined => {
  if (!(error instanceof Error)) return undefined
  const mapping = mappings.find(([kind]) => error instanceof kind)
  if (mapping === undefined) return undefined
  const [, code, message] = mapping
  return message === undefined ? new JsonRpcError(code, error.message) : new JsonRpcError(code, message, error.message)
}

/** Calls `work`; rethrows its errors as the RPC errors of the mappings. */
export const mapErrors = <T>(mappings: readonly ErrorMapping[], work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw toRpcError(error, mappings) ?? error
  }
}

/** Waits for `work`; rethrows its errors as the RPC errors of the mappings. */
export const mapAsyncErrors = async <T>(mappings: readonly ErrorMapping[], work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw toRpcError(error, mappings) ?? error
  }
}

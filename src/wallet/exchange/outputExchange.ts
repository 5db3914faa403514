// Export and import of outputs: a watch-only copy exports the outputs it has scanned; the copy with the spend key imports them and
// computes their key images without access to the chain. A watch-only copy imports them without key images, as wallet2 does. An import never
// changes outputs that the wallet has scanned itself.

import { equalBytes, withSecrets } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { subaddressAt } from '../../coin/addresses/address.ts'
import type {
  ExportedChainData,
  ExportedOutput,
  OutputExport,
  TransactionPrefix,
} from '../../coin/exports/exportedOutput.ts'
import type { Network } from '../../coin/networks/network.ts'
import { formatOutputExport, parseOutputExport } from '../../coin/sealed-exports/outputExport.ts'
import { buildExtra } from '../../coin/transactions/serializeExtra.ts'
import { outputUnlockTime, TransactionType } from '../../coin/transactions/transaction.ts'
import { InvalidPointError } from '../../crypto/curve/point.ts'
import { deriveSpendKey, keyDerivation, keyImage } from '../../crypto/keys/keys.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Wallet } from '../open/wallet.ts'
import type { ImportedOutput, OwnedOutput, WalletKeys } from '../state/ledger.ts'
import type { SubaddressIndex } from '../state/outputFields.ts'
import { type FullKeys, isFull, outputSecret } from '../state/outputSecrets.ts'
import { changedOutput } from '../state/packedOutput.ts'
import type { WalletState } from '../state/walletState.ts'

/** Why an output export is refused. */
export type OutputImportFault = 'foreign' | 'gap' | 'hot' | 'shared'

/** An output export does not match this wallet. */
export class OutputImportError extends FabaError<{ readonly fault: OutputImportFault }> {
  override readonly name = 'OutputImportError'
  readonly code = 'output-import'

  constructor(fault: OutputImportFault, message: string) {
    super(message, { details: { fault } })
  }
}

/**
 * Returns all outputs in the order by which copies of a wallet number them: scanned outputs, then outputs that are only imported.
 * `requested` marks outputs whose key image a watch-only copy needs.
 */
export const knownOutputs = ({ ledger, imported }: Pick<WalletState, 'ledger' | 'imported'>): ImportedOutput[] => {
  const requested = new Set<string>()
  for (const { output, requested: isRequested } of imported) if (isRequested) requested.add(toHex(output.key))
  const scanned = Array.from(ledger.countedOutputs(), (output) => ({
    output,
    requested: output.keyImage === undefined || requested.has(toHex(output.key)),
  }))
  const onlyImported = imported.filter(({ output }) => ledger.withKey(toHex(output.key)).length === 0)
  return [...scanned, ...onlyImported]
}

const NO_HASH = new Uint8Array(32)

/** Returns a transaction prefix that contains the data of one output; other outputs have a zero key. */
export const partialPrefixOf = ({ transactionVersion }: Network, output: OwnedOutput): TransactionPrefix => {
  const { key, indexInTx, confidential, coinbase, height, txPublicKey } = output
  const amount = coinbase || !confidential ? output.amount : 0n
  const version = confidential ? transactionVersion : 1
  return {
    version,
    type: TransactionType.standard,
    unlockTime: output.prefixUnlockTime,
    outputUnlockTimes: version < 3 ? [] : Array.from({ length: indexInTx + 1 }, () => output.unlockTime),
    inputs: coinbase ? [{ kind: 'gen', height }] : [],
    outputs: Array.from({ length: indexInTx + 1 }, (_, i) =>
      i === indexInTx ? { amount, key, viewTag: undefined } : { amount: 0n, key: NO_HASH, viewTag: undefined },
    ),
    extra: buildExtra([{ field: 'txPublicKey', key: txPublicKey }]),
  }
}

const chainDataOf = (network: Network, output: OwnedOutput): ExportedChainData => ({
  height: output.height,
  txid: output.txid,
  prefix: partialPrefixOf(network, output),
  mask: output.mask,
  keyImage: output.keyImage ?? NO_HASH,
  spentHeight: output.spent?.height ?? 0,
  keyPosition: 0,
  uses: [],
  unminedBlink: false,
  wasBlink: false,
})

const exportedOutput = (network: Network, { output, requested }: ImportedOutput): ExportedOutput => {
  const { key, indexInTx, globalIndex, txPublicKey, amount, confidential, frozen, subaddress } = output
  return {
    ...{ key, indexInTx, globalIndex, amount, confidential, frozen, requested, subaddress },
    txPublicKeys: [txPublicKey],
    additionalKeys: [],
    spent: output.spent !== undefined,
    keyImageKnown: output.keyImage !== undefined,
    partial: false,
    chain: chainDataOf(network, output),
  }
}

/** Which outputs to export. */
export type ExportRequest = {
  /** position of the first one; `needed`: the first one whose key image is unknown or requested */
  readonly from: number | 'needed'
  /** how many at most; all if omitted */
  readonly count?: number
}

/**
 * Returns outputs for another copy of this wallet (wallet2: export_outputs). They contain the number of all outputs, by which the other
 * copy knows a part from the whole, unless that copy reads the older form only.
 */
export const outputsToExport = async (
  wallet: Wallet,
  { from, count = Infinity }: ExportRequest,
): Promise<OutputExport> => {
  const { network, state, olderTransferSets } = wallet
  const known = knownOutputs(state)
  const firstNeeded = known.findIndex(({ output, requested }) => output.keyImage === undefined || requested)
  const first = from === 'needed' ? firstNeeded : Math.min(from, known.length)
  const offset = first < 0 ? known.length : first
  const chosen = known.slice(offset, offset + count)
  const outputs = await wallet.mapInSlices(chosen, (output) => exportedOutput(network, output))
  return { offset, total: olderTransferSets ? undefined : known.length, outputs }
}

/** Exports outputs for another copy of this wallet. */
export const exportOutputs = async (wallet: Wallet, request: ExportRequest): Promise<Uint8Array> => {
  const { network, keys, random } = wallet
  const outputs = await outputsToExport(wallet, request)
  return await formatOutputExport(network, keys, outputs, random, (steps) => wallet.inSlices(steps))
}

/** Returns the address that an output belongs to; undefined if the tx public key does not match it. */
export const ownerOf = (
  wallet: Pick<Wallet, 'keys' | 'indexOf'>,
  { key, indexInTx, subaddress }: Pick<ExportedOutput, 'key' | 'indexInTx' | 'subaddress'>,
  txPublicKey: Uint8Array,
): SubaddressIndex | undefined => {
  try {
    const spendKey = withSecrets((keep) =>
      deriveSpendKey(keep(keyDerivation(txPublicKey, wallet.keys.viewSecret)), indexInTx, key),
    )
    const known = wallet.indexOf(spendKey)
    if (known !== undefined || subaddress === undefined) return known
    const { major, minor } = subaddress
    return equalBytes(subaddressAt(wallet.keys, major, minor).spendKey, spendKey) ? { major, minor } : undefined
  } catch (error) {
    if (error instanceof InvalidPointError) return undefined
    throw error
  }
}

/** Mask of an amount that is not confidential: the scalar 1. */
const UNIT_MASK = new Uint8Array(32)
UNIT_MASK[0] = 1

/** Converts an exported output. Of its data only the ownership is verified. */
const importedOutput = (
  { chain, ...exported }: ExportedOutput,
  txPublicKey: Uint8Array,
  subaddress: SubaddressIndex,
): OwnedOutput => {
  const { key, indexInTx, globalIndex, amount, confidential, frozen, spent } = exported
  return {
    ...{ key, indexInTx, globalIndex, amount, confidential, frozen, txPublicKey, subaddress },
    txid: chain?.txid ?? NO_HASH,
    mask: chain?.mask ?? UNIT_MASK,
    keyImage: undefined,
    height: chain?.height ?? 0,
    timestamp: 0,
    unlockTime: chain === undefined ? 0n : outputUnlockTime(chain.prefix, indexInTx),
    prefixUnlockTime: chain?.prefix.unlockTime ?? 0n,
    coinbase: chain?.prefix.inputs[0]?.kind === 'gen',
    stake: false,
    paymentId: new Uint8Array(),
    fee: 0n,
    change: false,
    spent: spent ? { txid: NO_HASH, height: chain?.spentHeight ?? 0 } : undefined,
  }
}

/** Exceeds the number of outputs of any transaction. */
const MAX_OUTPUTS = 65536

const keyImageOf = (keys: FullKeys, output: OwnedOutput): Uint8Array =>
  withSecrets((keep) => keyImage(output.key, keep(outputSecret(keys, output))))

/**
 * Verifies that an exported output belongs to this wallet, and computes its key image unless the wallet is watch-only.
 * @throws OutputImportError
 */
const importOutput = (wallet: Wallet, exported: ExportedOutput, position: number): OwnedOutput => {
  const { keys } = wallet
  const { txPublicKeys, additionalKeys, indexInTx } = exported
  if (indexInTx >= MAX_OUTPUTS)
    throw new OutputImportError('foreign', 'internal output index seems outrageously high, rejecting')
  const additional = additionalKeys[indexInTx]
  for (const txPublicKey of additional === undefined ? txPublicKeys : [...txPublicKeys, additional]) {
    const owner = ownerOf(wallet, exported, txPublicKey)
    if (owner === undefined) continue
    const output = importedOutput(exported, txPublicKey, owner)
    return isFull(keys) ? changedOutput(output, { keyImage: keyImageOf(keys, output) }) : output
  }
  throw new OutputImportError(
    'foreign',
    `key_image generated ephemeral public key not matched with output_key at index ${position}`,
  )
}

const isSameKeyImage = (known: Uint8Array | undefined, exported: Uint8Array | undefined): boolean =>
  known !== undefined && (exported === undefined || equalBytes(known, exported))

/** Returns whether the exporting copy needs the key image of an output: unless its export shows that it has it. */
const isRequested = (exported: ExportedOutput, known: ImportedOutput | undefined): boolean => {
  const hasKeyImage =
    known !== undefined &&
    exported.keyImageKnown &&
    equalBytes(known.output.key, exported.key) &&
    isSameKeyImage(known.output.keyImage, exported.chain?.keyImage)
  return hasKeyImage ? exported.requested : true
}

/** @throws OutputImportError for a participant of a multisig wallet */
const requireKeyImages = ({ multisig }: WalletKeys): void => {
  if (multisig !== undefined)
    throw new OutputImportError(
      'shared',
      'no participant of a multisig wallet can make key images; use import_multisig_info',
    )
}

/** @throws OutputImportError if a list omits outputs that this wallet does not know */
export const requireNoGap = (known: readonly ImportedOutput[], { offset }: Pick<OutputExport, 'offset'>): void => {
  if (offset > known.length)
    throw new OutputImportError(
      'gap',
      'Imported outputs omit more outputs that we know of. Try using export_outputs all.',
    )
}

/**
 * Stores outputs that another copy of this wallet knows, all or none.
 * @returns the number of known outputs afterwards
 * @throws OutputImportError if they do not match this wallet
 */
export const storeOutputs = async (wallet: Wallet, { offset, total, outputs }: OutputExport): Promise<number> => {
  const { keys, state } = wallet
  requireKeyImages(keys)
  const received = await wallet.mapInSlices(outputs, (exported, i) => ({
    exported,
    output: importOutput(wallet, exported, offset + i),
  }))
  await state.update('strict', () => {
    const known = knownOutputs(state)
    requireNoGap(known, { offset })
    // A list without a total is not a part of several: what it omits was handed over before.
    const before = known
      .slice(0, offset)
      .map(({ output, requested }) => ({ output, requested: total !== undefined && requested }))
    const imported = received.map(({ exported, output }, i) => ({
      output,
      requested: isRequested(exported, known[offset + i]),
    }))
    const after = total === undefined ? [] : known.slice(offset + outputs.length, total)
    const labels = wallet.issue(
      state.labels,
      received.map(({ output }) => output),
    )
    return { imported: [...before, ...imported, ...after], labels }
  })
  return knownOutputs(state).length
}

/**
 * Imports outputs that another copy of this wallet exported. All or none are stored.
 * @returns the number of known outputs after the import; in the monero family 0 for an empty list
 * @throws OutputExportError if the bytes are not an output export, OutputImportError if it does not match this wallet
 */
export const importOutputs = async (wallet: Wallet, bytes: Uint8Array): Promise<number> => {
  const { network, keys, state } = wallet
  requireKeyImages(keys)
  const exported = await parseOutputExport(network, keys, bytes)
  if (network.walletRpc.importsOutputsOfOwnChain) return await storeOutputs(wallet, exported)
  // wallet2 imports nothing, and checks nothing.
  if (exported.outputs.length === 0) return 0
  if (state.height > 0) throw new OutputImportError('hot', 'Hot wallets cannot import outputs')
  return await storeOutputs(wallet, exported)
}

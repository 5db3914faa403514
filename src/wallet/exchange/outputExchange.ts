// Outputs on their way between copies of a wallet: a watch-only copy lists what it saw; the one with the spend key takes the list in
// and can make key images of it, though it never sees the chain. What a wallet scanned itself no list changes.

import { equalBytes, wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { subaddressAt } from '../../coin/addresses/address.ts'
import type { ExportedChainData, ExportedOutput, TransactionPrefix } from '../../coin/exports/exportedOutput.ts'
import { formatOutputExport, parseOutputExport } from '../../coin/exports/outputExport.ts'
import type { Network } from '../../coin/networks/network.ts'
import { buildExtra } from '../../coin/transactions/serializeExtra.ts'
import { outputUnlockTime, TransactionType } from '../../coin/transactions/transaction.ts'
import { InvalidPointError } from '../../crypto/curve/point.ts'
import { deriveSpendKey, keyDerivation, keyImage } from '../../crypto/keys/keys.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { issueUpTo } from '../accounts/subaddressTable.ts'
import type { Wallet } from '../engine/wallet.ts'
import type { ImportedOutput, OwnedOutput, SubaddressIndex } from '../state/ledger.ts'
import { type FullKeys, isFull, outputSecret } from '../state/outputSecrets.ts'
import type { WalletState } from '../state/walletState.ts'

/** A list of outputs that cannot be taken in. */
export class OutputImportError extends FabaError {
  override readonly name = 'OutputImportError'
  readonly code = 'output-import'
}

/**
 * All outputs in the order in which copies of a wallet count them: those of the chain, then those that only a list told of.
 * `requested` are those whose key image a watch-only copy waits for.
 */
export const knownOutputs = ({ ledger, imported }: Pick<WalletState, 'ledger' | 'imported'>): ImportedOutput[] => {
  const requested = new Set<string>()
  for (const { output, requested: isRequested } of imported) if (isRequested) requested.add(toHex(output.key))
  const scanned = Array.from(ledger.countedOutputs(), (output) => ({
    output,
    requested: output.keyImage === undefined || requested.has(toHex(output.key)),
  }))
  const told = imported.filter(({ output }) => ledger.withKey(toHex(output.key)).length === 0)
  return [...scanned, ...told]
}

const NO_HASH = new Uint8Array(32)

/** As much of a transaction's prefix as concerns one output of it; other outputs have no key. */
const partialPrefixOf = ({ transactionVersion }: Network, output: OwnedOutput): TransactionPrefix => {
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

export type ExportRequest = {
  /** everything, or what comes from the first output on whose key image is not known, or is asked for */
  readonly which: 'all' | 'wanted'
  /** whether the number of all outputs is told, as later wallets of the monero family want it; the oxen family never tells */
  readonly form: 'short' | 'counted'
}

/** A list of outputs for another copy of this wallet. */
export const exportOutputs = async (wallet: Wallet, { which, form }: ExportRequest): Promise<Uint8Array> => {
  const { network, keys, state, random } = wallet
  const held = knownOutputs(state)
  const wanted = held.findIndex(({ output, requested }) => output.keyImage === undefined || requested)
  const offset = which === 'all' ? 0 : wanted < 0 ? held.length : wanted
  const outputs = held.slice(offset).map((one) => exportedOutput(network, one))
  const total = form === 'counted' ? held.length : undefined
  return await formatOutputExport(network, keys, { offset, total, outputs }, random)
}

/** What an output is addressed to; undefined unless the key found it. */
const ownerOf = (
  wallet: Wallet,
  { key, indexInTx, subaddress }: ExportedOutput,
  txPublicKey: Uint8Array,
): SubaddressIndex | undefined => {
  try {
    const derivation = keyDerivation(txPublicKey, wallet.keys.viewSecret)
    const spendKey = deriveSpendKey(derivation, indexInTx, key)
    wipe(derivation)
    const known = wallet.indexOf(spendKey)
    if (known !== undefined || subaddress === undefined) return known
    const { major, minor } = subaddress
    return equalBytes(subaddressAt(wallet.keys, major, minor).spendKey, spendKey) ? { major, minor } : undefined
  } catch (error) {
    if (error instanceof InvalidPointError) return undefined
    throw error
  }
}

/** Mask of an amount that is not hidden. */
const ONE = new Uint8Array(32)
ONE[0] = 1

/** An output that only a list tells of; nothing in it is held against the chain but that it is ours to spend. */
const importedOutput = (
  { chain, ...told }: ExportedOutput,
  txPublicKey: Uint8Array,
  subaddress: SubaddressIndex,
): OwnedOutput => {
  const { key, indexInTx, globalIndex, amount, confidential, frozen, spent } = told
  return {
    ...{ key, indexInTx, globalIndex, amount, confidential, frozen, txPublicKey, subaddress },
    txid: chain?.txid ?? NO_HASH,
    mask: chain?.mask ?? ONE,
    keyImage: undefined,
    height: chain?.height ?? 0,
    timestamp: 0,
    unlockTime: chain === undefined ? 0n : outputUnlockTime(chain.prefix, indexInTx),
    prefixUnlockTime: chain?.prefix.unlockTime ?? 0n,
    coinbase: chain?.prefix.inputs[0]?.kind === 'gen',
    paymentId: new Uint8Array(),
    fee: 0n,
    change: false,
    spent: spent ? { txid: NO_HASH, height: chain?.spentHeight ?? 0 } : undefined,
  }
}

/** No transaction has so many outputs. */
const MAX_OUTPUTS = 65536

const importOutput = (wallet: Wallet, keys: FullKeys, exported: ExportedOutput, position: number): OwnedOutput => {
  const { txPublicKeys, additionalKeys, indexInTx } = exported
  if (indexInTx >= MAX_OUTPUTS) throw new OutputImportError('internal output index seems outrageously high, rejecting')
  const additional = additionalKeys[indexInTx]
  for (const txPublicKey of additional === undefined ? txPublicKeys : [...txPublicKeys, additional]) {
    const owner = ownerOf(wallet, exported, txPublicKey)
    if (owner === undefined) continue
    const output = importedOutput(exported, txPublicKey, owner)
    const secret = outputSecret(keys, output)
    const taken = { ...output, keyImage: keyImage(output.key, secret) }
    wipe(secret)
    return taken
  }
  throw new OutputImportError(
    `key_image generated ephemeral public key not matched with output_key at index ${position}`,
  )
}

const sameImage = (image: Uint8Array | undefined, told: Uint8Array | undefined): boolean =>
  image !== undefined && (told === undefined || equalBytes(image, told))

/** Whether a list asks for the key image of an output: it does until it shows that it has it. */
const isRequested = (exported: ExportedOutput, known: ImportedOutput | undefined): boolean => {
  const wasTold =
    known !== undefined &&
    exported.keyImageKnown &&
    equalBytes(known.output.key, exported.key) &&
    sameImage(known.output.keyImage, exported.chain?.keyImage)
  return wasTold ? exported.requested : true
}

/**
 * Takes in a list of outputs that another copy of this wallet made; returns how many outputs are known then.
 * @throws OutputExportError when it is no such list, OutputImportError when it does not fit this wallet
 */
export const importOutputs = async (wallet: Wallet, bytes: Uint8Array): Promise<number> => {
  const { network, keys, state } = wallet
  if (!isFull(keys))
    throw new OutputImportError(
      'a watch-only wallet makes no key images of outputs; import them where the spend key is',
    )
  const { offset, total, outputs } = await parseOutputExport(network, keys, bytes)
  const taken = outputs.map((exported, i) => ({ exported, output: importOutput(wallet, keys, exported, offset + i) }))
  await state.update('strict', () => {
    const held = knownOutputs(state)
    if (offset > held.length)
      throw new OutputImportError('Imported outputs omit more outputs that we know of. Try using export_outputs all.')
    const before = held.slice(0, offset).map(({ output }) => ({ output, requested: false }))
    const brought = taken.map(({ exported, output }, i) => ({
      output,
      requested: isRequested(exported, held[offset + i]),
    }))
    const after = total === undefined ? [] : held.slice(offset + outputs.length, total)
    let { labels } = state
    // An address far beyond those that are watched was not handed out by any copy: issuing all before it would take for ever.
    for (const { output } of taken) if (wallet.watches(output.subaddress)) labels = issueUpTo(labels, output.subaddress)
    return { imported: [...before, ...brought, ...after], labels }
  })
  return knownOutputs(state).length
}

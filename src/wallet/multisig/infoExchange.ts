// Exchange of infos between the participants of a multisig wallet: each exports nonces and partial key images of all outputs; with those of
// enough others it knows the key images, finds spent outputs, and can propose transactions (wallet2: export_multisig, import_multisig).

import { equalBytes, u32Bytes, wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { MultisigInfo, OutputMultisigInfo } from '../../coin/multisig/multisigInfo.ts'
import { formatMultisigInfo, parseMultisigInfo } from '../../coin/sealed-exports/multisigInfoFile.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { binomial, hasKey } from '../multisig-keys/keySets.ts'
import type { MultisigAccount } from '../multisig-keys/multisigAccount.ts'
import { checkPartialKeyImages, MultisigImportError, participantError } from '../multisig-keys/partialKeyImageRules.ts'
import type { Wallet } from '../open/wallet.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import type { LedgerDraft } from '../state/ledgerDraft.ts'
import { changeNonces } from '../state/nonceToken.ts'
import type { OutputInfo, PeerInfo } from '../state/outputInfo.ts'
import { compositeKeyImage, partialKeyImages } from './multisigKeyImages.ts'
import { ownSigner, readyAccount } from './multisigWallet.ts'
import { drawNonce, type Nonce, outputInfo } from './nonces.ts'

/** The outputs in the order by which participants number them. */
const numberedOutputs = ({ state }: Pick<Wallet, 'state'>): OwnedOutput[] => [...state.ledger.countedOutputs()]

/** Number of nonces that a participant publishes for each output: it may sign once for each choice of signers (wallet2). */
const noncesPerOutput = ({ network }: Pick<Wallet, 'network'>, { threshold, total }: MultisigAccount): number =>
  binomial(total - 1, total - threshold) * network.multisig.noncesPerSignature

/** Draws the nonces of an output. `drawn` counts those drawn before. */
const drawNonces = (wallet: Wallet, account: MultisigAccount, key: Uint8Array, drawn: number): Nonce[] =>
  Array.from({ length: noncesPerOutput(wallet, account) }, (_, i) =>
    drawNonce(key, [account.signerSecret, ...account.shares, u32Bytes(drawn + i)], wallet.random),
  )

/** What a participant publishes of an output, with the secrets of its nonces. `after`: the number of nonces drawn before. */
type DrawnInfo = { readonly after: number; readonly own: readonly Nonce[]; readonly info: OutputMultisigInfo }

/** Draws the nonces of an output, and computes its partial key images. */
const drawInfo = (wallet: Wallet, account: MultisigAccount, key: Uint8Array): DrawnInfo => {
  const { drawn: after } = outputInfo(wallet, key)
  const own = drawNonces(wallet, account, key, after)
  const nonces = own.map(({ L, R }) => ({ L, R }))
  return { after, own, info: { signer: ownSigner(account), nonces, partialKeyImages: partialKeyImages(account, key) } }
}

/**
 * Returns this participant's info for the others: new nonces, which replace those exported before, and the partial key images of all
 * outputs. They are computed in slices; the nonces are stored durably before this returns.
 * @throws NotMultisigError
 */
export const exportMultisigInfo = async (wallet: Wallet): Promise<Uint8Array> => {
  const { network, keys, random } = wallet
  const account = readyAccount(wallet)
  const drawn = new Map<string, DrawnInfo>()
  const outputs: OutputMultisigInfo[] = []
  const replaced: Uint8Array[] = []
  try {
    await wallet.mapInSlices(
      numberedOutputs(wallet),
      ({ key }) => void drawn.set(toHex(key), drawInfo(wallet, account, key)),
    )
    await changeNonces(wallet, () => {
      const outputInfos = new Map<string, OutputInfo>()
      for (const { key } of numberedOutputs(wallet)) {
        const before = outputInfo(wallet, key)
        const found = drawn.get(toHex(key))
        // A block may have brought outputs meanwhile, and another export may have drawn nonces.
        const isCurrent = found?.after === before.drawn
        if (isCurrent) drawn.delete(toHex(key))
        const { own, info } = isCurrent ? found : drawInfo(wallet, account, key)
        replaced.push(...before.own.map(({ secret }) => secret))
        outputs.push(info)
        outputInfos.set(toHex(key), {
          ...before,
          drawn: before.drawn + own.length,
          own: own.map(({ secret, L }) => ({ secret, L })),
        })
      }
      return outputs.length === 0 ? undefined : { outputInfos }
    })
    // The state no longer has these.
    wipe(...replaced)
  } finally {
    for (const { own } of drawn.values()) wipe(...own.map(({ secret }) => secret))
  }
  const info = { signer: ownSigner(account), outputs }
  return await formatMultisigInfo(network.multisig.infos, keys, info, random, (steps) => wallet.inSlices(steps))
}

/** Identifies an info by its nonces; undefined if it has none. */
const idOf = ({ outputs }: MultisigInfo): Uint8Array | undefined => {
  const nonces = outputs.flatMap((output) => output.nonces.map(({ L }) => L))
  return nonces.length === 0 ? undefined : keccak256(...nonces)
}

/** Parses infos. As in wallet2, that of this participant and repeated ones are dropped. */
const infosOfOthers = async (wallet: Wallet, files: readonly Uint8Array[]): Promise<MultisigInfo[]> => {
  const { network, keys } = wallet
  const account = readyAccount(wallet)
  const self = ownSigner(account)
  const infos: MultisigInfo[] = []
  for (const file of files) {
    const info = await parseMultisigInfo(network.multisig.infos, keys, file)
    if (equalBytes(info.signer, self)) continue
    const known = infos.find(({ signer }) => equalBytes(signer, info.signer))
    if (known === undefined) infos.push(info)
    else if (toHex(idOf(known) ?? self) !== toHex(idOf(info) ?? self))
      throw participantError('twice', info.signer, 'two different infos of one participant: use the newer one only')
  }
  if (infos.length + 1 > account.total || infos.length + 1 < account.threshold)
    throw new MultisigImportError('Wrong number of multisig sources', { details: { fault: 'count' } })
  for (const { signer } of infos)
    if (!hasKey(account.signers, signer))
      throw participantError('stranger', signer, 'Signer is not a member of this multisig wallet')
  return infos.toSorted((a, b) => (toHex(a.signer) < toHex(b.signer) ? -1 : 1))
}

/** @throws MultisigImportError if a newer info of the same participant was imported before, so that the nonces are no longer valid */
const checkNotReplayed = ({ state }: Wallet, info: MultisigInfo): void => {
  const id = idOf(info)
  const seen = state.importedInfos.get(toHex(info.signer)) ?? []
  if (id !== undefined && seen.slice(0, -1).some((other) => equalBytes(other, id)))
    throw participantError('outdated', info.signer, 'a newer multisig info of this participant was already imported')
}

/** Returns the ids of all imported infos of each participant with a new one. */
const withImported = ({ state }: Wallet, infos: readonly MultisigInfo[]): Map<string, readonly Uint8Array[]> => {
  const changed = new Map<string, readonly Uint8Array[]>()
  for (const info of infos) {
    const id = idOf(info)
    const seen = state.importedInfos.get(toHex(info.signer)) ?? []
    const last = seen.at(-1)
    if (id !== undefined && (last === undefined || !equalBytes(last, id)))
      changed.set(toHex(info.signer), [...seen, id])
  }
  return changed
}

/** Returns what a participant published of an output. Nonces that a proposal has taken stay marked. */
const peerInfoOf = (before: OutputInfo, { signer, nonces, partialKeyImages }: OutputMultisigInfo): PeerInfo => {
  const used = before.peers.flatMap((peer) => peer.nonces.flatMap((nonce) => (nonce.used ? [nonce.L] : [])))
  return { signer, partialKeyImages, nonces: nonces.map(({ L, R }) => ({ L, R, used: hasKey(used, L) })) }
}

/** What an import changes: what the others published of each output, and the key images of those that had none. */
type ImportedData = {
  readonly published: readonly { readonly output: OwnedOutput; readonly infos: readonly OutputMultisigInfo[] }[]
  readonly found: readonly { readonly output: OwnedOutput; readonly keyImage: Uint8Array }[]
}

/**
 * Verifies infos of the first outputs of the wallet, and computes what they change.
 * @throws MultisigImportError
 */
const importedData = async (
  wallet: Wallet,
  outputs: readonly OwnedOutput[],
  infos: readonly MultisigInfo[],
): Promise<ImportedData> => {
  const account = readyAccount(wallet)
  const published = outputs.map((output, i) => ({ output, infos: infos.flatMap((info) => info.outputs[i] ?? []) }))
  const found = await wallet.mapInSlices(published, ({ output, infos: others }) => {
    const own = partialKeyImages(account, output.key)
    checkPartialKeyImages(account, own, others, outputInfo(wallet, output.key).peers)
    if (output.keyImage !== undefined) return []
    const partials = [own, ...others.map((one) => one.partialKeyImages)]
    return [{ output, keyImage: compositeKeyImage(wallet.keys, output, partials) }]
  })
  return { published, found: found.flat() }
}

/** Returns the changed multisig data of outputs. It is computed within the update, so that no nonce returns that was taken meanwhile. */
const withPeers = (wallet: Wallet, published: ImportedData['published']): Map<string, OutputInfo> =>
  new Map(
    published.map(({ output: { key }, infos }) => {
      const before = outputInfo(wallet, key)
      return [toHex(key), { ...before, peers: infos.map((info) => peerInfoOf(before, info)) }]
    }),
  )

/** `count`: outputs that all infos have; `isRescanDue`: key images became known whose spends the next synchronisation finds */
export type StoredInfos = { readonly count: number; readonly isRescanDue: boolean }

/**
 * Imports infos of other participants: stores their nonces, and computes the key images of the outputs that all infos have. The blocks from
 * the first such output on are to be scanned again, since spends could not be recognised before: the next synchronisation does that. All or
 * nothing is stored.
 * @throws NotMultisigError, MultisigInfoError, MultisigImportError
 */
export const storeMultisigInfo = async (wallet: Wallet, files: readonly Uint8Array[]): Promise<StoredInfos> => {
  const infos = await infosOfOthers(wallet, files)
  for (const info of infos) checkNotReplayed(wallet, info)
  const numbered = numberedOutputs(wallet)
  const count = Math.min(numbered.length, ...infos.map(({ outputs }) => outputs.length))
  if (count === 0) return { count, isRescanDue: false }
  const { found, published } = await importedData(wallet, numbered.slice(0, count), infos)
  const learn = (draft: LedgerDraft) => {
    for (const { output, keyImage } of found) draft.setKeyImage(output.key, keyImage)
    return { outputInfos: withPeers(wallet, published), importedInfos: withImported(wallet, infos) }
  }
  const [first] = found
  if (first === undefined) await wallet.state.update('strict', learn)
  else await wallet.rescan({ from: 'height', height: first.output.height }, learn)
  return { count, isRescanDue: first !== undefined }
}

/**
 * Stores infos as `storeMultisigInfo` does, and finds the spends of the outputs whose key images they made known. Returns the number of
 * outputs that all infos have.
 * @throws what `storeMultisigInfo` throws, NodeError
 */
export const importMultisigInfo = async (wallet: Wallet, files: readonly Uint8Array[]): Promise<number> => {
  const { count, isRescanDue } = await storeMultisigInfo(wallet, files)
  if (isRescanDue) await wallet.sync.refresh()
  return count
}

/** Returns whether the wallet needs infos of other participants to know which outputs are spent. */
export const needsMultisigImport = (wallet: Pick<Wallet, 'keys' | 'state'>): boolean =>
  wallet.keys.multisig !== undefined && numberedOutputs(wallet).some(({ keyImage }) => keyImage === undefined)

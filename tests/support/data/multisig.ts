// The multisig wallets of oxen-wallet-rpc and monero-wallet-rpc, recorded with the infos that their participants exchanged.

import { utf8 } from '../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { parseMultisigSeed } from '../../../src/coin/multisig/multisigSeed.ts'
import { moneroMainnet } from '../../../src/coin/networks/monero.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import { oxenMainnet } from '../../../src/coin/networks/oxen.ts'
import { isJsonObject, type JsonValue } from '../../../src/jsonrpc/json.ts'
import { vector } from './vectors.ts'

/** Returns all strings in a JSON value. */
export const stringsIn = (value: JsonValue): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isJsonObject(value) ? Object.values(value).flatMap((member) => stringsIn(member)) : []
}

/** Returns the ids of the transactions that last signers completed, as `sign_multisig` answered them. */
const completedIn = (recording: JsonValue): string[] => {
  if (Array.isArray(recording)) return recording.flatMap(completedIn)
  if (!isJsonObject(recording)) return []
  const { tx_data_hex, tx_hash_list = [] } = recording
  return tx_data_hex === undefined
    ? Object.values(recording).flatMap((one) => completedIn(one))
    : stringsIn(tx_hash_list)
}

/** Returns the distinct strings of a recording that begin with a magic, as bytes. */
const startingWith = (magic: string, recording: JsonValue): Uint8Array[] =>
  [...new Set(stringsIn(recording))].filter((text) => text.startsWith(toHex(utf8(magic)))).map((text) => fromHex(text))

const recordedWallet = (network: Network, name: string, seeds: readonly string[], recording: JsonValue) => {
  const [first, ...others] = seeds.map(parseMultisigSeed)
  if (first === undefined) throw new TypeError(`${name} has no participants`)
  return {
    ...{ network, name, keys: first, seeds: [first, ...others], mnemonic: seeds[0] ?? '' },
    infos: startingWith(network.multisig.infos.magic, recording),
    /** in the order in which they were made */
    sets: startingWith(network.transferSets.multisig.magic, recording),
    txids: [...new Set(completedIn(recording))],
  }
}

const live = vector('oxen/live-multisig-2of3.json')

/** Every recorded wallet whose key exchange was completed: its participants' seeds, the infos and the sets of transactions. */
export const recordedMultisigWallets = [
  ...vector('oxen/multisig.json').schemes.flatMap(({ scheme, signers, calls }, i) =>
    signers[0]?.after === undefined
      ? []
      : recordedWallet(
          oxenMainnet,
          `oxen ${scheme} #${i}`,
          signers.map(({ after }) => after?.mnemonic ?? ''),
          calls.flatMap(({ answer }) => answer.result ?? []),
        ),
  ),
  recordedWallet(
    oxenMainnet,
    'oxen 2/3 live',
    live.flatMap(({ params, reply }) => (params?.['key_type'] === 'mnemonic' ? stringsIn(reply) : [])),
    live.map(({ reply }) => reply),
  ),
  ...vector('monero/multisig.json').cases.flatMap(({ M, N, wallets, ...rest }) =>
    recordedWallet(
      moneroMainnet,
      `monero ${M}/${N}`,
      wallets.map(({ final_mnemonic }) => final_mnemonic),
      Object.values(rest) as JsonValue[], // what else a call answered
    ),
  ),
]

export type RecordedMultisigWallet = (typeof recordedMultisigWallets)[number]

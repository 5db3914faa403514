// Histories of chains that no longer exist, because a private chain was started anew: what the user may want to read, without keys.

import type { Reader, Writer } from '../../bytes/cursor.ts'
import type { Store } from '../../store/store.ts'
import {
  beginRecord,
  flag,
  readFlag,
  readList,
  readRecord,
  readText,
  writeList,
  writeText,
} from '../state/recordFormat.ts'
import type { EarlierChain, EarlierTransfer, TransferView } from './historyViews.ts'

const TABLE = 'earlierChains'
/** Older ones are removed. */
const MAX_CHAINS = 10

/** In the order of their numbers in records. */
const KINDS = [
  'transfer',
  'miner',
  'service node',
  'stake',
  'self',
  'registration',
  'name',
  'burn',
] as const satisfies readonly TransferView['kind'][]

const writeTransfer = (writer: Writer, transfer: EarlierTransfer): void => {
  const { txid, direction, kind, amount, fee, height, timestamp, note, addresses } = transfer
  writeText(writer, txid)
    .u8(flag(direction === 'out'))
    .u8(KINDS.indexOf(kind))
  writer.varint(amount).varint(fee).varint(height).varint(timestamp)
  writeList(writeText(writer, note), addresses, (address) => writeText(writer, address))
}

const readTransfer = (reader: Reader): EarlierTransfer => ({
  txid: readText(reader),
  direction: readFlag(reader) ? 'out' : 'in',
  kind: KINDS[reader.u8()] ?? 'transfer',
  amount: reader.varint64(),
  fee: reader.varint64(),
  height: reader.varint(),
  timestamp: reader.varint(),
  note: readText(reader),
  addresses: readList(reader, () => readText(reader)),
})

const encode = ({ endedAt, height, balance, transfers }: Omit<EarlierChain, 'id'>): Uint8Array => {
  const writer = beginRecord().varint(endedAt).varint(height).varint(balance)
  return writeList(writer, transfers, (transfer) => writeTransfer(writer, transfer)).finish()
}

const decode = (id: string, bytes: Uint8Array): EarlierChain =>
  readRecord(bytes, 'an earlier chain', (reader) => ({
    id,
    endedAt: reader.varint(),
    height: reader.varint(),
    balance: reader.varint64(),
    transfers: readList(reader, () => readTransfer(reader)),
  }))

/** Reduces a transfer to what remains readable: the addresses are those paid, or those that received. */
export const earlierTransfer = (transfer: TransferView): EarlierTransfer => {
  const { txid, direction, kind, amount, fee, height, timestamp, note, addresses, destinations } = transfer
  const others = direction === 'out' ? destinations.map(({ address }) => address) : addresses
  return { txid, direction, kind, amount, fee, height, timestamp, note, addresses: others }
}

/**
 * Returns the earlier chains of a wallet, the last one first.
 * @throws FormatError if a record is damaged; errors of the store
 */
export const readEarlierChains = async (store: Store): Promise<EarlierChain[]> => {
  const records = await store.list(TABLE)
  return records.map(([id, bytes]) => decode(id, bytes)).sort((a, b) => b.endedAt - a.endedAt)
}

/** Stores the history of a chain, once however often it is repeated, and removes the oldest ones. */
export const putEarlierChain = async (store: Store, chain: EarlierChain): Promise<void> => {
  const others = (await readEarlierChains(store)).filter(({ id }) => id !== chain.id)
  const removed = others.slice(MAX_CHAINS - 1).map(({ id }) => ({ table: TABLE, key: id }))
  await store.commit([{ table: TABLE, key: chain.id, value: encode(chain) }, ...removed], 'strict')
}

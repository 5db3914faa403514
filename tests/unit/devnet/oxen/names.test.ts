// The name registry against recorded purchases, renewals and updates: at every recorded height its answers equal those of oxen-core.
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { parseNameOwner } from '../../../../src/coin/names/nameOwner.ts'
import { NameType, nameLifetimeBlocks, namePrice } from '../../../../src/coin/names/nameType.ts'
import type { NameSystemField } from '../../../../src/coin/transactions/nameSystem.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { serializeExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import type { Transaction } from '../../../../src/coin/transactions/transaction.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import { OxenState } from '../../../../src/devnet/oxen/blocks/oxenState.ts'
import { regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { NameRegistry } from '../../../../src/devnet/oxen/names/nameRegistry.ts'
import { nameMethods } from '../../../../src/devnet/oxen/rpc/names.ts'
import { type BlockRecord, parseFullTransaction } from '../../../../src/devnet/records/chainRecords.ts'
import type { NodeContext } from '../../../../src/devnet/rpc/calls/nodeContext.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import { JsonRpcError } from '../../../../src/jsonrpc/errors.ts'
import { entryOf, type Vector, vector } from '../../../support/data/vectors.ts'

const data = vector('oxen/names.json')
const rules = withForks(regtestRules, parseForks(data.hard_forks, regtestRules))
const { network } = rules

type Recorded = { readonly height: number; readonly parsed: ReturnType<typeof parseFullTransaction> }

const recorded: Recorded[] = data.txs.map((tx) => ({
  height: tx.block_height,
  parsed: parseFullTransaction(network, fromHex(entryOf(data.tx_hex, tx.tx_hash))),
}))

const heights = [...new Set(recorded.map(({ height }) => height))]

/** Returns the fields of a block that the registry reads; the first transaction stands in for the coinbase. */
const blockOf = (height: number): BlockRecord => {
  const own = recorded.filter((each) => each.height === height).map(({ parsed }) => parsed)
  // The registry reads only these two fields.
  return { height, transactions: [own[0], ...own] } as unknown as BlockRecord
}

/** Returns the registry of a chain with a number of blocks. */
const registryAt = (height: number): NameRegistry => {
  const names = new NameRegistry(network)
  for (const each of heights) if (each < height) names.append(blockOf(each))
  return names
}

type Call = Vector<'oxen/names.json'>['calls'][number]

const nodeCalls = data.calls.filter(({ wallet }) => wallet === 'node')

const callMethod = async ({
  request: { method: name = '', params = {} },
  node_height: height = 0,
}: Call): Promise<unknown> => {
  const method = nameMethods.find(({ names }) => names[0] === name)
  if (method === undefined) throw new Error(`no method ${name}`)
  // Methods about names read nothing else of a node.
  const context = {
    node: {
      chain: { height, nextFork: 17, state: Object.assign(new OxenState(network), { names: registryAt(height) }) },
      rules,
    },
  } as unknown as NodeContext
  const call = {
    name,
    restricted: false,
    textEncoding: 'utf-8' as const,
    caller: '',
    signal: new AbortController().signal,
  }
  try {
    return { result: await method.invoke(context, params, call) }
  } catch (error) {
    if (!(error instanceof JsonRpcError)) throw error
    return { error: { code: error.code, message: error.message } }
  }
}

describe('recorded names', () => {
  it('are valid purchases, renewals and updates', () => {
    expect(recorded).toHaveLength(24)
    for (const { height, parsed } of recorded)
      expect(registryAt(height).fault(parsed.transaction, height), `at ${height}`).toBeUndefined()
  })

  it.each(nodeCalls.map((call) => [`${call.request.method} at ${call.node_height}: ${call.label}`, call] as const))(
    'are reported as recorded: %s',
    async (_, call) => {
      expect(await callMethod(call)).toEqual(call.answer)
    },
  )

  it('are restored when blocks are popped', async () => {
    const names = registryAt(Number.MAX_SAFE_INTEGER)
    for (const height of heights.toReversed()) {
      names.pop(height)
      const fresh = registryAt(height)
      for (const { parsed } of recorded) {
        const field = fieldOf(parsed.transaction)
        expect(names.find(field.type, field.nameHash)).toEqual(fresh.find(field.type, field.nameHash))
      }
    }
  })
})

const fieldOf = ({ extra }: Transaction): NameSystemField => {
  const field = parseExtra(network, extra).find((each) => each.field === 'nameSystem')
  if (field?.field !== 'nameSystem') throw new Error('a name transaction without its field')
  return field
}

const changed = (transaction: Transaction, change: Partial<NameSystemField>, burn?: bigint): Transaction => ({
  ...transaction,
  extra: serializeExtra(
    parseExtra(network, transaction.extra).map((each) => {
      if (each.field === 'nameSystem') return { ...each, ...change }
      return each.field === 'burn' && burn !== undefined ? { ...each, amount: burn } : each
    }),
  ),
})

const one = (test: (field: NameSystemField) => boolean): Recorded => {
  const found = recorded.find(({ parsed }) => test(fieldOf(parsed.transaction)))
  if (found === undefined) throw new Error('no such transaction was recorded')
  return found
}

const faultOf = ({ height, parsed }: Recorded, change: Partial<NameSystemField>, burn?: bigint): string | undefined =>
  registryAt(height).fault(changed(parsed.transaction, change, burn), height)

describe('a name transaction', () => {
  const bought = one(({ type, signature, owner }) => type === NameType.session && owner !== undefined && !signature)
  const updated = one(({ signature, encryptedValue }) => signature !== undefined && encryptedValue !== undefined)
  const renewed = one(({ owner, encryptedValue, signature }) => !owner && !encryptedValue && !signature)

  it('is rejected with any single fault', () => {
    const flipped = (bytes: Uint8Array | undefined): Uint8Array => {
      const copy = Uint8Array.from(bytes ?? [])
      copy[0] = (copy[0] ?? 0) ^ 1
      return copy
    }
    expect(faultOf(bought, { version: 1 })).toContain('unexpected version=1, expected=0')
    expect(faultOf(bought, { type: NameType.wallet })).toContain('disallowed in hardfork')
    expect(faultOf(bought, { type: 6 })).toContain('disallowed in hardfork')
    expect(faultOf(bought, { encryptedValue: undefined })).toContain('valid combination')
    expect(faultOf(bought, { encryptedValue: new Uint8Array(72) })).toContain(
      "value's length=72, does not equal the required length=73",
    )
    expect(faultOf(bought, { nameHash: new Uint8Array(32) })).toContain('null name hash')
    expect(faultOf(bought, { previousId: new Uint8Array(32).fill(1) })).toContain('specified prior txid')
    expect(faultOf(bought, { backupOwner: fieldOf(bought.parsed.transaction).owner })).toContain('same as the backup')
    expect(faultOf(bought, {}, 15n * 10n ** 9n + 1n)).toContain('burned too much')
    expect(faultOf(bought, {}, 15n * 10n ** 9n - 1n)).toContain('burned insufficient')
    expect(faultOf({ ...bought, height: bought.height + 1 }, {})).toContain('already registered')
    const { signature, encryptedValue } = fieldOf(updated.parsed.transaction)
    if (signature === undefined) throw new Error('not signed')
    expect(faultOf(updated, { signature: { ...signature, signature: flipped(signature.signature) } })).toContain(
      'failed to verify signature',
    )
    expect(faultOf(updated, { encryptedValue: flipped(encryptedValue) })).toContain('failed to verify signature')
    expect(faultOf(updated, { previousId: new Uint8Array(32) })).toContain('specified prior txid')
    expect(faultOf(updated, { nameHash: new Uint8Array(32).fill(7) })).toContain('mapping does not exist')
    expect(faultOf({ ...renewed, height: 500 }, {})).toContain('already expired')
    expect(faultOf(renewed, { nameHash: new Uint8Array(32).fill(7) })).toContain('renewal requested but mapping')
  })

  /** Recorded refusals of oxen-core: its text without the flags, in the words of the wallet. */
  const refusals = data.calls.flatMap(({ label, answer }) => {
    const [, text] = /^Transaction was rejected by daemon: (.*tx=\{.*)\n/.exec(answer.error?.message ?? '') ?? []
    return text === undefined ? [] : [[label, text] as const]
  })

  /** Returns what follows a word in a recorded text. */
  const valueAfter = (text: string, word: string): string =>
    new RegExp(`${word}=<?([0-9a-zA-Z]+)`).exec(text)?.[1] ?? ''

  it.each(refusals)('is rejected in the words of oxen-core: %s', (_, text) => {
    const nameHash = fromHex(valueAfter(text, 'LNS Extra.*name_hash'))
    const signature = { kind: 'wallet' as const, signature: fromHex(valueAfter(text, 'signature')) }
    const isPurchase = text.startsWith('Cannot buy')
    const owner = isPurchase ? parseNameOwner(network, valueAfter(text, 'Extra=\\{owner')) : undefined
    const transaction = changed((isPurchase ? bought : updated).parsed.transaction, {
      nameHash,
      ...(isPurchase ? { owner } : { signature }),
    })
    const id = `hash=<${toHex(transactionId(transaction))}>`
    // The heights of these calls are not recorded; owners change between them.
    const faults = heights.map((height) => registryAt(height + 1).fault(transaction, height + 1))
    expect(faults).toContain(text.replace(/(?<=, )hash=<[0-9a-f]{64}>/, id))
  })

  it('has recorded refusals', () => {
    expect(refusals).toHaveLength(5)
  })

  it('has a price and term by its type', () => {
    expect([0, 2, 3, 4, 5].map((type) => namePrice(type, 17) / 10n ** 9n)).toEqual([15n, 15n, 30n, 60n, 90n])
    expect(namePrice(0, 15)).toBe(20n * 10n ** 9n)
    expect([0, 2, 3, 4, 5].map((type) => nameLifetimeBlocks(network, type))).toEqual([undefined, 2, 4, 10, 20])
    expect(nameLifetimeBlocks({ ...network, netType: 'mainnet' }, 2)).toBe(264960)
    expect(nameLifetimeBlocks({ ...network, netType: 'testnet' }, 4)).toBe(3600)
    expect(nameLifetimeBlocks({ ...network, netType: 'testnet' }, 5)).toBe(2649600)
  })
})

// The scan kernel on recorded chains: at every level each wallet finds exactly the outputs that monero-wallet-rpc or oxen-wallet-rpc
// reported, with 10,000 watched keys and with few.

import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { networkById } from '../../../src/coin/networks/networks.ts'
import { vector } from '../../support/data/vectors.ts'
import { benchChain, type ChainTransaction, ownedBy, transactionOf, type WalletSecrets } from './support/chain.ts'
import { LEVELS, scannerOf } from './support/levels.ts'

type Owned = { readonly global_index: number; readonly major: number; readonly minor: number }
type Transfer = {
  readonly global_index: number
  readonly subaddr_index: { readonly major: number; readonly minor: number }
}

const transfers = (rows: readonly Transfer[]): Owned[] =>
  rows.map(({ global_index, subaddr_index }) => ({ global_index, ...subaddr_index }))

/** The look-ahead of a restored wallet. */
const LOOK_AHEAD = { majors: 50, minors: 200 }
/** Few keys, for which the kernel uses another method. */
const FEW = { majors: 2, minors: 10 }

/** Tests that a wallet finds these outputs of the chain and no others. */
const expectOwned = (
  wallet: WalletSecrets,
  transactions: readonly ChainTransaction[],
  all: readonly Owned[],
  lookAheads: readonly { readonly majors: number; readonly minors: number }[] = [LOOK_AHEAD, FEW],
): void => {
  for (const level of LEVELS)
    for (const { majors, minors } of lookAheads)
      it(`finds exactly the owned outputs, ${level}, ${majors} × ${minors} watched keys`, async () => {
        const scanner = await scannerOf(level)
        const expected = all
          .filter(({ major, minor }) => major < majors && minor < minors)
          .map(({ global_index, major, minor }) => `${global_index}:${major}/${minor}`)
        expect(await ownedBy(scanner, wallet, transactions, majors, minors)).toEqual(expected.sort())
        await scanner.close()
      })
}

describe('the monero bench chain', () => {
  const folder = 'monero/bench-chain'
  const { pages } = vector(`${folder}/index.json`)
  const files = pages.map(({ file }) => file)
  const transactions = benchChain(folder, files, networkById('monero-regtest'))
  const { wallets } = vector(`${folder}/wallets.json`)

  it('contains the outputs of its index', () => {
    expect(transactions.flatMap(({ outputs }) => outputs)).toHaveLength(13_527)
  })

  describe.each(['A', 'B', 'C'] as const)('wallet %s', (name) => {
    const { rows, columns } = wallets[name].outputs
    const at = (column: string): number => columns.indexOf(column)
    const expected: Owned[] = rows.map((row) => ({
      global_index: Number(row[at('global_index')]),
      major: Number(row[at('major')]),
      minor: Number(row[at('minor')]),
    }))
    expectOwned(wallets[name], transactions, expected, name === 'A' ? [LOOK_AHEAD, FEW] : [LOOK_AHEAD])
  })
})

describe.each([
  ['bench-chain', 1048],
  ['bench-chain-large', 2421],
] as const)('the oxen %s', (name, count) => {
  const folder = `oxen/${name}` as const
  const { responses } = vector(`${folder}/index.json`)
  const files = responses.map(({ file }) => file)
  const transactions = benchChain(folder, files, networkById('oxen-regtest'))
  const { owner, stranger, expected_outputs } = vector(`${folder}/owner.json`)

  it('contains the number of outputs of its index', () => {
    expect(expected_outputs).toHaveLength(count)
  })

  describe('the owner', () => {
    expectOwned(owner, transactions, expected_outputs)
  })

  describe('an unrelated wallet', () => {
    expectOwned(stranger, transactions, [], [LOOK_AHEAD])
  })
})

describe('the oxen small chain', () => {
  const { txs } = vector('oxen/chain-small/txs.json')
  const { wallets } = vector('oxen/chain-small/wallets.json')
  type Decoded = {
    readonly extra: readonly number[]
    readonly vout: readonly { readonly target: { readonly key: string } }[]
  }
  const transactions: ChainTransaction[] = txs.map(({ answer }) => {
    const { extra, vout } = JSON.parse(answer.as_json) as Decoded // the form in which oxend prints a transaction
    return {
      extra: Uint8Array.from(extra),
      outputs: vout.map(({ target }, i) => ({
        key: fromHex(target.key, 32),
        viewTag: -1,
        globalIndex: answer.output_indices[i] ?? -1,
      })),
    }
  })

  describe.each(['A', 'B', 'C'] as const)('wallet %s', (name) => {
    const answers = wallets[name].restored
      .filter(({ request }) => request.method === 'incoming_transfers' && request.params['transfer_type'] === 'all')
      // incoming_transfers returns nothing else on this chain.
      .flatMap(({ answer }) => (answer.result['transfers'] ?? []) as unknown as readonly Transfer[])

    it('has owned outputs', () => {
      expect(answers.length).toBeGreaterThan(0)
    })

    expectOwned(wallets[name].keys, transactions, transfers(answers))
  })
})

describe('the monero scan chain', () => {
  const { wallet, blocks, expected } = vector('monero/scan_chain.json')
  const transactions: ChainTransaction[] = blocks
    .flatMap(({ txs }) => txs)
    .map(({ hex, pruned_hex, output_indices }) =>
      transactionOf(networkById('monero-regtest'), hex === '' ? pruned_hex : hex, output_indices),
    )
  expectOwned(wallet, transactions, transfers(expected.incoming_transfers))

  it('contains the reported keys', () => {
    const keys = new Map(
      transactions.flatMap(({ outputs }) => outputs.map((output) => [output.globalIndex, output.key])),
    )
    for (const { global_index, pubkey } of expected.incoming_transfers)
      expect(toHex(keys.get(global_index) ?? new Uint8Array())).toBe(pubkey)
  })
})

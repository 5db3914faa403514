// The scan kernel against recorded chains: each wallet finds exactly the outputs that the reference wallet reported.

import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../../src/bytes/hex.ts'
import { networkById } from '../../src/coin/network.ts'
import { publicKeyOf, subaddressSpendKeys } from '../../src/crypto/keys.ts'
import { createScanner } from '../../src/crypto/scan.ts'
import { createSubaddressTable } from '../../src/crypto/subaddressTable.ts'
import { vector } from '../support/vectors.ts'
import { benchChain, type ChainTransaction, ownedBy, transactionOf } from './kernel-chain.ts'

type Owned = { readonly global_index: number; readonly major: number; readonly minor: number }
type Transfer = {
  readonly global_index: number
  readonly subaddr_index: { readonly major: number; readonly minor: number }
}

const owned = (rows: readonly Owned[]): string[] =>
  rows.map(({ global_index, major, minor }) => `${global_index}:${major}/${minor}`).sort()
const transfers = (rows: readonly Transfer[]): string[] =>
  owned(rows.map(({ global_index, subaddr_index }) => ({ global_index, ...subaddr_index })))

describe('monero bench chain', () => {
  const folder = 'monero/bench-chain'
  const { pages } = vector(`${folder}/index.json`)
  const transactions = benchChain(
    folder,
    pages.map(({ file }: { file: string }) => file),
    networkById('monero-regtest'),
  )
  const { wallets } = vector(`${folder}/wallets.json`)

  test('holds what its index says', () => {
    expect(transactions.flatMap(({ outputs }) => outputs)).toHaveLength(13_527)
  })

  test.each(['A', 'B', 'C'])('wallet %s', async (name) => {
    const scanner = await createScanner()
    const { rows, columns } = wallets[name].outputs
    const at = (column: string): number => columns.indexOf(column)
    const expected = rows.map((row: readonly number[]) => ({
      global_index: row[at('global_index')],
      major: row[at('major')],
      minor: row[at('minor')],
    }))
    expect(await ownedBy(scanner, wallets[name], transactions)).toEqual(owned(expected))
    await scanner.close()
  })
})

describe('oxen bench chain', () => {
  const folder = 'oxen/bench-chain'
  const { responses } = vector(`${folder}/index.json`)
  const files = responses.map(({ file }: { file: string }) => file)
  const transactions = benchChain(folder, files, networkById('oxen-regtest'))
  const { owner, stranger, expected_outputs } = vector(`${folder}/owner.json`)

  test('the owner', async () => {
    const scanner = await createScanner()
    expect(await ownedBy(scanner, owner, transactions)).toEqual(owned(expected_outputs))
    await scanner.close()
  })

  test('a stranger', async () => {
    const scanner = await createScanner()
    expect(await ownedBy(scanner, stranger, transactions)).toEqual([])
    await scanner.close()
  })
})

describe('oxen small chain', () => {
  const { txs } = vector('oxen/chain-small/txs.json')
  const { wallets } = vector('oxen/chain-small/wallets.json')
  const transactions: ChainTransaction[] = txs.map(
    ({ answer }: { readonly answer: { readonly as_json: string; readonly output_indices: readonly number[] } }) => {
      const { extra, vout } = JSON.parse(answer.as_json)
      return {
        extra: Uint8Array.from(extra),
        outputs: vout.map(({ target }: { readonly target: { readonly key: string } }, i: number) => ({
          key: fromHex(target.key, 32),
          viewTag: -1,
          globalIndex: answer.output_indices[i],
        })),
      }
    },
  )

  test.each(['A', 'B', 'C'])('wallet %s', async (name) => {
    const scanner = await createScanner()
    const answers: Transfer[] = wallets[name].restored
      .filter(
        ({ request }: { readonly request: { readonly method: string; readonly params: { transfer_type: string } } }) =>
          request.method === 'incoming_transfers' && request.params.transfer_type === 'all',
      )
      .flatMap(
        ({ answer }: { readonly answer: { readonly result: { transfers: Transfer[] } } }) =>
          answer.result.transfers ?? [],
      )
    expect(answers.length).toBeGreaterThan(0)
    expect(await ownedBy(scanner, wallets[name].keys, transactions)).toEqual(transfers(answers))
    await scanner.close()
  })
})

test('monero scan chain', async () => {
  const { wallet, blocks, expected } = vector('monero/scan_chain.json')
  type Recorded = { readonly hex: string; readonly pruned_hex: string; readonly output_indices: readonly number[] }
  const transactions: ChainTransaction[] = blocks
    .flatMap(({ txs }: { readonly txs: readonly Recorded[] }) => txs)
    .map(({ hex, pruned_hex, output_indices }: Recorded) =>
      transactionOf(networkById('monero-regtest'), hex === '' ? pruned_hex : hex, output_indices),
    )
  const scanner = await createScanner()
  expect(await ownedBy(scanner, wallet, transactions)).toEqual(transfers(expected.incoming_transfers))
  const keys = new Map(transactions.flatMap(({ outputs }) => outputs.map((output) => [output.globalIndex, output.key])))
  for (const { global_index, pubkey } of expected.incoming_transfers)
    expect(toHex(keys.get(global_index) ?? new Uint8Array())).toBe(pubkey)
  await scanner.close()
})

describe('subaddress tables', () => {
  type Subaddress = { readonly major: number; readonly minor: number; readonly spend_public: string }

  test('recorded spend keys', async () => {
    for (const { view_secret, spend_public, nets } of vector('oxen/keys.json').wallets)
      for (const { major, minor, spend_public: expected } of nets.mainnet.subaddresses as Subaddress[]) {
        const table = await createSubaddressTable(fromHex(view_secret), fromHex(spend_public), major, minor, 1)
        expect(toHex(table)).toBe(expected)
      }
  })

  test('equal the portable ones, across groups', async () => {
    const viewSecret = fromHex('169299ec44ae116ea5043da3eb5778dfdd28f96d8de579651e7d8a1197b70d03')
    const spendPublic = publicKeyOf(fromHex('4f38721dca11ba2c856491bf6af1c8b7a14db24c6fe7e22254d56dbcc08fb106'))
    for (const [major, minor, count] of [
      [0, 0, 300],
      [1, 0, 128],
      [0xffffffff, 0xffffffff - 3, 4],
      [7, 1000, 0],
    ] as const)
      expect(await createSubaddressTable(viewSecret, spendPublic, major, minor, count)).toEqual(
        subaddressSpendKeys(viewSecret, spendPublic, major, minor, count),
      )
  })

  test('refuse a spend key that is no point', async () => {
    const noPoint = new Uint8Array(32).fill(0xff)
    await expect(createSubaddressTable(new Uint8Array(32), noPoint, 0, 0, 1)).rejects.toThrow('not a point')
  })
})

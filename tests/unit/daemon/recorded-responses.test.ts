// The node client on recorded responses of real nodes.
import { describe, expect, it } from 'vitest'
import { compareBytes, equalBytes } from '../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { type PortableSection, readPortable } from '../../../src/bytes/portableStorage.ts'
import { blockHeight, blockId, parseBlock } from '../../../src/coin/blocks/block.ts'
import { networkById } from '../../../src/coin/networks/networks.ts'
import { parseTransaction } from '../../../src/coin/transactions/transactionBytes.ts'
import { prunableHash, transactionIdOfParts } from '../../../src/coin/transactions/transactionHash.ts'
import {
  parseBlocksResponse,
  parseDistributionResponse,
  parseHashesResponse,
  parseOutputsResponse,
} from '../../../src/daemon/binaryResponses.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { NodeError, NodeRefusedError } from '../../../src/daemon/errors.ts'
import type { NodeNews } from '../../../src/daemon/nodeClient.ts'
import { verifyBlockPage } from '../../../src/daemon/verifyResponses.ts'
import { type JsonObject, stringifyJson } from '../../../src/jsonrpc/json.ts'
import { verifiedParts } from '../../../src/wallet/sync/verifyTransactions.ts'
import { textOf, vector, vectorBytes, vectorText } from '../../support/data/vectors.ts'
import { recordedExchanges, reply, result, scriptedNode } from '../../support/peers/scripted-node.ts'
import { cumulativeOf } from '../../support/wallet/spend/ring-node.ts'

const url = 'http://node:1234'

describe('recorded responses of an oxen node (v8.1)', () => {
  const exchanges = recordedExchanges()
  const node = vector('oxen/chain-small/node.json')
  const chain = vector('oxen/chain-small/blocks.json').blocks
  const transactions = vector('oxen/chain-small/txs.json').txs
  const byHash = new Map(transactions.map((tx) => [tx.hash, tx]))

  const recorded = (path: string) => exchanges.filter((exchange) => exchange.path === path)
  const jsonRpc = (method: string) =>
    recorded('/json_rpc').filter(({ request }) => new TextDecoder().decode(request).includes(`"${method}"`))
  const clientFor = (response: Uint8Array | string) => {
    const { fetch, requests } = scriptedNode(() => reply(response))
    return { client: createNodeClient({ url, fetch }), requests }
  }
  const plain = (path: string, match: (request: JsonObject) => boolean, from = node.answers) => {
    const found = from.find((answer) => answer.path === path && match(answer.request))
    if (found === undefined) throw new Error(`no answer of ${path} was recorded`)
    return found
  }

  it('contain complete block pages, requested as wallet2 does', async () => {
    const pages = recorded('/get_blocks.bin')
    expect(pages).toHaveLength(3)
    for (const { no, request, response } of pages) {
      const { client, requests } = clientFor(response)
      const ids = readPortable(request)['block_ids'] as Uint8Array
      const history = Array.from({ length: ids.length / 32 }, (_, i) => ids.subarray(32 * i, 32 * (i + 1)))
      const page = await client.blocks(history)
      expect(requests[0]?.path).toBe('/get_blocks.bin')
      expect(readPortable(requests[0]?.body ?? new Uint8Array())).toEqual(readPortable(request))
      expect(page.startHeight + page.blocks.length).toBe(page.chainHeight)
      expect(history.some((id) => equalBytes(id, fromHex(chain[page.startHeight]?.block_header.hash ?? '')))).toBe(true)
      for (const [i, { block, transactions: blobs, outputIndices }] of page.blocks.entries()) {
        const known = chain[page.startHeight + i]
        // Exchange 263 precedes a reorganisation; 270 is of the final chain.
        if (no !== 270 || known === undefined) continue
        expect(toHex(block)).toBe(known.blob)
        const hashes = known.tx_hashes ?? []
        expect(blobs.map(toHex)).toEqual(
          hashes.map((hash) => byHash.get(hash)?.hex.slice(0, 2 * (byHash.get(hash)?.non_prunable_bytes ?? 0))),
        )
        expect(outputIndices.slice(1)).toEqual(hashes.map((hash) => byHash.get(hash)?.output_indices ?? []))
      }
    }
  })

  it('contain the requested ring members of the chain', async () => {
    const network = networkById('oxen-regtest')
    const keys = new Map<number, string>()
    for (const { blob } of chain) {
      const { minerTransaction, transactionIds } = parseBlock(network, fromHex(blob))
      void transactionIds
      const height = blockHeight({ minerTransaction } as ReturnType<typeof parseBlock>)
      const known = transactions.find(
        (tx) =>
          tx.height === height && tx.hex.length < 2000 && tx.output_indices.length === minerTransaction.outputs.length,
      )
      if (known === undefined) continue
      for (const [i, { key }] of minerTransaction.outputs.entries()) keys.set(known.output_indices[i] ?? -1, toHex(key))
    }
    let compared = 0
    for (const { request, response } of recorded('/get_outs.bin')) {
      const { client, requests } = clientFor(response)
      const entries = readPortable(request)['outputs'] as readonly PortableSection[]
      const indices = entries.map((entry) => Number(entry['index']))
      const outputs = await client.outputs(indices)
      expect(compareBytes(requests[0]?.body ?? new Uint8Array(), request)).toBe(0)
      const outs = readPortable(response)['outs'] as readonly PortableSection[]
      expect(outputs).toEqual(
        outs.map((out) => ({
          key: out['key'],
          commitment: out['mask'],
          unlocked: out['unlocked'],
          height: Number(out['height']),
        })),
      )
      for (const [i, { key }] of outputs.entries()) {
        const known = keys.get(indices[i] ?? -1)
        if (known === undefined) continue
        expect(toHex(key)).toBe(known)
        compared++
      }
    }
    expect(compared).toBeGreaterThan(100)
  })

  it('contain the output distribution that the JSON call returns, requested as wallet2 does', async () => {
    const { answer } = plain('/json_rpc', (request) => {
      const params = (request['params'] ?? {}) as Record<string, unknown>
      return (
        request['method'] === 'get_output_distribution' &&
        params['cumulative'] === true &&
        params['from_height'] === undefined
      )
    })
    const [{ distribution }] = (answer['result'] as { distributions: [{ distribution: number[] }] }).distributions
    const captured = recorded('/get_output_distribution.bin')
    expect(captured.length).toBeGreaterThan(10)
    for (const { request, response } of captured) {
      const { client, requests } = clientFor(response)
      const cumulative = cumulativeOf(await client.outputDistribution())
      expect(cumulative).toEqual(distribution.slice(0, cumulative.length))
      expect(compareBytes(requests[0]?.body ?? new Uint8Array(), request)).toBe(0)
    }
  })

  it('contain state, fees, output blacklist and an empty pool', async () => {
    for (const { response } of jsonRpc('get_info')) {
      const info = await clientFor(response).client.info()
      expect(info).toMatchObject({ netType: 'fakechain', development: false, immutableHeight: 0 })
      expect(info.targetHeight).toBe(info.height)
      expect(info.version).toMatch(/^8\.1\.6/)
    }
    for (const { response } of jsonRpc('get_fee_estimate')) {
      const fee = await clientFor(response).client.feeEstimate()
      expect(fee).toEqual({ perByte: fee.perByte, perOutput: 20000000n, perByteLevels: [], quantizationMask: 10n })
      expect([122n, 166n]).toContain(fee.perByte)
    }
    for (const { response } of recorded('/get_output_blacklist.bin'))
      expect(await clientFor(response).client.outputBlacklist()).toEqual([])
    const empty = plain('/get_transaction_pool_hashes', () => true)
    expect(await clientFor(stringifyJson(empty.answer)).client.poolHashes()).toEqual([])
    const full = plain('/get_transaction_pool_hashes', () => true, node.pool_nonempty)
    const hashes = await clientFor(stringifyJson(full.answer)).client.poolHashes()
    expect(hashes.map(toHex)).toEqual(full.answer['tx_hashes'])
  })

  it('contain transactions, complete or pruned', async () => {
    for (const { path, request, answer } of node.answers) {
      if (path !== '/get_transactions' || request['decode_as_json'] === true) continue
      const ids = (request['txs_hashes'] as string[]).map((id) => fromHex(id))
      if (ids.length !== new Set(request['txs_hashes'] as string[]).size) continue
      const found = await clientFor(stringifyJson(answer)).client.transactions(ids)
      expect(found.map(({ id }) => toHex(id))).toEqual(
        (request['txs_hashes'] as string[]).filter((id) => byHash.has(id)),
      )
      for (const { id, blob, pruned, blockHeight: height, inPool } of found) {
        const known = byHash.get(toHex(id))
        const whole = known?.hex ?? ''
        const wholeIsBase = known !== undefined && whole.length === 2 * known.non_prunable_bytes
        expect(toHex(blob)).toBe(pruned && !wholeIsBase ? whole.slice(0, 2 * (known?.non_prunable_bytes ?? 0)) : whole)
        expect(height).toBe(known?.height)
        expect(inPool).toBe(false)
      }
    }
  })

  it('contain the results of submitted transactions', async () => {
    for (const { label, request, answer } of node.send_raw) {
      const hex = textOf(request, 'tx_as_hex')
      if (!/^([0-9a-f]{2})+$/.test(hex)) continue
      const { client, requests } = clientFor(stringifyJson(answer))
      const submitted = await client.submit(fromHex(hex))
      expect(JSON.parse(new TextDecoder().decode(requests[0]?.body))).toMatchObject({
        tx_as_hex: hex,
        do_not_relay: false,
      })
      expect(submitted.accepted, label).toBe(answer['status'] === 'OK')
      if (submitted.accepted) continue
      const tvc = answer['tvc'] as Record<string, unknown>
      expect(submitted.doubleSpend).toBe(tvc['m_double_spend'])
      if (tvc['m_fee_too_low'] === true) expect(submitted.reason).toContain('Fee too low')
      if (tvc['m_double_spend'] === true) expect(submitted.reason).toMatch(/^Double spend TX/)
      if (answer['reason'] !== '') expect(submitted.reason).toBe(answer['reason'])
      expect(submitted.reason).not.toBe('')
    }
    for (const { response } of recorded('/send_raw_transaction')) {
      const status = (JSON.parse(new TextDecoder().decode(response)) as { status: string }).status
      expect((await clientFor(response).client.submit(new Uint8Array(1))).accepted).toBe(status === 'OK')
    }
  })
})

describe('recorded responses of monerod 0.18', () => {
  const network = networkById('monero-regtest')
  const index = vector('monero/bench-chain/index.json')

  it('contain complete pages of pruned blocks that form one chain', async () => {
    let previous = index.genesis
    for (const { file, start_height: start, ...counts } of index.pages) {
      const bytes = vectorBytes(`monero/bench-chain/${file}`)
      const { fetch } = scriptedNode(() => reply(bytes))
      const page = await createNodeClient({ url, fetch }).blocksFrom(start)
      expect(page).toMatchObject({ startHeight: start, chainHeight: index.tip_height })
      expect({
        blocks: page.blocks.length,
        transactions: page.blocks.flatMap(({ transactions }) => transactions).length,
        outputs: page.blocks.flatMap(({ outputIndices }) => outputIndices.flat()).length,
      }).toEqual({ blocks: counts.blocks, transactions: counts.transactions, outputs: counts.outputs })
      for (const [i, { block, transactions }] of page.blocks.entries()) {
        const parsed = parseBlock(network, block)
        expect(toHex(parsed.previousId)).toBe(previous)
        expect(blockHeight(parsed)).toBe(start + i)
        expect(transactions).toHaveLength(parsed.transactionIds.length)
        previous = toHex(blockId(parsed))
      }
    }
  })

  it('contain the hashes of the prunable parts where the node sends them', () => {
    const { chain } = vector('monero/get-blocks-chain.json')
    const { pairs } = vector('monero/get-blocks.json')
    const recorded = pairs.find(({ kind }) => kind === 'pruned')?.response ?? ''
    const pageOf = (hex: string) => verifyBlockPage(parseBlocksResponse(fromHex(hex)))
    const zeros = pageOf(recorded)
    const whole = zeros.blocks.flatMap((_, i) => chain[zeros.startHeight + i]?.transactions ?? [])
    const hashes = whole.map(({ hex }) => prunableHash(parseTransaction(network, fromHex(hex))))
    expect(hashes.length).toBeGreaterThan(1)
    // monerod 0.18 sends zeros for them, monerod 0.19 what it computes.
    expect(zeros.blocks.flatMap((block) => block.prunableHashes ?? [])).toEqual([])
    const rest = [...hashes]
    const member = `${toHex(new TextEncoder().encode('prunable_hash'))}0a80`
    const hashed = recorded.replaceAll(member + '00'.repeat(32), () => member + toHex(rest.shift() ?? new Uint8Array()))
    const page = pageOf(hashed)
    expect(page.blocks.flatMap((block) => block.prunableHashes ?? []).map(toHex)).toEqual(hashes.map(toHex))
    expect(page.blocks.map(({ transactions }) => transactions)).toEqual(
      zeros.blocks.map(({ transactions }) => transactions),
    )
  })

  it('are parsed wherever all bytes were recorded', () => {
    const lines = vectorText('monero/wire-bin-endpoints.txt').split('\n')
    let path = ''
    const statuses: string[] = []
    for (const line of lines) {
      path = /^##### (\S+\.bin)/.exec(line)?.[1] ?? path
      const hex = /^ {2}res hex: ([0-9a-f]+)$/.exec(line)?.[1]
      if (hex === undefined) continue
      const read = {
        '/get_outs.bin': parseOutputsResponse,
        '/get_output_distribution.bin': parseDistributionResponse,
        '/get_hashes.bin': parseHashesResponse,
      }[path]
      statuses.push((read ?? parseBlocksResponse)(fromHex(hex)).status)
    }
    expect(statuses).toContain('Failed')
    expect(statuses).toContain('Too many outs requested')
    expect(statuses).toContain('Binary only call')
    expect(statuses).toContain('Error retrieving block at height 1000000')
  })

  it('contain a refusal, which becomes a named error', async () => {
    const failed = fromHex(
      '0111010101010201011807637265646974730500000000000000000e63757272656e745f6865696768740500000000000000000c73746172745f686569676874050000000000000000067374617475730a184661696c656408746f705f686173680a0009756e747275737465640b00',
    )
    const { fetch } = scriptedNode(() => reply(failed))
    const client = createNodeClient({ url, fetch })
    await expect(client.blocks([new Uint8Array(32)])).rejects.toThrow(NodeRefusedError)
    await expect(client.blocksFrom(1_000_000)).rejects.toThrow(/Failed/)
  })

  it('contain fee levels, flags, and the maximum height for pool transactions', async () => {
    const fee = createNodeClient({
      url,
      ...scriptedNode(() =>
        result({ fee: 1200000, fees: [1200000, 4700000, 19000000, 240000000], quantization_mask: 10000, status: 'OK' }),
      ),
    })
    expect(await fee.feeEstimate()).toEqual({
      perByte: 1200000n,
      perOutput: 0n,
      perByteLevels: [1200000n, 4700000n, 19000000n, 240000000n],
      quantizationMask: 10000n,
    })
    const refusal = {
      status: 'Failed',
      reason: '',
      double_spend: true,
      fee_too_low: false,
      low_mixin: false,
      tx_extra_too_big: true,
    }
    const refused = createNodeClient({ url, ...scriptedNode(() => reply(JSON.stringify(refusal))) })
    expect(await refused.submit(new Uint8Array(3))).toEqual({
      accepted: false,
      doubleSpend: true,
      reason: 'Double spend TX, TX extra too big',
    })
    const id = 'ab'.repeat(32)
    const pooled = `{"status":"OK","txs":[{"tx_hash":"${id}","as_hex":"","pruned_as_hex":"0102","prunable_hash":"0304","in_pool":true,"block_height":18446744073709551615,"double_spend_seen":true,"received_timestamp":1700000000}]}`
    const pool = createNodeClient({ url, ...scriptedNode(() => reply(pooled)) })
    expect(await pool.transactions([fromHex(id)])).toEqual([
      {
        id: fromHex(id),
        blob: Uint8Array.of(1, 2),
        pruned: true,
        prunableHash: Uint8Array.of(3, 4),
        inPool: true,
        outputIndices: [],
        blink: false,
        doubleSpendSeen: true,
        blockHeight: undefined,
        blockTimestamp: undefined,
        receivedTimestamp: 1700000000,
      },
    ])
  })

  it('lead to an empty output blacklist if the node has none', async () => {
    const { fetch } = scriptedNode(() => reply('', 404))
    expect(await createNodeClient({ url, fetch }).outputBlacklist()).toEqual([])
  })
})

describe('submitBlock', () => {
  it.each([
    ['an object to oxen-core', 'oxen-regtest', { blob: ['00ff'] }],
    ['a list to monerod', 'monero-regtest', ['00ff']],
  ])('sends %s', async (_, network, params) => {
    const { fetch, requests } = scriptedNode(() => result({ status: 'OK' }))
    await createNodeClient({ url, fetch }).submitBlock(Uint8Array.of(0, 255), networkById(network))
    expect(JSON.parse(new TextDecoder().decode(requests[0]?.body))).toMatchObject({ method: 'submit_block', params })
  })
})

describe('recorded blocks with the txpool of monerod 0.18.5.3', () => {
  const { before, pool, pairs } = vector('monero/get-blocks.json')
  const network = networkById('monero-regtest')
  const responseOf = (name: string): Uint8Array => {
    const pair = pairs.find((one) => one.name === name)
    if (pair === undefined) throw new Error(`no pair "${name}" is recorded`)
    return fromHex(pair.response)
  }
  const clientFor = (...names: string[]) => {
    const responses = names.map(responseOf)
    const { fetch, requests } = scriptedNode(() => reply(responses.shift() ?? ''))
    const askedSince = () => requests.map(({ body }) => Number(readPortable(body)['pool_info_since']))
    return { client: createNodeClient({ url, fetch }), askedSince }
  }
  const idsOf = (news: NodeNews | undefined): string[] => news?.pool.ids.map((id) => toHex(id)).sort() ?? []

  it('have the whole txpool at first, then what changed since then', async () => {
    const { client, askedSince } = clientFor(
      'requested_info 1, 1',
      'requested_info 1, after the txs',
      '1, top block known',
    )
    const whole = await client.news([network.genesisId], network)
    expect(idsOf(whole)).toEqual([...pool.relayed, pool.do_not_relay].sort())
    for (const transaction of whole?.pool.transactions ?? [])
      expect(toHex(transactionIdOfParts(verifiedParts(network, transaction)))).toBe(toHex(transaction.id))
    const unchanged = await client.news([network.genesisId], network)
    expect([unchanged?.page, idsOf(unchanged)]).toEqual([undefined, idsOf(whole)])
    expect(idsOf(await client.news([network.genesisId], network))).toEqual(idsOf(whole))
    const [first, second = 0, third = 0] = askedSince()
    expect(first).toBe(0)
    expect(second).toBeGreaterThan(before)
    expect(third).toBeGreaterThanOrEqual(second)
  })

  it('have the blocks after ours beside it', async () => {
    const news = await clientFor('2 with the pool').client.news([network.genesisId], network)
    expect(news?.page?.blocks).toHaveLength(2)
    expect(idsOf(news)).toHaveLength(3)
  })

  it('are no news if they come without it', async () => {
    const { client, askedSince } = clientFor('top block known: no blocks')
    expect(await client.news([network.genesisId], network)).toBeUndefined()
    expect(await client.news([network.genesisId], network)).toBeUndefined()
    expect(askedSince()).toHaveLength(1)
  })

  it('are refused if they are cut anywhere', async () => {
    const whole = responseOf('2 with the pool')
    for (let length = 0; length < whole.length; length += 7) {
      const { fetch } = scriptedNode(() => reply(whole.subarray(0, length)))
      await expect(createNodeClient({ url, fetch }).news([network.genesisId], network)).rejects.toBeInstanceOf(
        NodeError,
      )
    }
  })
})

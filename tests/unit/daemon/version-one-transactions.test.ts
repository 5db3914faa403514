// Transactions of version 1: no id follows from the pruned form, so that the node client requests them whole.
import { expect, it } from 'vitest'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { parseJson, stringifyJson } from '../../../src/jsonrpc/json.ts'
import { reply, scriptedNode } from '../../support/peers/scripted-node.ts'

const OLD = '11'.repeat(32)
const NEW = '22'.repeat(32)
const GONE = '33'.repeat(32)
const PREFIXES: Readonly<Record<string, string>> = { [OLD]: '0100aa', [NEW]: '0200aa', [GONE]: '0100bb' }

it('requests whole transactions of version 1 after their pruned forms, and omits those that are gone by then', async () => {
  const { fetch, requests } = scriptedNode(({ body }) => {
    const { txs_hashes: hashes, prune } = parseJson(new TextDecoder().decode(body)) as {
      readonly txs_hashes: readonly string[]
      readonly prune: boolean
    }
    const txs = hashes.flatMap((hash) => {
      if (prune) return [{ tx_hash: hash, in_pool: true, as_hex: '', pruned_as_hex: PREFIXES[hash] ?? '' }]
      return hash === GONE ? [] : [{ tx_hash: hash, in_pool: true, as_hex: `${PREFIXES[hash]}cc` }]
    })
    return reply(stringifyJson({ status: 'OK', txs }))
  })
  const client = createNodeClient({ url: 'http://node:1234', fetch })
  const found = await client.transactions([OLD, NEW, GONE].map((id) => fromHex(id)))
  expect(found.map(({ id, blob, pruned }) => [toHex(id), toHex(blob), pruned])).toEqual([
    [NEW, '0200aa', true],
    [OLD, '0100aacc', false],
  ])
  expect(requests.map(({ body }) => parseJson(new TextDecoder().decode(body)))).toMatchObject([
    { txs_hashes: [OLD, NEW, GONE], prune: true },
    { txs_hashes: [OLD, GONE], prune: false },
  ])
})

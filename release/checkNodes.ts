// Tests the list of public nodes as a page would use them: `npm run check:nodes [-- FILE] [--write]`. Needs the network, so no test suite
// runs it on the real list.

import { readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { toHex } from '../src/bytes/hex.ts'
import { networkById } from '../src/coin/networks/networks.ts'

const LIST = 'public/public-nodes.json'
/** An origin that no node knows: a node that answers it answers every page. */
const ORIGIN = 'https://wallet.invalid'
const TIMEOUT_MS = 15_000

const ListSchema = v.looseObject({
  tested: v.string(),
  networks: v.record(v.string(), v.array(v.looseObject({ url: v.pipe(v.string(), v.url()) }))),
})
const InfoSchema = v.object({ height: v.number(), nettype: v.string() })
const HeaderSchema = v.object({ result: v.object({ block_header: v.object({ hash: v.string() }) }) })

export type NodeReport = {
  readonly networkId: string
  readonly url: string
  readonly height: number
  /** why pages cannot use the node; empty if they can */
  readonly problem: string
}

/** Requests JSON from a node and checks that it permits pages of any origin. @throws Error */
const requestJson = async <T>(url: string, body: string | undefined, schema: v.GenericSchema<unknown, T>) => {
  const init = body === undefined ? {} : { method: 'POST', body }
  const response = await fetch(url, { ...init, headers: { origin: ORIGIN }, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const allowed = response.headers.get('access-control-allow-origin')
  if (allowed !== '*' && allowed !== ORIGIN) throw new Error('no CORS: pages of other origins are not permitted')
  if (!response.ok) throw new Error(`status ${response.status}`)
  return v.parse(schema, await response.json())
}

const checkNode = async (networkId: string, url: string): Promise<NodeReport> => {
  const { hostname, protocol } = new URL(url)
  const failed = (problem: string): NodeReport => ({ networkId, url, height: 0, problem })
  if (protocol !== 'https:' && hostname !== '127.0.0.1') return failed('no TLS')
  try {
    const network = networkById(networkId)
    const request = { jsonrpc: '2.0', id: '0', method: 'get_block_header_by_height', params: { height: 0 } }
    const info = await requestJson(`${url}/get_info`, undefined, InfoSchema)
    const first = await requestJson(`${url}/json_rpc`, JSON.stringify(request), HeaderSchema)
    const isOurs = first.result.block_header.hash === toHex(network.genesisId) && info.nettype === network.netType
    return isOurs ? { networkId, url, height: info.height, problem: '' } : failed(`not a node of ${networkId}`)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
    return failed(error instanceof Error ? `${error.message}${cause}` : String(error))
  }
}

/** Blocks that a node may lack, compared with the highest one of its network. */
const MAX_LAG = 10

/** Tests all nodes of a list. A node that is far behind the others of its network is reported too. */
export const checkList = async (list: string): Promise<readonly NodeReport[]> => {
  const { networks } = v.parse(ListSchema, JSON.parse(list))
  const reports = await Promise.all(
    Object.entries(networks).flatMap(([networkId, nodes]) => nodes.map(({ url }) => checkNode(networkId, url))),
  )
  return reports.map((report) => {
    const top = Math.max(
      ...reports.filter(({ networkId }) => networkId === report.networkId).map((each) => each.height),
    )
    const isBehind = report.problem === '' && top - report.height > MAX_LAG
    return isBehind ? { ...report, problem: `behind: ${report.height} of ${top} blocks` } : report
  })
}

/** Returns the list with the date of its test, YYYY-MM-DD. */
export const withTestDate = (list: string, date: string): string =>
  list.replace(/("tested": )"[^"]*"/, (_, key: string) => `${key}"${date}"`)

const main = async (args: readonly string[]): Promise<void> => {
  const file = args.find((arg) => !arg.startsWith('--')) ?? LIST
  const list = readFileSync(file, 'utf8')
  const reports = await checkList(list)
  for (const { networkId, url, height, problem } of reports)
    console.log(
      `${problem === '' ? 'ok  ' : 'FAIL'} ${networkId} ${url} ${problem === '' ? `${height} blocks` : problem}`,
    )
  const failures = reports.filter(({ problem }) => problem !== '').length
  if (args.includes('--write') && failures === 0)
    writeFileSync(file, withTestDate(list, new Date().toISOString().slice(0, 10)))
  if (failures > 0) process.exitCode = 1
}

if (import.meta.main) await main(process.argv.slice(2))

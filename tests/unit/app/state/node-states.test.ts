// The states of nodes as the page shows them: verdicts of a test, and phases of the sync.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { probeNode } from '../../../../src/app/host/services/nodeProbe.ts'
import { judgeNode, verdictText } from '../../../../src/app/state/nodes/nodeCheck.ts'
import { syncPhase } from '../../../../src/app/state/nodes/syncPhase.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import type { SyncState } from '../../../../src/wallet/sync/syncViews.ts'
import '../../../support/english-texts.ts'

const SYNCED: SyncState = {
  phase: 'synced',
  height: 500,
  target: 500,
  nodeHeight: 500,
  blocksPerSecond: 0,
  secondsLeft: 0,
  problem: '',
  problemCode: '',
  pollInterval: 3000,
  splitHeight: undefined,
  unknownFork: undefined,
  compact: undefined,
}

const failed = (problemCode: string, more: Partial<SyncState> = {}): SyncState => ({
  ...SYNCED,
  phase: 'offline',
  problem: 'a problem',
  problemCode,
  ...more,
})

describe('the phase of a sync', () => {
  it.each([
    ['node-unreachable', 'offline'],
    ['node-timeout', 'offline'],
    ['internal', 'offline'],
    ['wrong-network', 'other-network'],
    ['chain-replaced', 'replaced'],
    ['node-behind', 'behind'],
    ['node-busy', 'busy'],
    ['node-refused', 'busy'],
    ['chain', 'untrusted'],
    ['altered-transaction', 'untrusted'],
  ])('after the error %s is %s', (code, phase) => {
    expect(syncPhase(failed(code))).toBe(phase)
  })

  it('is the decision of the user where only the user can go on', () => {
    expect(syncPhase(failed('deep-reorganisation', { splitHeight: 7 }))).toBe('stopped')
    expect(syncPhase(failed('unknown-fork', { unknownFork: { version: 18, height: 7 } }))).toBe('outdated')
  })

  it('is behind if the node has fewer blocks than the wallet, except the newest ones', () => {
    expect(syncPhase(SYNCED)).toBe('synced')
    expect(syncPhase({ ...SYNCED, pollInterval: undefined })).toBe('on-request')
    expect(syncPhase({ ...SYNCED, pollInterval: 600_001 })).toBe('on-request')
    expect(syncPhase({ ...SYNCED, pollInterval: 600_000 })).toBe('synced')
    expect(syncPhase({ ...SYNCED, phase: 'syncing', pollInterval: undefined })).toBe('syncing')
    expect(syncPhase({ ...SYNCED, nodeHeight: 497 })).toBe('synced')
    expect(syncPhase({ ...SYNCED, nodeHeight: 496 })).toBe('behind')
    expect(syncPhase({ ...SYNCED, nodeHeight: 0 })).toBe('synced')
  })
})

const GENESIS = toHex(oxenMainnet.genesisId)

/** A host whose paths respond with a status and a body. */
const serve = (paths: Readonly<Record<string, { readonly status?: number; readonly body: unknown }>>): void => {
  vi.stubGlobal('fetch', async (url: string) => {
    const found = paths[new URL(url).pathname]
    if (found === undefined) throw new TypeError('failed to fetch')
    return new Response(typeof found.body === 'string' ? found.body : JSON.stringify(found.body), {
      status: found.status ?? 200,
    })
  })
}

const info = (more: object = {}) => ({ body: { height: 900, nettype: 'mainnet', version: '0.18.4.0', ...more } })
const header = (hash: string) => ({ body: { result: { block_header: { hash } } } })

afterEach(() => void vi.unstubAllGlobals())

describe('a probe', () => {
  const probe = () => probeNode('https://node.example')

  it('finds height, network and version', async () => {
    serve({ '/get_info': info({ target_height: 0, version: [10, 4, 2] }), '/json_rpc': header(GENESIS) })
    const found = await probe()
    expect(found).toMatchObject({ state: 'node', height: 900, targetHeight: 900, version: '10.4.2' })
    expect(judgeNode(found, 'oxen-mainnet')).toBe('ready')
    expect(verdictText(found, 'oxen-mainnet')).toContain('Oxen')
  })

  it('finds that a node is of another network, whatever name its network has', async () => {
    serve({ '/get_info': info(), '/json_rpc': header('00'.repeat(32)) })
    expect(judgeNode(await probe(), 'oxen-mainnet')).toBe('other-network')
    serve({ '/get_info': info(), '/json_rpc': header(GENESIS) })
    const found = await probe()
    expect(judgeNode(found, 'monero-mainnet')).toBe('other-network')
    expect(verdictText(found, 'monero-mainnet')).toMatch(/“Oxen”.*“Monero”/)
  })

  it('finds that a node is still synchronizing', async () => {
    serve({ '/get_info': info({ target_height: 904 }), '/json_rpc': header(GENESIS) })
    expect(judgeNode(await probe(), 'oxen-mainnet')).toBe('behind')
    serve({ '/get_info': info({ target_height: 903 }), '/json_rpc': header(GENESIS) })
    expect(judgeNode(await probe(), 'oxen-mainnet')).toBe('ready')
  })

  it.each([
    ['no response', {}, 'unreachable'],
    ['a web page', { '/get_info': { body: '<!doctype html>' } }, 'useless'],
    ['an error', { '/get_info': { status: 404, body: {} } }, 'useless'],
    ['no blocks', { '/get_info': info(), '/json_rpc': { body: { error: {} } } }, 'useless'],
  ])('finds %s', async (_, paths, state) => {
    serve(paths)
    const found = await probe()
    expect(found).toEqual({ state })
    expect(judgeNode(found, 'oxen-mainnet')).toBe(state)
  })
})

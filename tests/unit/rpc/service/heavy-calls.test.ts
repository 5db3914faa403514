// Calls that compute for long: other calls are answered meanwhile, one of a kind runs at a time, and few wait.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { nextTurn } from '../../../../src/async/nextTurn.ts'
import { ThreadedSlowHashes } from '../../../../src/cli/rpc/threads/threadedSlowHashes.ts'
import { currentSlowHashes, useSlowHashes } from '../../../../src/crypto/hash/slowHashes.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { JsonRpcError } from '../../../../src/jsonrpc/errors.ts'
import type { Call } from '../../../../src/jsonrpc/method.ts'
import { method, type WalletRpcContext } from '../../../../src/rpc/calls/walletRpcContext.ts'
import { limitHeavyCalls, MAX_HEAVY_CALLS } from '../../../../src/rpc/serialMethods.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { answersDuring, makeStepsSlow } from '../../../support/rpc/answers-during.ts'
import { call, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { proofNode, proofRecording } from '../../../support/wallet/proof-chain.ts'

const HEIGHT = 340

let engine: Engine
beforeAll(async () => {
  const node = createNodeClient({ url: 'http://node', fetch: proofNode(HEIGHT).fetch })
  engine = await restored(testHost(node), 'oxen-regtest', proofRecording.keys.A.mnemonic)
})
afterAll(() => engine.closeWallet())

describe('get_version is answered during', () => {
  afterEach(() => void vi.restoreAllMocks())

  const outputCount = (): number => openedIn(engine).state.ledger.outputs.size
  const unspentCount = (): number =>
    [...openedIn(engine).state.ledger.countedOutputs()].filter(({ spent }) => spent === undefined).length

  it('get_reserve_proof and check_reserve_proof, between their outputs', async () => {
    makeStepsSlow()
    const proving = resultOf(engine, 'get_reserve_proof', { all: true, message: 'm' })
    expect(await answersDuring(engine, proving)).toBeGreaterThanOrEqual(unspentCount())
    const { address } = proofRecording.keys.A
    const { signature } = await proving
    const checking = resultOf(engine, 'check_reserve_proof', { address, message: 'm', signature })
    expect(await answersDuring(engine, checking)).toBeGreaterThanOrEqual(unspentCount())
    expect(await checking).toMatchObject({ good: true })
  })

  it('exports and imports, between their outputs', async () => {
    makeStepsSlow()
    const exporting = resultOf(engine, 'export_key_images', { all: true })
    expect(await answersDuring(engine, exporting)).toBeGreaterThanOrEqual(outputCount())
    // Once to read them, once to encode them.
    const listing = resultOf(engine, 'export_outputs', { all: true })
    expect(await answersDuring(engine, listing)).toBeGreaterThanOrEqual(2 * outputCount())
    const { outputs_data_hex } = await listing
    const importing = resultOf(engine, 'import_outputs', { outputs_data_hex })
    expect(await answersDuring(engine, importing)).toBeGreaterThanOrEqual(outputCount())
    const { signed_key_images } = await exporting
    const checking = resultOf(engine, 'import_key_images', { signed_key_images })
    expect(await answersDuring(engine, checking)).toBeGreaterThanOrEqual(outputCount())
  })

  it('a batch of lns_decrypt_value, before its first call has ended', async () => {
    const hashes = new ThreadedSlowHashes()
    const before = currentSlowHashes()
    useSlowHashes(hashes)
    try {
      const rpc = createWalletRpc({ wallet: openedIn(engine), rpcEnabled: true })
      const params = { name: 'abc', type: 'session', encrypted_value: '05'.repeat(49) }
      const calls = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'lns_decrypt_value', params }))
      const body = JSON.stringify(calls)
      let isDone = false
      const batch = rpc(new Request('http://wallet/json_rpc', { method: 'POST', body })).then((response) => {
        isDone = true
        return response.json()
      })
      for (let i = 0; i < 100; i++) {
        await nextTurn()
        await call(engine, 'get_version')
      }
      expect(isDone).toBe(false)
      const message = 'Value decryption failure'
      expect(await batch).toMatchObject([{ error: { message } }, { error: { message } }])
    } finally {
      useSlowHashes(before)
      await hashes.close()
    }
  })
})

describe('a heavy method', () => {
  const CONTEXT: WalletRpcContext = { wallet: undefined, rpcEnabled: true }
  const callOf = (signal = new AbortController().signal): Call => ({
    ...{ name: '', restricted: false, textEncoding: 'utf-8', signal, caller: '' },
  })

  /** A heavy method whose calls end one after the other when `release` is called. */
  const heavy = () => {
    const gates: (() => void)[] = []
    const declared = method({
      names: ['check_reserve_proof'],
      access: 'public',
      effect: 'read',
      cost: 'heavy',
      params: {},
      handler: async () => {
        await new Promise<void>((resolve) => gates.push(resolve))
        return {}
      },
    })
    const [limited] = limitHeavyCalls([declared])
    if (limited === undefined) throw new Error('there is no method')
    const release = async (): Promise<void> => {
      gates.at(-1)?.()
      await nextTurn()
    }
    return { gates, release, invoke: (signal?: AbortSignal) => limited.invoke(CONTEXT, {}, callOf(signal)) }
  }

  it('runs one call at a time', async () => {
    const { gates, release, invoke } = heavy()
    const calls = [invoke(), invoke()]
    await nextTurn()
    expect(gates).toHaveLength(1)
    await release()
    expect(gates).toHaveLength(2)
    await release()
    expect(await Promise.all(calls)).toEqual([{}, {}])
  })

  it('rejects calls as busy while many wait', async () => {
    const { gates, release, invoke } = heavy()
    const calls = Array.from({ length: MAX_HEAVY_CALLS }, () => invoke())
    await nextTurn()
    const refused = await invoke().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(JsonRpcError)
    expect(refused).toMatchObject({ code: -32003, message: 'Busy', data: '32 calls are waiting already; try again' })
    while (gates.length < MAX_HEAVY_CALLS) await release()
    await release()
    expect(await Promise.all(calls)).toHaveLength(MAX_HEAVY_CALLS)
  })

  it('does not begin a call whose caller disconnected while it waited', async () => {
    const { gates, release, invoke } = heavy()
    const caller = new AbortController()
    const settled = Promise.allSettled([invoke(), invoke(caller.signal)])
    await nextTurn()
    caller.abort()
    await release()
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(gates).toHaveLength(1)
  })
})

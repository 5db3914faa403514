// Fifty concurrent clients of a real `faba rpc`: every call gets its response, every acknowledged change persists across a restart, and no
// output or index is used twice. Digest logins over several connections.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Agent, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseChallenges } from '../../../src/jsonrpc/httpAuthentication.ts'
import { vector } from '../../support/data/vectors.ts'
import { caller, createCommands, curl, post, type RpcResponse } from '../../support/peers/commands.ts'

const CLIENTS = 50
const ROUNDS = 6
const COIN = 1_000_000_000
const { A } = vector('oxen/chain-small/wallets.json').wallets

const commands = createCommands()

let nodeUrl: string

beforeAll(async () => {
  nodeUrl = await commands.node()
})

afterAll(commands.end)

describe('fifty concurrent clients', () => {
  it('get all responses, and lose no acknowledged change', async () => {
    const start = () => commands.rpc(nodeUrl, '--wallet-dir', 'load', '--disable-rpc-login')
    const service = await start()
    await service.call('create_wallet', { filename: 'l', language: 'English' })
    const address = String((await service.call('get_address')).result?.['address'])
    const node = caller(`${nodeUrl}/json_rpc`)
    // Several outputs allow several payments before change unlocks.
    for (let i = 0; i < 8; i++) await node('dev_faucet', { address, amount: 3 * COIN })
    await node('dev_mine', { blocks: 12, address })
    await service.call('refresh')

    const labels = new Map<number, string>()
    const notes = new Map<string, string>()
    const attributes = new Map<string, string>()
    const books = new Set<string>()
    const paid: string[] = []
    const failed: RpcResponse[] = []
    let answered = 0

    /** Sends a call with its own id, which the response must have. */
    const call = async (id: string, method: string, params: object = {}): Promise<RpcResponse> => {
      const response = await post(service.url, { jsonrpc: '2.0', id, method, params })
      expect(response.status).toBe(200)
      const answer = (await response.json()) as RpcResponse // JSON-RPC, verified below
      expect(answer.id).toBe(id)
      expect('error' in answer || 'result' in answer || Object.keys(answer).length > 2, method).toBe(true)
      if (answer.error !== undefined) failed.push(answer)
      answered += 1
      return answer
    }

    const client = async (number: number): Promise<void> => {
      for (let round = 0; round < ROUNDS; round++) {
        const id = `${number}/${round}`
        await call(`${id} look`, number % 2 === 0 ? 'get_balance' : 'get_height')
        const label = `label of ${id}`
        const made = await call(`${id} make`, 'create_address', { account_index: 0, label })
        const index = Number(made.result?.['address_index'])
        expect(labels.has(index), `index ${index} was given twice`).toBe(false)
        labels.set(index, label)
        if (round % 2 === 0) {
          const renamed = `${label}, renamed`
          await call(`${id} label`, 'label_address', { index: { major: 0, minor: index }, label: renamed })
          labels.set(index, renamed)
        }
        const txid = createHash('sha256').update(id).digest('hex')
        await call(`${id} note`, 'set_tx_notes', { txids: [txid], notes: [`note of ${id}`] })
        notes.set(txid, `note of ${id}`)
        await call(`${id} attribute`, 'set_attribute', { key: id, value: `value of ${id}` })
        attributes.set(id, `value of ${id}`)
        if (round === 0) {
          const description = `entry of ${id}`
          await call(`${id} book`, 'add_address_book', { address: A.keys.address, description })
          books.add(description)
          // All clients write this key: the value of one of them must remain.
          await call(`${id} shared`, 'set_attribute', { key: 'shared', value: id })
        }
        await call(`${id} list`, 'get_transfers', { in: true, out: true, pending: true, pool: true })
        if (number < 8 && round === 2) {
          const payment = { destinations: [{ amount: COIN, address: A.keys.address }], account_index: 0 }
          const { result } = await call(`${id} pay`, 'transfer', payment)
          if (result !== undefined) paid.push(String(result['tx_hash']))
        }
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
    expect(answered).toBeGreaterThan(CLIENTS * ROUNDS * 5)
    // Payments may fail because too little is unlocked; any other error is a defect.
    for (const { error } of failed) expect(error?.code).toBe(-37)
    expect(paid.length).toBeGreaterThanOrEqual(1)
    expect(paid.length + failed.length).toBe(8)
    expect(new Set(paid).size).toBe(paid.length)

    const check = async (call: typeof service.call): Promise<void> => {
      const { addresses } = (await call('get_address', { account_index: 0 })).result ?? {}
      const kept = new Map(
        (addresses as { address_index: number; label: string }[]).map(({ address_index, label }) => [
          address_index,
          label,
        ]),
      )
      expect(kept.size).toBe(CLIENTS * ROUNDS + 1)
      for (const [index, label] of labels) expect(kept.get(index)).toBe(label)
      const txids = [...notes.keys()]
      expect(await call('get_tx_notes', { txids })).toMatchObject({ notes: [...notes.values()] })
      for (const [key, value] of attributes) expect(await call('get_attribute', { key })).toMatchObject({ value })
      const shared = (await call('get_attribute', { key: 'shared' })) as RpcResponse & { readonly value?: string }
      expect(shared.value).toMatch(/^\d+\/0$/)
      const { entries } = (await call('get_address_book', {})) as RpcResponse & {
        readonly entries?: readonly { readonly description: string }[]
      }
      expect(new Set(entries?.map(({ description }) => description))).toEqual(books)
      for (const txid of paid)
        expect((await call('get_transfer_by_txid', { txid })).result).toMatchObject({ transfer: { txid } })
    }
    await check(service.call)
    service.child.kill('SIGTERM')
    expect(await service.exit).toBe(0)
    const again = await start()
    await again.call('open_wallet', { filename: 'l' })
    await check(again.call)
    // The network confirms every payment: no output is spent twice.
    await node('dev_mine', { blocks: 1, address: A.keys.address })
    await again.call('refresh')
    const { out = [] } = ((await again.call('get_transfers', { out: true })).result ?? {}) as {
      readonly out?: readonly { readonly txid: string; readonly confirmations: number }[]
    }
    expect(out.map(({ txid }) => txid).sort()).toEqual([...paid].sort())
  })
})

describe('a Digest login', () => {
  const flags = ['--wallet-dir', 'login', '--rpc-login', 'ann:geheim'] as const
  const body = '{"jsonrpc":"2.0","id":"1","method":"get_version"}'

  it('accepts many requests of curl over one connection, and rejects other logins', async () => {
    const { url } = await commands.rpc(nodeUrl, ...flags)
    const once = ['--digest', '-u', 'ann:geheim', '-d', body, url] as const
    const many = Array.from({ length: 9 }, () => ['--next', '--silent', ...once]).flat()
    expect((await curl(...once, ...many)).match(/65553/g)).toHaveLength(20)
    for (const wrong of ['ann:falsch', 'bob:geheim', 'ann:', 'ann:geheim ']) {
      const status = await curl('-o', '/dev/null', '-w', '%{http_code}', '--digest', '-u', wrong, '-d', body, url)
      expect(status, wrong).toBe('401')
    }
  })

  it('accepts each count of a nonce once, on any connection, and marks stale nonces', async () => {
    const { url } = await commands.rpc(nodeUrl, ...flags)
    const agents = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true, maxSockets: 1 })]
    const send = async (agent: Agent | undefined, authorization?: string): Promise<IncomingMessage> => {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      const headers = authorization === undefined ? {} : { authorization }
      const sent = httpRequest(url, { method: 'POST', headers, ...(agent === undefined ? {} : { agent }) }, resolve)
      sent.on('error', reject)
      sent.end(body)
      const answer = await promise
      await text(answer)
      return answer
    }
    const challenge = (answer: IncomingMessage) =>
      parseChallenges(String(answer.headers['www-authenticate']))[0]?.parameters
    const md5 = (value: string): string => createHash('md5').update(value).digest('hex')
    const [first, second] = agents
    const nonce = challenge(await send(first))?.get('nonce') ?? ''
    const realm = 'monero-rpc'
    const header = (nc: string, of = nonce, password = 'geheim'): string => {
      const response = md5(`${md5(`ann:${realm}:${password}`)}:${of}:${nc}:c:auth:${md5('POST:/json_rpc')}`)
      return `Digest username="ann", realm="${realm}", nonce="${of}", uri="/json_rpc", qop=auth, nc=${nc}, cnonce="c", response="${response}"`
    }
    expect((await send(first, header('00000001'))).statusCode).toBe(200)
    // A replay is rejected on every connection. It is marked stale because the password is right.
    for (const agent of agents) {
      const again = await send(agent, header('00000001'))
      expect(again.statusCode).toBe(401)
      expect(challenge(again)?.get('stale')).toBe('true')
    }
    // Clients that share a nonce between connections may send its counts out of order.
    expect((await send(second, header('00000003'))).statusCode).toBe(200)
    expect((await send(first, header('00000002'))).statusCode).toBe(200)
    const wrong = await send(first, header('00000004', nonce, 'falsch'))
    expect([wrong.statusCode, challenge(wrong)?.get('stale')]).toEqual([401, 'false'])
    const foreign = await send(first, header('00000001', 'anything'))
    expect([foreign.statusCode, challenge(foreign)?.get('stale')]).toEqual([401, 'true'])
    const counts = Array.from({ length: 50 }, (_, i) => (i + 5).toString(16).padStart(8, '0'))
    const answers = await Promise.all(counts.map((nc) => send(undefined, header(nc))))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(counts.map(() => 200))
    for (const agent of agents) agent.destroy()
  })
})

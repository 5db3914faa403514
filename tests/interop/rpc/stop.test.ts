// Wallets are closed and opened, and `faba rpc` is stopped, while the node does not respond.
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caller, createCommands, type RpcResponse } from '../../support/peers/commands.ts'

const commands = createCommands()

/** A proxy to a node. While it is shut, requests arrive and get no response. */
class Gate {
  readonly #nodeUrl: string
  readonly #server: Server
  #opened = Promise.withResolvers<void>()
  #requested = Promise.withResolvers<void>()
  url = ''

  constructor(nodeUrl: string) {
    this.#nodeUrl = nodeUrl
    this.#opened.resolve()
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      this.#requested.resolve()
      await this.#opened.promise
      const { method = 'GET', headers } = request
      const type = headers['content-type'] ?? 'application/json'
      const body = method === 'GET' ? null : Buffer.concat(chunks)
      const answer = await fetch(this.#nodeUrl + request.url, { method, body, headers: { 'content-type': type } })
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? type })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  }

  async listen(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#server.listen(0, '127.0.0.1', resolve)
    await promise
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the gate has no port')
    this.url = `http://127.0.0.1:${address.port}`
  }

  /** Stops responding; resolves when the next request arrives. */
  shut(): Promise<void> {
    this.#opened = Promise.withResolvers()
    this.#requested = Promise.withResolvers()
    return this.#requested.promise
  }

  open(): void {
    this.#opened.resolve()
  }

  close(): void {
    this.open()
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

let gate: Gate
let nodeUrl: string

beforeAll(async () => {
  nodeUrl = await commands.node()
  gate = new Gate(nodeUrl)
  await gate.listen()
})

afterAll(async () => {
  gate.close()
  await commands.end()
})

const settled = (answer: Promise<RpcResponse>): Promise<RpcResponse | 'hung up'> =>
  answer.catch(() => 'hung up' as const)

describe('a refresh that waits for the node', () => {
  it('allows closing and opening the wallet and stopping the service, without losses', async () => {
    const start = () => commands.rpc(gate.url, '--wallet-dir', 'w', '--disable-rpc-login')
    const first = await start()
    const file = { filename: 'ann', password: 'p' }
    expect(await first.call('create_wallet', { ...file, language: 'English' })).toMatchObject({ result: {} })
    const address = String((await first.call('get_address')).result?.['address'])
    const node = caller(`${nodeUrl}/json_rpc`)
    expect((await node('dev_mine', { blocks: 20, address })).error).toBeUndefined()
    expect((await first.call('refresh')).error).toBeUndefined()
    const height = (await first.call('get_height')).result?.['height']
    const balance = (await first.call('get_balance')).result?.['balance']
    expect(balance).toBeGreaterThan(0)
    await node('dev_mine', { blocks: 1, address })

    const requested = gate.shut()
    let refreshing = settled(first.call('refresh'))
    await requested
    // Queries that need no node respond meanwhile.
    expect((await first.call('get_balance')).result?.['balance']).toBe(balance)
    expect(await first.call('close_wallet')).toMatchObject({ result: {} })
    expect(await refreshing).toMatchObject({ id: 'seven' })
    expect(await first.call('get_height')).toMatchObject({ error: { code: -13 } })
    expect(await first.call('open_wallet', file)).toMatchObject({ result: {} })
    expect((await first.call('get_height')).result?.['height']).toBe(height)

    refreshing = settled(first.call('refresh'))
    expect(await first.call('get_version')).toMatchObject({ result: {} })
    expect(await first.call('stop_wallet')).toMatchObject({ result: {} })
    expect(await first.exit).toBe(0)
    await refreshing

    gate.open()
    const second = await start()
    expect(await second.call('open_wallet', file)).toMatchObject({ result: {} })
    expect(await second.call('refresh')).toMatchObject({ result: {} })
    expect((await second.call('get_height')).result?.['height']).toBe(Number(height) + 1)
    expect(Number((await second.call('get_balance')).result?.['balance'])).toBeGreaterThan(Number(balance))
    expect(await second.call('stop_wallet')).toMatchObject({ result: {} })
    expect(await second.exit).toBe(0)
  })
})

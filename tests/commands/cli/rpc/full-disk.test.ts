// A full disk: the service says so in plain words, goes on, and nothing that it has answered is lost. Standard output on /dev/full, and a limit
// of the size of files, stand for the disk: writes take a part of their bytes, or none.

import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { COMMAND, caller, createCommands, post, type Running, untilOutput } from '../../../support/peers/commands.ts'

const commands = createCommands()
afterAll(commands.end)

const TEST = { timeout: 240_000 }

/** Runs the command in a shell with a limit of the size of files, in blocks of 512 or 1,024 bytes by the shell. */
const runWithin = (blocks: number, ...args: readonly string[]): Running => {
  const shell = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`
  return commands.start('sh', ['-c', shell, process.execPath, COMMAND, ...args], 'ignore')
}

const stop = async ({ child, exit }: Running): Promise<number | null> => {
  child.kill('SIGTERM')
  return await exit
}

const RPC = ['rpc', '--regtest', '--offline', '--rpc-bind-port', '0', '--disable-rpc-login', '--non-interactive']

const rpcOf = async (running: Running) =>
  caller((await untilOutput(running, /(http:\S+\/json_rpc).*login: /s))[1] ?? '')

describe('output', () => {
  it('that cannot be written does not stop a service', TEST, async () => {
    const shell = 'exec "$0" "$@" > /dev/full 2>&1'
    const port = 20_000 + (process.pid % 20_000)
    const args = [
      ...RPC.filter((word) => word !== '0'),
      '--wallet-dir',
      'quiet',
      '--log-level',
      '4',
      '--log-file',
      '/dev/full',
    ]
    const withPort = args.flatMap((word) => (word === '--rpc-bind-port' ? [word, String(port)] : [word]))
    const running = commands.start('sh', ['-c', shell, process.execPath, COMMAND, ...withPort], 'ignore')
    const call = caller(`http://127.0.0.1:${port}/json_rpc`)
    const answer = async (): Promise<unknown> => {
      for (;;) {
        if (running.child.exitCode !== null) throw new Error(`the service ended with ${running.child.exitCode}`)
        try {
          return (await call('get_version')).result?.['version']
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      }
    }
    for (let i = 0; i < 20; i++) expect(await answer()).toEqual(expect.any(Number))
    expect(await stop(running)).toBe(0)
  })
})

describe('a wallet', () => {
  it('keeps what it has answered, and names the reason of what it cannot store', TEST, async () => {
    const running = runWithin(600, ...RPC, '--wallet-dir', 'wallets')
    const call = await rpcOf(running)
    expect(await call('create_wallet', { filename: 'w', password: 'pw', language: 'English' })).toMatchObject({
      result: {},
    })
    const stored: string[] = []
    let message = ''
    for (let i = 0; message === '' && i < 500; i++) {
      const { error } = await call('set_attribute', { key: `key${i}`, value: 'v'.repeat(5000) })
      if (error === undefined) stored.push(`key${i}`)
      else message = error.message
    }
    expect(message).toMatch(/the disk of \S+ is full|the disk cannot be read or written/)
    expect(stored.length).toBeGreaterThan(5)
    expect((await call('get_address')).result).toMatchObject({ address: expect.any(String) })
    await stop(running)
    const again = commands.run(...RPC, '--wallet-dir', 'wallets')
    const callAgain = await rpcOf(again)
    expect(await callAgain('open_wallet', { filename: 'w', password: 'pw' })).toMatchObject({ result: {} })
    for (const key of stored)
      expect((await callAgain('get_attribute', { key })).result).toEqual({ value: 'v'.repeat(5000) })
    expect(await callAgain('set_attribute', { key: 'more', value: 'v' })).toMatchObject({ result: {} })
    await stop(again)
  })

  it('that scans goes on when there is room again, and has lost nothing', TEST, async () => {
    const nodeUrl = await commands.node()
    const callNode = caller(`${nodeUrl}/json_rpc`)
    const online = [
      ...RPC.filter((word) => word !== '--offline'),
      '--daemon-address',
      nodeUrl,
      '--wallet-dir',
      'scanning',
    ]
    const running = runWithin(600, ...online)
    const call = await rpcOf(running)
    await call('create_wallet', { filename: 'w', password: 'pw', language: 'English' })
    const address = (await call('get_address')).result?.['address']
    let message = ''
    for (let i = 0; message === '' && i < 60; i++) {
      await callNode('dev_mine', { blocks: 20, address })
      message = (await call('refresh')).error?.message ?? ''
    }
    expect(message).toMatch(/the disk of \S+ is full|the disk cannot be read or written/)
    expect((await call('get_version')).result).toMatchObject({ version: expect.any(Number) })
    expect(await stop(running)).toBe(0)
    const again = commands.run(...online)
    const callAgain = await rpcOf(again)
    await callAgain('open_wallet', { filename: 'w', password: 'pw' })
    expect(await callAgain('refresh')).toMatchObject({ result: {} })
    const { height } = (await callNode('get_info')).result ?? {}
    expect((await callAgain('get_height')).result).toMatchObject({ height })
    expect(Number((await callAgain('get_balance')).result?.['balance'])).toBeGreaterThan(0)
    await stop(again)
  })

  it('that cannot be created leaves no file', TEST, async () => {
    const running = runWithin(8, ...RPC, '--wallet-dir', 'none')
    const call = await rpcOf(running)
    const { error } = await call('create_wallet', { filename: 'w', password: 'pw', language: 'English' })
    expect(error?.message).toMatch(/the disk of \S+ is full|the disk cannot be read or written/)
    for (const name of ['w.faba', 'w.faba-wal', 'w.faba-journal'])
      expect(existsSync(join(commands.folder, 'none', name)), name).toBe(false)
    await stop(running)
  })
})

describe('a development node', () => {
  it('keeps its chain, and mines on when there is room again', TEST, async () => {
    const running = runWithin(1500, 'node', '--port', '0', '--data-dir', 'chain')
    const [url = ''] = await untilOutput(running, /http:\/\/[\d.:]+/)
    let height = 0
    let refusal: Response | undefined
    for (let i = 0; refusal === undefined && i < 400; i++) {
      const answer = await post(`${url}/json_rpc`, {
        jsonrpc: '2.0',
        id: 0,
        method: 'dev_mine',
        params: { blocks: 20 },
      })
      if (answer.ok) height = (await answer.json()).result.height
      else refusal = answer
    }
    expect(refusal?.status).toBe(503)
    expect(await refusal?.text()).toMatch(/the disk of \S+ is full|the disk cannot be read or written/)
    expect(height).toBeGreaterThan(100)
    expect(running.output()).not.toMatch(/internal error|at ChainStore/)
    await stop(running)
    const again = commands.run('node', '--port', '0', '--data-dir', 'chain')
    const [urlAgain = ''] = await untilOutput(again, /http:\/\/[\d.:]+/)
    const callAgain = caller(`${urlAgain}/json_rpc`)
    expect(Number((await callAgain('get_info')).result?.['height'])).toBeGreaterThanOrEqual(height)
    expect(await callAgain('dev_mine', { blocks: 1 })).toMatchObject({ result: {} })
    await stop(again)
  })

  it('leaves the dump of an earlier run as it was', TEST, async () => {
    const path = join(commands.folder, 'node.dump')
    appendFileSync(path, 'an earlier dump')
    const running = runWithin(2, 'node', '--port', '0', '--dump', 'node.dump')
    await untilOutput(running, /http:\/\/[\d.:]+/)
    expect(await stop(running)).toBe(2)
    expect(running.output()).toMatch(/--dump node.dump: .* cannot be written: /)
    expect(readFileSync(path, 'utf8')).toBe('an earlier dump')
    expect(existsSync(`${path}.new`)).toBe(false)
    expect(statSync(path).size).toBe(15)
  })
})

// Names of wallets that `faba rpc` refuses, and files that it cannot create: a reason that a person understands, and no file is left.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { checkName } from '../../../../src/engine/vault/walletCatalog.ts'
import { type WalletFilesService, walletFilesService } from '../../../support/rpc/wallet-files-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'faba-names-'))
const services: WalletFilesService[] = []
afterAll(async () => {
  for (const { stop } of services) await stop()
  rmSync(folder, { recursive: true })
})

const serviceIn = (path: string) => {
  const started = walletFilesService(oxenRegtest, path, {})
  services.push(started)
  return started.call
}

const create = (filename: string) => ['create_wallet', { filename, password: 'pw', language: 'English' }] as const

describe('a name', () => {
  it.each(['.', '..', ' .. '])('that means a folder is refused: %j', async (filename) => {
    const call = serviceIn(folder)
    for (const [method, params] of [create(filename), ['open_wallet', { filename, password: 'pw' }]] as const)
      expect(await call(method, params)).toMatchObject({
        error: { code: -1, message: 'Invalid filename', data: expect.stringContaining('is a folder, not a name') },
      })
    expect(readdirSync(folder)).toEqual([])
    expect(() => checkName(filename)).toThrow(expect.objectContaining({ code: 'wallet-name' }))
  })

  it.each(['...', '..a', '.faba'])('that only looks like one is accepted: %j', (name) => {
    expect(checkName(name)).toBe(name)
  })

  it('that is too long is refused', async () => {
    const call = serviceIn(folder)
    expect(await call(...create('a'.repeat(241)))).toMatchObject({
      error: { code: -1, message: 'Invalid filename', data: 'the name of a wallet has at most 240 bytes' },
    })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a wallet file', () => {
  it('whose path is too long for the database is not left, and the error names the reason', async () => {
    const deep = join(folder, ...Array.from({ length: 5 }, () => 'd'.repeat(120)))
    mkdirSync(deep, { recursive: true })
    const call = serviceIn(deep)
    for (let i = 0; i < 2; i++)
      expect(await call(...create('w'))).toMatchObject({
        error: { code: -1, message: expect.stringMatching(/its path has more than 500 bytes: choose a shorter one$/) },
      })
    expect(existsSync(join(deep, 'w.faba'))).toBe(false)
  })

  it('whose path is too long for the system is reported as such', async () => {
    const call = serviceIn(join(folder, 'e'.repeat(300)))
    expect(await call(...create('w'))).toMatchObject({
      error: { code: -1, message: expect.stringMatching(/cannot be written: the name or the path is too long/) },
    })
  })
})

// Nonces in copies of a stored multisig wallet: an older copy, one at another place, one of a process that was killed.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { defaultStateFolder, nonceTokenFile } from '../../../../src/cli/rpc/wallets/nonceTokens.ts'
import { formatMultisigSeed } from '../../../../src/coin/multisig/multisigSeed.ts'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import type { NonceTokenPlace } from '../../../../src/wallet/state/nonceToken.ts'
import { openedIn, PASSWORD, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { type CopiedStore, copiedStore } from '../../../support/wallet/killed-steps.ts'
import { engineAt, type MultisigStage, multisigStages } from '../../../support/wallet/multisig/multisig-stage.ts'

const stages = multisigStages()
const folder = mkdtempSync(join(tmpdir(), 'faba-tokens-'))
afterAll(async () => {
  await stages.close()
  rmSync(folder, { recursive: true })
})

const placeInMemory = (): NonceTokenPlace => {
  let token: Uint8Array | undefined
  return {
    read: async () => token,
    write: async (next) => {
      token = next
    },
  }
}

/** Every process draws other tokens. */
let seed = 50

const hostOf = (stage: MultisigStage, store: CopiedStore, nonceTokens: NonceTokenPlace) => ({
  ...testHost(stage.client(), store, seed++),
  nonceTokens,
})

/** Stores the second participant of a wallet; it is closed. */
const storedParticipant = async (stage: MultisigStage, place: NonceTokenPlace): Promise<CopiedStore> => {
  const store = copiedStore()
  const [, account] = stage.accounts
  if (account === undefined) throw new TypeError('no second participant')
  const engine = await restored(hostOf(stage, store, place), stage.network.id, formatMultisigSeed(account))
  await engine.closeWallet()
  return store
}

/** Opens the wallet of a store and closes it after the step. */
const within = async <T>(
  stage: MultisigStage,
  store: CopiedStore,
  place: NonceTokenPlace,
  step: (engine: Engine) => Promise<T>,
): Promise<T> => {
  const engine = createEngine(hostOf(stage, store, place))
  let id = ''
  await engine.subscribe(({ wallets: [first] }) => {
    id = first?.id ?? id
  })
  await engine.openWallet(id, PASSWORD)
  await engine.refresh()
  try {
    return await step(engine)
  } finally {
    await engine.closeWallet()
  }
}

const nonceCount = async (engine: Engine): Promise<number> =>
  [...openedIn(engine).state.outputInfos.values()].reduce((sum, { own }) => sum + own.length, 0)

/** Exchanges infos between the stored participant and the first one. */
const exchange = async (stage: MultisigStage, store: CopiedStore, place: NonceTokenPlace): Promise<void> => {
  const first = engineAt(stage, 0)
  const info = await within(stage, store, place, (engine) => engine.exportMultisigInfo())
  await first.importMultisigInfo([info])
  const other = await first.exportMultisigInfo()
  await within(stage, store, place, (engine) => engine.importMultisigInfo([other]))
}

const proposed = async (stage: MultisigStage): Promise<Uint8Array> => {
  const destinations = [{ address: stage.address, amount: 1_000_000_000n }]
  return (await engineAt(stage, 0).prepareUnsignedTransfer({ account: 0, destinations, priority: 0 })).bytes
}

describe.each([
  ['oxen', oxenChain],
  ['monero', moneroChain],
] as const)('the nonces of a stored multisig wallet of the %s family', (_family, chain) => {
  it('are used after the wallet was closed, and not by an older copy', { timeout: 120_000 }, async () => {
    const stage = await stages.begin(chain, 2, 2)
    const place = placeInMemory()
    const store = await storedParticipant(stage, place)
    await exchange(stage, store, place)
    const older = await store.copy()
    const [set, otherSet] = [await proposed(stage), await store.copy()]
    const { txids } = await within(stage, store, place, (engine) => engine.signMultisigSet(set))
    expect(txids).toHaveLength(1)
    for (const copy of [older, otherSet]) {
      await within(stage, copy, place, async (engine) => {
        expect(await nonceCount(engine)).toBe(0)
        await expect(engine.signMultisigSet(set)).rejects.toThrow('export fresh multisig data')
      })
    }
    // A copy can sign again with new nonces.
    await exchange(stage, older, place)
    const next = await proposed(stage)
    expect((await within(stage, older, place, (engine) => engine.signMultisigSet(next))).txids).toHaveLength(1)
  })

  it('are deleted at another place, and after a crash before the token was written', { timeout: 120_000 }, async () => {
    const stage = await stages.begin(chain, 2, 2)
    const place = placeInMemory()
    const store = await storedParticipant(stage, place)
    await exchange(stage, store, place)
    const moved = await store.copy()
    expect(await within(stage, moved, placeInMemory(), nonceCount)).toBe(0)
    expect(await within(stage, store, place, nonceCount)).toBeGreaterThan(0)
    const broken = { ...place, write: () => Promise.reject(new Error('the disk is full')) }
    await expect(within(stage, store, broken, (engine) => engine.exportMultisigInfo())).rejects.toThrow('disk is full')
    const set = await proposed(stage)
    await expect(within(stage, store, place, (engine) => engine.signMultisigSet(set))).rejects.toThrow(
      'export fresh multisig data',
    )
    expect(await within(stage, store, place, nonceCount)).toBe(0)
  })
})

describe('the file of a token', () => {
  const token = (fill: number): Uint8Array => new Uint8Array(16).fill(fill)

  it('belongs to the path of a wallet file, and is replaced', async () => {
    const below = join(folder, 'not', 'yet')
    const [one, other] = ['/wallets/a.faba', '/wallets/b.faba'].map((path) => nonceTokenFile(below, path))
    expect(await one?.read()).toBeUndefined()
    await one?.write(token(1))
    expect(await one?.read()).toEqual(token(1))
    expect(await other?.read()).toBeUndefined()
    await one?.write(token(2))
    expect(await nonceTokenFile(below, '/wallets/../wallets/a.faba').read()).toEqual(token(2))
    expect(readdirSync(below)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.nonces$/)])
  })

  it('that cannot be read or written fails', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const place = nonceTokenFile(join(file, 'below'), '/wallets/a.faba')
    await expect(place.read()).rejects.toThrow('ENOTDIR')
    await expect(place.write(token(1))).rejects.toThrow(/ENOTDIR|EEXIST/)
  })

  it('is in the folder for the state of programs', () => {
    expect(defaultStateFolder({ XDG_STATE_HOME: '/state' })).toBe('/state/faba')
    expect(defaultStateFolder({})).toMatch(/\.local\/state\/faba$/)
  })
})

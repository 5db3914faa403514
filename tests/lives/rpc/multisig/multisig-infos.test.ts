// Infos of multisig wallets on development nodes of both families: exchanged by all participants, altered, replayed, and lost with their store.

import { afterAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { formatMultisigSeed } from '../../../../src/coin/multisig/multisigSeed.ts'
import { formatMultisigInfo, parseMultisigInfo } from '../../../../src/coin/sealed-exports/multisigInfoFile.ts'
import { keyImage, publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import type { Store } from '../../../../src/store/store.ts'
import { ownNonces } from '../../../../src/wallet/multisig/nonces.ts'
import { sumSecrets } from '../../../../src/wallet/multisig-keys/keySets.ts'
import type { MultisigAccount } from '../../../../src/wallet/multisig-keys/multisigAccount.ts'
import { outputSecret } from '../../../../src/wallet/state/outputSecrets.ts'
import { call, callWallet } from '../../../support/rpc/wallet-calls.ts'
import { mortalStore, openedIn, PASSWORD, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { without } from '../../../support/wallet/multisig/multisig-exchange.ts'
import { engineAt, multisigStages } from '../../../support/wallet/multisig/multisig-stage.ts'

const stages = multisigStages()
afterAll(() => stages.close())

/** The whole spend secret of a wallet, which no participant knows: the sum of all distinct shares. */
const spendSecretOf = (accounts: readonly MultisigAccount[]): Uint8Array =>
  sumSecrets([...new Map(accounts.flatMap(({ shares }) => shares.map((share) => [toHex(share), share]))).values()])

const exported = (engine: Engine): Promise<string> =>
  call(engine, 'export_multisig_info').then(({ info }) => String(info))
const imported = (engine: Engine, info: readonly string[]) => callWallet(engine, 'import_multisig_info', { info })
const balanceOf = (engine: Engine) => call(engine, 'get_balance', { account_index: 0 })

describe.each([
  ['oxen', oxenChain],
  ['monero', moneroChain],
] as const)('multisig infos of the %s family', (family, chain) => {
  it.each([
    [2, 2],
    [2, 3],
    [3, 5],
  ])('give all participants the key images: %i/%i', { timeout: 240_000 }, async (threshold, total) => {
    const stage = await stages.begin(chain, threshold, total)
    const { engines, accounts, address } = stage
    const whole = { ...openedIn(engineAt(stage, 0)).keys, spendSecret: spendSecretOf(accounts) }
    expect(toHex(publicKeyOf(whole.spendSecret))).toBe(toHex(whole.spendPublic))
    for (const engine of engines) {
      expect(openedIn(engine).addressText({ major: 0, minor: 0 })).toBe(address)
      expect(await balanceOf(engine)).toMatchObject({ balance: 6_000_000_000, multisig_import_needed: true })
    }
    const infos = await Promise.all(engines.map(exported))
    for (const [i, engine] of engines.entries()) {
      // The first participant has the infos of as few others as possible.
      const others = without(infos, i).slice(0, i === 0 ? threshold - 1 : total)
      expect(await imported(engine, others)).toEqual({ result: { n_outputs: 2 } })
      expect(await balanceOf(engine)).toMatchObject({ balance: 6_000_000_000, multisig_import_needed: false })
      const outputs = [...openedIn(engine).state.ledger.outputs.values()]
      expect(outputs).toHaveLength(2)
      for (const output of outputs)
        expect(toHex(output.keyImage ?? new Uint8Array())).toBe(
          toHex(keyImage(output.key, outputSecret(whole, output))),
        )
    }
    await stage.pay()
    expect(await balanceOf(engineAt(stage, 0))).toMatchObject({ balance: 9_000_000_000, multisig_import_needed: true })
  })

  it('find spends later if the caller wants so', { timeout: 240_000 }, async () => {
    const stage = await stages.begin(chain, 2, 2)
    const [first, second] = [engineAt(stage, 0), engineAt(stage, 1)]
    const { height } = openedIn(first).state
    const params = { info: [await exported(second)], refresh_after_import: false }
    expect(await callWallet(first, 'import_multisig_info', params)).toEqual({ result: { n_outputs: 2 } })
    expect(openedIn(first).state.height).toBeLessThan(height)
    await call(first, 'refresh')
    expect(openedIn(first).state.height).toBe(height)
    expect(await balanceOf(first)).toMatchObject({ balance: 6_000_000_000, multisig_import_needed: false })
  })

  it('refuse what does not belong together', { timeout: 240_000 }, async () => {
    const stage = await stages.begin(chain, 2, 3)
    const { engines, network } = stage
    const wallet = openedIn(engineAt(stage, 0))
    const codec = network.multisig.infos
    const [own = '', second = '', third = ''] = await Promise.all(engines.map(exported))
    const message = (text: string): string => (family === 'oxen' ? text : 'Error calling import_multisig')
    const refusals: [readonly string[], number, string][] = [
      [[], -33, 'Needs multisig export info from more participants'],
      [['x'], -26, 'Failed to parse hex.'],
      [['00ff'], -1, message('Bad multisig info file magic in ')],
      [[own], -1, message('Wrong number of multisig sources')],
    ]
    for (const [info, code, text] of refusals)
      expect(await imported(engineAt(stage, 0), info)).toEqual({ error: { code, message: text } })
    expect(await callWallet(engineAt(stage, 0), 'export_key_images', {})).toEqual({
      error: { code: -1, message: 'key_image generated not matched with cached key image' },
    })
    const reason = (files: readonly string[]): Promise<string> =>
      engineAt(stage, 0)
        .importMultisigInfo(files.map((hex) => fromHex(hex)))
        .then(
          (count) => `imported ${count}`,
          (error: Error) => error.message.replace(/ [0-9a-f]{64}$/, ''),
        )
    const info = await parseMultisigInfo(codec, wallet.keys, fromHex(second))
    const changed = async (change: (images: readonly Uint8Array[]) => Uint8Array[]): Promise<string> =>
      toHex(
        await formatMultisigInfo(
          codec,
          wallet.keys,
          {
            ...info,
            outputs: info.outputs.map((output) => ({ ...output, partialKeyImages: change(output.partialKeyImages) })),
          },
          wallet.random,
        ),
      )
    const point = publicKeyOf(Uint8Array.of(7, ...new Uint8Array(31)))
    expect(await reason([await changed((images) => images.slice(1))])).toMatch(/^not one partial key image for each/)
    expect(await reason([await changed((images) => images.map(() => point))])).toMatch(/^not one partial key image/)
    const outcomes = await Promise.all(
      [0, 1].map(async (at) => reason([await changed((images) => images.with(at, point)), third])),
    )
    // One of the two shares belongs to this participant too, the other one to the third.
    expect(outcomes.toSorted()).toEqual([
      'partial key images of common shares differ from those of another participant: participant',
      'partial key images of common shares differ from those of this wallet: participant',
    ])
    expect(await balanceOf(engineAt(stage, 0))).toMatchObject({ multisig_import_needed: true })
    expect(await reason([second])).toBe('imported 2')
    expect(await reason([second, second])).toBe('imported 2')
    const newer = await exported(engineAt(stage, 1))
    expect(await reason([second, newer])).toBe(
      'two different infos of one participant: use the newer one only: participant',
    )
    expect(await reason([newer])).toBe('imported 2')
    expect(await reason([second])).toBe('a newer multisig info of this participant was already imported: participant')
  })

  it.each(['before', 'after'] as const)(
    'leave a wallet with all or nothing that is killed %s a commit',
    { timeout: 240_000 },
    async (moment) => {
      const stage = await stages.begin(chain, 2, 2)
      const rest = openMemoryStore()
      const [account] = stage.accounts
      if (account === undefined) throw new TypeError('no participant')
      const created = await restored(testHost(stage.client(), rest, 40), stage.network.id, formatMultisigSeed(account))
      const id = created.wallets[0]?.id ?? ''
      await created.closeWallet()
      const opened = async (store: Store): Promise<Engine> => {
        const engine = createEngine(testHost(stage.client(), store, 41))
        await engine.openWallet(id, PASSWORD)
        await engine.refresh()
        return engine
      }
      /** Kills the process at the next commit after the wallet was opened; returns what a new process finds. */
      const killed = async (work: (engine: Engine) => Promise<unknown>): Promise<Engine> => {
        const counting = mortalStore(rest, Number.POSITIVE_INFINITY, 'after')
        await (await opened(counting)).closeWallet()
        const engine = await opened(mortalStore(rest, counting.commits + 1, moment))
        await expect(work(engine)).rejects.toThrow('killed')
        await engine.closeWallet().catch(() => undefined)
        return opened(rest)
      }
      const nonces = (engine: Engine): number =>
        [...openedIn(engine).state.outputInfos.values()].reduce((sum, { own }) => sum + own.length, 0)
      const each = stage.network.multisig.noncesPerSignature
      const exporting = await killed((engine) => engine.exportMultisigInfo())
      expect(nonces(exporting)).toBe(moment === 'before' ? 0 : 2 * each)
      await exporting.exportMultisigInfo()
      expect(nonces(exporting)).toBe(2 * each)
      await exporting.closeWallet()
      const infos = [await engineAt(stage, 1).exportMultisigInfo()]
      const importing = await killed((engine) => engine.importMultisigInfo(infos))
      expect(await balanceOf(importing)).toMatchObject({ multisig_import_needed: moment === 'before' })
      expect(nonces(importing)).toBe(2 * each)
      expect(await importing.importMultisigInfo(infos)).toBe(2)
      expect(await balanceOf(importing)).toMatchObject({ balance: 6_000_000_000, multisig_import_needed: false })
      await importing.closeWallet()
    },
  )

  it('replace the nonces exported before', { timeout: 240_000 }, async () => {
    const stage = await stages.begin(chain, 2, 2)
    const engine = engineAt(stage, 0)
    const wallet = openedIn(engine)
    const [output] = wallet.state.ledger.outputs.values()
    if (output === undefined) throw new TypeError('no output')
    const seen = new Set<string>()
    for (let i = 1; i <= 3; i++) {
      const info = await parseMultisigInfo(stage.network.multisig.infos, wallet.keys, await engine.exportMultisigInfo())
      const published = info.outputs[0]?.nonces.map(({ L }) => toHex(L)) ?? []
      expect(published).toEqual(ownNonces(wallet, output.key).map(({ L }) => toHex(L)))
      for (const L of published) seen.add(L)
      expect(seen.size).toBe(i * stage.network.multisig.noncesPerSignature)
    }
  })
})

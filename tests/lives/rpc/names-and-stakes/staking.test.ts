// Stakes made by wallets on a development node with twelve service nodes: a node registered and filled by two wallets, unlocked and
// expired; a node registered alone and deregistered. Wallets restored from words at every stage agree with the live ones.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { amountToPortions, STAKING_PORTIONS } from '../../../../src/coin/stakes/stakingRequirement.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import { registrationCommand } from '../../../../src/devnet/oxen/service-nodes/registrationCommand.ts'
import { type RunningNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { vector } from '../../../support/data/vectors.ts'
import { answerOf, callNode } from '../../../support/devnet/node-calls.ts'
import { seededRandom } from '../../../support/random.ts'
import { callWallet, type RpcParams, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { contentOf } from '../../../support/wallet/small-chain.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const COIN = 1_000_000_000
const NOW = 1_800_000_000
const random = seededRandom(91)

const newNode = () => {
  const secretKey = randomScalar(random)
  const publicKey = publicKeyOf(secretKey)
  return { secretKey, publicKey, hex: toHex(publicKey) }
}

type Name = 'A' | 'B'
let running: RunningNode
const engines = new Map<Name, Engine>()
const [shared, alone] = [newNode(), newNode()]

const client = () => createNodeClient({ url: 'http://devnet.test', fetch: (request) => running.fetch(request) })

const engineOf = (name: Name): Engine => {
  const engine = engines.get(name)
  if (engine === undefined) throw new Error(`wallet ${name} is not open`)
  return engine
}

const addressOf = (name: Name): string => openedIn(engineOf(name)).addressText({ major: 0, minor: 0 })

const opened = (name: Name, seed: number): Promise<Engine> =>
  restored(testHost(client(), undefined, seed), running.node.rules.network.id, wallets[name].keys.mnemonic)

/** Mines blocks one by one; then every wallet agrees with one that is restored from its words. */
const mine = async (blocks = 1): Promise<void> => {
  for (let i = 0; i < blocks; i++) {
    await callNode(running, 'dev_mine', { blocks: 1 })
    for (const engine of engines.values()) await engine.refresh()
  }
  for (const [name, engine] of engines) {
    const fresh = await opened(name, 9)
    const [live, found] = [openedIn(engine), openedIn(fresh)]
    expect(contentOf(live).balances).toEqual(contentOf(found).balances)
    // A contributor who did not request the unlock learns of its height within ten blocks.
    const locks = ({ state }: typeof live) =>
      [...state.stakeLocks].map(([image, { serviceNodeKey }]) => [image, serviceNodeKey]).sort()
    expect(locks(live)).toEqual(locks(found))
    const stakes = ({ state }: typeof live) =>
      [...state.ledger.payments].map(([id, { kind, state: now, fee }]) => [id, kind, now, fee]).sort()
    expect(stakes(live)).toEqual(stakes(found))
    await fresh.closeWallet()
  }
}

const locksOf = (name: Name) =>
  [...openedIn(engineOf(name)).state.stakeLocks.values()].map(({ unlockHeight, serviceNodeKey }) => [
    serviceNodeKey,
    unlockHeight,
  ])

/** Returns what is locked of a wallet beside outputs that are too young. */
const stakedBy = (name: Name): number => {
  const { state } = openedIn(engineOf(name))
  const staked = [...state.ledger.outputs.values()].filter(
    ({ keyImage, spent }) => spent === undefined && keyImage !== undefined && state.stakeLocks.has(toHex(keyImage)),
  )
  return staked.reduce((sum, { amount }) => sum + Number(amount), 0) / COIN
}

const commandOf = (node: typeof shared, reserved: readonly (readonly [address: string, percent: bigint])[]): string => {
  const { network } = running.node.rules
  const args = reserved.flatMap(([address, percent]) => [
    address,
    String(amountToPortions(percent * BigInt(COIN), 100n * BigInt(COIN))),
  ])
  const cut = String(STAKING_PORTIONS / 10n)
  const request = {
    network,
    args: [cut, ...args],
    requirement: 100n * BigInt(COIN),
    fork: 17,
    keys: node,
    now: NOW,
    random,
  }
  return registrationCommand(request).command
}

const stake = (name: Name, node: typeof shared, coins: number, params: RpcParams = {}) =>
  callWallet(engineOf(name), 'stake', {
    ...{ destination: addressOf(name), service_node_key: node.hex, amount: coins * COIN, priority: 1, ...params },
  })

const refusal = (message: string) => ({ error: { code: -16, message } })

const unlockable = (name: Name, node: typeof shared): Promise<RpcParams> =>
  resultOf(engineOf(name), 'can_request_stake_unlock', { service_node_key: node.hex })

const register = (name: Name, command: string, params: RpcParams = {}) =>
  callWallet(engineOf(name), 'register_service_node', { register_service_node_str: command, ...params })

beforeAll(async () => {
  running = await startWithServiceNodes(
    {
      clock: () => NOW,
      random: seededRandom(92),
      ticker: () => () => undefined,
      mining: { kind: 'manual' },
    },
    12,
  )
  for (const [i, name] of (['A', 'B'] as const).entries()) engines.set(name, await opened(name, i + 1))
  for (let i = 0; i < 6; i++) {
    for (const name of ['A', 'B'] as const)
      await callNode(running, 'dev_faucet', { address: addressOf(name), amount: 120 * COIN })
    await callNode(running, 'dev_mine', { blocks: 1 })
  }
  await callNode(running, 'dev_mine', { blocks: 12 })
  await mine()
})
afterAll(async () => {
  for (const engine of engines.values()) await engine.closeWallet()
})

it('registers a node that others may fill, with the terms of its command', async () => {
  const command = commandOf(shared, [
    [addressOf('A'), 40n],
    [addressOf('B'), 30n],
  ])
  expect(await register('B', command)).toEqual(
    refusal(
      'The first reserved address for this registration does not belong to this wallet.\nService node operator must specify an address owned by this wallet for service node registration.',
    ),
  )
  expect(await register('A', `blink ${command.slice('register_service_node '.length)}`)).toEqual(
    refusal('Service node registrations cannot use blink priority'),
  )
  const made = await register('A', command)
  expect(made).toMatchObject({ result: { amount: 40 * COIN } })
  await mine()
  expect(locksOf('A')).toEqual([[shared.hex, undefined]])
  expect(stakedBy('A')).toBe(40)
  expect(await register('A', command)).toEqual(refusal('This service node is already registered'))
  const [entry] = openedIn(engineOf('A'))
    .transfers({})
    .filter(({ kind }) => kind === 'registration')
  expect(entry?.stakeLock).toMatchObject({ amount: 40n * BigInt(COIN), serviceNodeKey: shared.hex })
})

it('takes stakes within what is reserved and open', async () => {
  expect(await stake('B', newNode(), 30)).toEqual(
    refusal('Could not find service node in service node list, please make sure it is registered first.'),
  )
  expect(await stake('B', shared, 29)).toEqual(
    refusal('You must contribute at least 30.000000000 oxen to become a contributor for this service node.'),
  )
  expect(await stake('B', shared, 30, { priority: 5 })).toEqual(
    refusal('Service node stakes cannot use blink priority'),
  )
  expect(await stake('B', shared, 30, { service_node_key: 'zz' })).toEqual({
    error: { code: -25, message: 'Unparsable service node key given: zz' },
  })
  expect(await stake('B', shared, 30, { destination: 'me' })).toEqual({
    error: { code: -2, message: 'Unparsable address given: me' },
  })
  // Four atomic units less than the minimum are raised to it.
  const dust = await stake('B', shared, 30, { amount: 30 * COIN - 4 })
  expect(dust).toMatchObject({ result: { amount: 30 * COIN } })
  await mine()
  expect(stakedBy('B')).toBe(30)
  expect(await callNode(running, 'get_service_nodes', { service_node_pubkeys: [shared.hex] })).toMatchObject({
    service_node_states: [{ funded: false, total_contributed: 70 * COIN }],
  })
  // More than is open is lowered to it.
  expect(await stake('A', shared, 90)).toMatchObject({ result: { amount: 30 * COIN } })
  await mine()
  expect(stakedBy('A')).toBe(70)
  expect(await callNode(running, 'get_service_nodes', { service_node_pubkeys: [shared.hex] })).toMatchObject({
    service_node_states: [{ funded: true, total_contributed: 100 * COIN }],
  })
  expect(await stake('B', shared, 30)).toEqual(
    refusal('The service node cannot receive any more Loki from this wallet'),
  )
})

it('cannot spend a stake', async () => {
  const [image = ''] = openedIn(engineOf('B')).state.stakeLocks.keys()
  const address = addressOf('B')
  expect(await callWallet(engineOf('B'), 'sweep_single', { address, key_image: image, priority: 1 })).toEqual({
    error: { code: -1, message: 'No outputs found' },
  })
})

it('unlocks the stakes of all contributors, which are free when the node has expired', async () => {
  const height = running.node.chain.height
  const unlockHeight = height + 15
  const others = " The stakes of the service node's 1 other contributors will unlock at the same time."
  const msg = `You are requesting to unlock a stake of: 30.000000000 Loki from the service node network.\nThis will schedule the service node: ${shared.hex} for deactivation.${others}\n\nYou will continue receiving rewards until the service node expires at the estimated height: ${unlockHeight} (about 30 minutes)`
  expect(await unlockable('B', shared)).toEqual({ can_unlock: true, msg })
  expect(await resultOf(engineOf('B'), 'request_stake_unlock', { service_node_key: shared.hex })).toEqual({
    unlocked: true,
    msg,
  })
  expect(await callWallet(engineOf('B'), 'request_stake_unlock', { service_node_key: shared.hex })).toEqual({
    error: { code: -4, message: 'Failed to commit tx.' },
  })
  await mine()
  expect(locksOf('B')).toEqual([[shared.hex, unlockHeight]])
  const image = [...openedIn(engineOf('B')).state.stakeLocks.keys()][0]
  expect(await unlockable('B', shared)).toEqual({
    can_unlock: false,
    msg: `Key image: ${image} has already been requested to be unlocked, unlocking at height: ${unlockHeight} (about 28 minutes)`,
  })
  for (let left = unlockHeight - running.node.chain.height; left >= 0; left--) {
    expect(stakedBy('B')).toBe(30)
    await mine()
  }
  await mine()
  expect([stakedBy('A'), stakedBy('B')]).toEqual([0, 0])
  expect(await unlockable('B', shared)).toEqual({
    can_unlock: false,
    msg: `No service node is known for: ${shared.hex}`,
  })
  const address = addressOf('B')
  const swept = await callWallet(engineOf('B'), 'sweep_single', { address, key_image: image, priority: 1 })
  expect(swept).toMatchObject({ result: { tx_hash: expect.any(String) } })
  await mine()
})

it('keeps the stake of a deregistered node locked for a time', async () => {
  expect(await register('A', commandOf(alone, [[addressOf('A'), 100n]]))).toMatchObject({
    result: { amount: 100 * COIN },
  })
  await mine()
  expect(locksOf('A')).toEqual([[alone.hex, undefined]])
  expect(await unlockable('B', alone)).toEqual({
    can_unlock: false,
    msg: `No contributions recognised by this wallet in service node: ${alone.hex}`,
  })
  expect(
    await answerOf(running, 'dev_verdict', { service_node_pubkey: alone.hex, verdict: 'deregister' }),
  ).toMatchObject({ status: 'OK' })
  await mine(10)
  const [[node, until] = []] = locksOf('A')
  expect(node).toBeUndefined()
  expect(until).toBeGreaterThan(running.node.chain.height)
  expect(stakedBy('A')).toBe(100)
  await mine(Number(until) - running.node.chain.height + 2)
  expect(stakedBy('A')).toBe(0)
  expect(await unlockable('A', alone)).toEqual({ can_unlock: false, msg: `No service node is known for: ${alone.hex}` })
})

it('does not believe a node that lists a stake of another wallet', async () => {
  const lying = {
    ...client(),
    serviceNode: () =>
      Promise.resolve({
        ...{ requirement: 100n, reserved: 100n, requestedUnlockHeight: undefined },
        contributors: [
          {
            address: addressOf('A'),
            amount: 100n,
            reserved: 100n,
            locked: [{ keyImage: fromHex('ab'.repeat(32)), amount: 1n }],
          },
        ],
      }),
  }
  const fresh = await restored(testHost(lying, undefined, 4), running.node.rules.network.id, wallets.A.keys.mnemonic)
  expect(await callWallet(fresh, 'can_request_stake_unlock', { service_node_key: alone.hex })).toEqual({
    result: { can_unlock: false, msg: "Couldn't generate signature for requesting stake unlock" },
  })
  await fresh.closeWallet()
})

it('is registered and unlocked by the page, which explains the terms first', async () => {
  const engine = engineOf('B')
  const paged = newNode()
  const { transfer, order } = await engine.prepareStake({ command: commandOf(paged, [[addressOf('B'), 25n]]) })
  expect(order).toMatchObject({
    ...{ operation: 'register', serviceNodeKey: paged.hex, amount: 25n * BigInt(COIN), unlockBlocks: 15 },
    registration: { operatorCut: 10, reserved: [{ address: addressOf('B'), amount: 25n * BigInt(COIN) }] },
  })
  const [sent] = await engine.confirmTransfer(transfer.id)
  expect(sent).toMatchObject({ kind: 'registration' })
  await mine()
  const stakeMore = { serviceNodeKey: paged.hex, amount: 25n * BigInt(COIN), priority: 1 }
  expect(await engine.prepareStake(stakeMore)).toMatchObject({
    order: { operation: 'stake', amount: 25n * BigInt(COIN) },
  })
  const view = await engine.checkUnlock(paged.hex)
  if (!view.canUnlock) throw new Error(view.message)
  expect(view.order.otherContributors).toBe(0)
  for (const change of [{ otherContributors: 1 }, { keyImage: 'ab'.repeat(32) }])
    await expect(engine.unlockStake({ ...view.order, ...change })).rejects.toThrow('changed since they were shown')
  await engine.unlockStake(view.order)
  await mine()
  expect(await engine.checkUnlock(paged.hex)).toMatchObject({ canUnlock: false })
  await expect(engine.unlockStake(view.order)).rejects.toThrow('has already been requested')
})

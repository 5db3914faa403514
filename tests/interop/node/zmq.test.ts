// --zmq-pub of `faba node` and of a real monerod: the same requests to both nodes, and subscribers of libzmq that receive the same messages.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { publishNode } from '../../../src/cli/node/zmqFlags.ts'
import type { Publisher } from '../../../src/cli/zmq/publisher.ts'
import { formatZmqAddress } from '../../../src/cli/zmq/zmqAddress.ts'
import { moneroChain } from '../../../src/devnet/monero/chains.ts'
import { startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import { vector } from '../../support/data/vectors.ts'
import { submitRecordedChain, zmqEvents } from '../../support/devnet/zmq-scenario.ts'
import { freePort, type Peer, startMonerod } from '../../support/peers/monero.ts'
import { startZmqSubscribers, type ZmqSubscribers } from '../../support/peers/zmq-subscriber.ts'

const { chain } = vector('monero/get-blocks-chain.json')
const [OURS, THEIRS, OURS_MINIMAL, THEIRS_MINIMAL] = [0, 1, 2, 3]

describe('faba node and monerod on one chain', () => {
  let monerod: Peer
  let publisher: Publisher
  let subscribers: ZmqSubscribers

  const running = startDevelopmentNode({
    ...moneroChain,
    clock: () => Math.floor(Date.now() / 1000),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    ticker: () => () => undefined,
    mining: { kind: 'manual' },
  })
  const { node } = running

  /** Returns the messages of a socket after those of the recorded chain. */
  const messagesOf = (place: number): string[] => {
    const all = subscribers.received(place).map((parts) => parts.join('|'))
    const last = all.findIndex((text) =>
      text.startsWith(`json-minimal-chain_main:{"first_height":${chain.length - 1},`),
    )
    if (last < 0) throw new Error('the end of the recorded chain was not published')
    return all.slice(last + 1)
  }

  const untilSamePool = async (): Promise<void> => {
    const expected = node.pool.entries.map(({ parsed, doNotRelay }) => `${toHex(parsed.id)} ${doNotRelay}`).sort()
    const poolOfMonerod = async (): Promise<readonly string[]> => {
      const response = await fetch(`${monerod.url}/get_transaction_pool`, { method: 'POST', body: '{}' })
      // The response has this shape; the list is omitted when it is empty.
      const { transactions = [] } = (await response.json()) as {
        transactions?: readonly {
          readonly id_hash: string
          readonly do_not_relay: boolean
          readonly relayed: boolean
        }[]
      }
      return transactions.map(({ id_hash: id, do_not_relay: hidden, relayed }) =>
        relayed || hidden ? `${id} ${hidden}` : `${id} not relayed`,
      )
    }
    await vi.waitFor(async () => expect((await poolOfMonerod()).toSorted()).toEqual(expected), { timeout: 30_000 })
  }

  beforeAll(async () => {
    // The recorded chain is another one than that of a new node.
    node.popBlocks(node.chain.height - 1)
    const zmqPub = `tcp://127.0.0.1:${await freePort()}`
    monerod = await startMonerod({ zmqPub })
    publisher = await publishNode(node, [{ host: '127.0.0.1', port: 0 }])
    const [address] = publisher.addresses.map(formatZmqAddress)
    if (address === undefined) throw new Error('the publisher has no address')
    subscribers = await startZmqSubscribers([
      { address, prefixes: [''] },
      { address: zmqPub, prefixes: [''] },
      { address, prefixes: ['json-minimal'] },
      { address: zmqPub, prefixes: ['json-minimal'] },
    ])
    const post = async (path: string, body: unknown): Promise<void> => {
      const request = { method: 'POST', body: JSON.stringify(body) }
      await running.fetch(new Request(`http://node/${path}`, request))
      await (await fetch(`${monerod.url}/${path}`, request)).text()
    }
    await submitRecordedChain(post)
    for (const { happen } of zmqEvents(node, post)) {
      await happen()
      // monerod relays after its response, and would miss a transaction that the next event flushes.
      await untilSamePool()
    }
    const top = toHex(node.chain.tip.id)
    const isLast = (text: string): boolean => text.startsWith('json-minimal-chain_main:') && text.includes(`["${top}"]`)
    for (const place of [OURS, THEIRS, OURS_MINIMAL, THEIRS_MINIMAL]) await subscribers.until(place, isLast)
  })

  afterAll(async () => {
    await subscribers?.stop()
    publisher?.close()
    running.close()
    await monerod?.stop()
  })

  it('publish the same messages in the same order, byte for byte', () => {
    expect(messagesOf(OURS)).toEqual(messagesOf(THEIRS))
    expect(messagesOf(OURS).length).toBeGreaterThan(30)
  })

  it('publish the same to a subscriber of a prefix', () => {
    expect(messagesOf(OURS_MINIMAL)).toEqual(messagesOf(THEIRS_MINIMAL))
    expect(messagesOf(OURS_MINIMAL)).toEqual(messagesOf(OURS).filter((text) => text.startsWith('json-minimal')))
  })

  it('send each message as one frame', () => {
    for (const place of [OURS, THEIRS])
      expect(subscribers.received(place).every((parts) => parts.length === 1)).toBe(true)
  })

  it('keep their subscribers connected', () => {
    expect([OURS, THEIRS, OURS_MINIMAL, THEIRS_MINIMAL].map(subscribers.disconnections)).toEqual([0, 0, 0, 0])
  })
})

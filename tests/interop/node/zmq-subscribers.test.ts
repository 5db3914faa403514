// The publisher of --zmq-pub and subscribers of libzmq: prefixes, changes of subscriptions, long messages, heartbeats.

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Publisher, startPublisher } from '../../../src/cli/zmq/publisher.ts'
import { formatZmqAddress } from '../../../src/cli/zmq/zmqAddress.ts'
import { startZmqSubscribers, type ZmqSubscribers } from '../../support/peers/zmq-subscriber.ts'

const [ALL, MINIMAL, ONE, BODY, TWO, NONE] = [0, 1, 2, 3, 4, 5]

describe('a publisher with subscribers of libzmq', () => {
  let publisher: Publisher
  let subscribers: ZmqSubscribers

  const publish = (topic: string, body: string): void => publisher.publish(topic, () => body)
  const textsOf = (place: number): string[] =>
    subscribers
      .received(place)
      .map((parts) => parts.join('|'))
      .filter((text) => !text.includes('marker'))

  /** Publishes a marker until a socket receives it: its subscriptions are effective by then. */
  const untilReceiving = async (place: number, topic: string): Promise<void> => {
    const marker = `marker ${crypto.randomUUID()}`
    const timer = setInterval(() => publish(topic, marker), 10)
    try {
      await subscribers.until(place, (text) => text.endsWith(marker))
    } finally {
      clearInterval(timer)
    }
  }

  beforeAll(async () => {
    publisher = await startPublisher([
      { host: '127.0.0.1', port: 0 },
      { host: '127.0.0.1', port: 0 },
    ])
    const [address = '', otherAddress = ''] = publisher.addresses.map(formatZmqAddress)
    subscribers = await startZmqSubscribers([
      { address, prefixes: [''] },
      { address, prefixes: ['json-minimal'] },
      { address, prefixes: ['json-full-chain_main'] },
      { address, prefixes: ['json-full-txpool_add:[{"version":2', 'json-minimal-chain_main:marker'] },
      { address: otherAddress, prefixes: ['json-full-miner_data', 'json-minimal-chain'] },
      { address, prefixes: ['unknown'] },
    ])
    for (const place of [ALL, MINIMAL, BODY, TWO]) await untilReceiving(place, 'json-minimal-chain_main')
    await untilReceiving(ONE, 'json-full-chain_main')
    publish('json-full-miner_data', '{"a":1}')
    publish('json-full-chain_main', '[1]')
    publish('json-minimal-chain_main', '{"b":2}')
    publish('json-full-txpool_add', '[{"version":2}]')
    publish('json-full-txpool_add', '[{"version":1}]')
    publish('json-minimal-txpool_add', '[é]')
    for (const place of [ALL, MINIMAL, BODY, TWO]) await untilReceiving(place, 'json-minimal-chain_main')
    await untilReceiving(ONE, 'json-full-chain_main')
  })

  afterAll(async () => {
    await subscribers?.stop()
    publisher?.close()
  })

  it.each([
    [
      'everything',
      ALL,
      [
        ...['json-full-miner_data:{"a":1}', 'json-full-chain_main:[1]', 'json-minimal-chain_main:{"b":2}'],
        ...['json-full-txpool_add:[{"version":2}]', 'json-full-txpool_add:[{"version":1}]'],
        'json-minimal-txpool_add:[é]',
      ],
    ],
    ['a part of several topics', MINIMAL, ['json-minimal-chain_main:{"b":2}', 'json-minimal-txpool_add:[é]']],
    ['one topic', ONE, ['json-full-chain_main:[1]']],
    ['a topic and the beginning of its body', BODY, ['json-full-txpool_add:[{"version":2}]']],
    ['two topics, on another address', TWO, ['json-full-miner_data:{"a":1}', 'json-minimal-chain_main:{"b":2}']],
    ['an unknown topic', NONE, []],
  ] as const)('sends in order what matches a subscription to %s', (_, place, texts) => {
    expect(textsOf(place)).toEqual(texts)
  })

  it('sends messages of any length as one frame', async () => {
    const lengths = [200, 255, 256, 70_000, 3_000_000].map((length) => length - 'json-full:'.length)
    for (const length of lengths) publish('json-full', 'y'.repeat(length))
    await subscribers.until(ALL, (text) => text.length === 3_000_000)
    const long = subscribers.received(ALL).filter((parts) => parts[0]?.startsWith('json-full:'))
    expect(long.map((parts) => parts.map((part) => part.length))).toEqual([[200], [255], [256], [70_000], [3_000_000]])
  })

  it('follows changes of the subscriptions', async () => {
    subscribers.cancel(ONE, 'json-full-chain_main')
    subscribers.subscribe(ONE, 'later')
    await untilReceiving(ONE, 'later')
    publish('json-full-chain_main', '[2]')
    publish('later', 'x')
    await untilReceiving(ONE, 'later')
    expect(textsOf(ONE)).toEqual(['json-full-chain_main:[1]', 'later:x'])
  })

  it('answers heartbeats', async () => {
    const [{ host, port } = { host: '', port: 0 }] = publisher.addresses
    const answered = Promise.withResolvers<void>()
    const proxy = createServer((socket) => {
      const upstream = connect(port, host)
      socket.pipe(upstream).pipe(socket)
      let text = ''
      upstream.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1')
        if (text.includes('PONG')) answered.resolve()
      })
      for (const end of [socket, upstream]) end.on('error', () => socket.destroy())
    })
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    const bound = proxy.address()
    const proxied = typeof bound === 'object' && bound !== null ? `tcp://127.0.0.1:${bound.port}` : ''
    const beating = await startZmqSubscribers([{ address: proxied, prefixes: [] }])
    await answered.promise
    await beating.stop()
    proxy.close()
  })

  it('keeps all of them connected', () => {
    expect([ALL, MINIMAL, ONE, BODY, TWO, NONE].map(subscribers.disconnections)).toEqual([0, 0, 0, 0, 0, 0])
  })
})

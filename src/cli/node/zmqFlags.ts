// --zmq-pub and --no-zmq: events of the development node over ZMQ, in monerod's form.

import { publishNodeSteps } from '../../devnet/monero/zmq/zmqMessages.ts'
import type { DevelopmentNode } from '../../devnet/node/developmentNode.ts'
import { stringifyJson } from '../../jsonrpc/json.ts'
import { type FlagGroup, type Flags, UsageError } from '../command/command.ts'
import { type Publisher, startPublisher } from '../zmq/publisher.ts'
import { parseZmqAddress, type ZmqAddress } from '../zmq/zmqAddress.ts'

export const ZMQ_GROUP: FlagGroup = {
  title: 'Events',
  flags: [
    {
      name: 'zmq-pub',
      value: 'ADDRESS',
      isRepeatable: true,
      description:
        'publish new blocks, transactions and miner data over ZMQ as monerod does, at an address such as tcp://127.0.0.1:18083 (monero); may be repeated. There is no login: with tcp://*:18083, other machines can subscribe too',
    },
    { name: 'no-zmq', description: 'publish nothing: --zmq-pub has no effect' },
  ],
}

/**
 * Returns the addresses of --zmq-pub; none with --no-zmq.
 * @throws UsageError for an invalid address, and for a chain of another family
 */
export const parseZmqAddresses = (flags: Flags): readonly ZmqAddress[] => {
  const addresses = flags.texts('zmq-pub').map((text) => parseZmqAddress(text, 'zmq-pub'))
  if (flags.has('no-zmq') || addresses.length === 0) return []
  if (flags.text('network') !== 'monero')
    throw new UsageError(
      '--zmq-pub publishes the events of monerod: add --network monero, or leave it out. oxend has another protocol (OxenMQ), which this node does not have',
    )
  return addresses
}

/**
 * Publishes what happens on a node from now on.
 * @throws UsageError when an address cannot be bound
 */
export const publishNode = async (node: DevelopmentNode, addresses: readonly ZmqAddress[]): Promise<Publisher> => {
  const publisher = await startPublisher(addresses)
  const stop = publishNodeSteps(node, (topic, body) => publisher.publish(topic, () => stringifyJson(body())))
  return {
    ...publisher,
    close: () => {
      stop()
      publisher.close()
    },
  }
}

// Subscribers of libzmq (pyzmq), in a process of their own.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { zmqPythonPath } from '../../tools.ts'

/** Sends heartbeats and reports each message, connection and disconnection as a line of JSON; executes changes of subscriptions from its input. */
const SCRIPT = `
import json, os, sys, zmq
from zmq.utils.monitor import recv_monitor_message
context = zmq.Context()
poller = zmq.Poller()
sockets, monitors = [], {}
for place, (address, prefixes) in enumerate(json.loads(sys.argv[1])):
    socket = context.socket(zmq.SUB)
    socket.setsockopt(zmq.RCVHWM, 0)
    socket.setsockopt(zmq.LINGER, 0)
    socket.setsockopt(zmq.HEARTBEAT_IVL, 50)
    socket.setsockopt(zmq.HEARTBEAT_TIMEOUT, 20000)
    monitor = socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED)
    for prefix in prefixes:
        socket.setsockopt_string(zmq.SUBSCRIBE, prefix)
    socket.connect(address)
    sockets.append(socket)
    monitors[monitor] = place
    poller.register(socket, zmq.POLLIN)
    poller.register(monitor, zmq.POLLIN)
poller.register(sys.stdin.fileno(), zmq.POLLIN)
# Without the buffer of sys.stdin, which would take further lines that no poll reports.
pending = b''
def report(**fields):
    print(json.dumps(fields), flush=True)
while True:
    for ready, _ in poller.poll():
        if ready == sys.stdin.fileno():
            some = os.read(sys.stdin.fileno(), 65536)
            if some == b'':
                sys.exit()
            *lines, pending = (pending + some).split(b'\\n')
            for line in lines:
                place, option, prefix = json.loads(line)
                sockets[place].setsockopt_string(getattr(zmq, option), prefix)
        elif ready in monitors:
            event = recv_monitor_message(ready)['event']
            report(place=monitors[ready], kind='connected' if event == zmq.EVENT_HANDSHAKE_SUCCEEDED else 'disconnected')
        else:
            parts = ready.recv_multipart()
            report(place=sockets.index(ready), kind='message', parts=[part.decode() for part in parts])
`

type Report = { readonly place: number; readonly kind: string; readonly parts?: readonly string[] }

/** A socket that connects to an address with subscriptions. */
export type Subscription = { readonly address: string; readonly prefixes: readonly string[] }

export type ZmqSubscribers = {
  /** Returns the messages that a socket has received, each as its parts. */
  readonly received: (place: number) => readonly (readonly string[])[]
  /** Waits until a socket has received a message that matches. */
  readonly until: (place: number, matches: (text: string) => boolean) => Promise<void>
  /** Returns how often a socket has lost its connection. */
  readonly disconnections: (place: number) => number
  readonly subscribe: (place: number, prefix: string) => void
  readonly cancel: (place: number, prefix: string) => void
  readonly stop: () => Promise<void>
}

/** Starts one socket for each subscription; resolves when all are connected. */
export const startZmqSubscribers = async (subscriptions: readonly Subscription[]): Promise<ZmqSubscribers> => {
  const places = subscriptions.map(({ address, prefixes }) => [address, prefixes])
  const child = spawn(zmqPythonPath(), ['-c', SCRIPT, JSON.stringify(places)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const reports: Report[] = []
  const waiting = new Set<() => void>()
  createInterface(child.stdout).on('line', (line) => {
    // The script writes these.
    reports.push(JSON.parse(line) as Report)
    for (const check of waiting) check()
  })
  const untilReports = async (isThere: () => boolean): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const check = (): void => {
      if (isThere()) resolve()
    }
    waiting.add(check)
    void ended.then(() => reject(new Error('the subscribers ended')))
    check()
    try {
      await promise
    } finally {
      waiting.delete(check)
    }
  }
  const reportsOf = (place: number, kind: string): readonly Report[] =>
    reports.filter((report) => report.place === place && report.kind === kind)
  const received = (place: number) => reportsOf(place, 'message').map(({ parts = [] }) => parts)
  const change = (place: number, option: string, prefix: string): void => {
    child.stdin.write(`${JSON.stringify([place, option, prefix])}\n`)
  }
  await untilReports(() => subscriptions.every((_, place) => reportsOf(place, 'connected').length > 0))
  return {
    received,
    until: (place, matches) => untilReports(() => received(place).some((parts) => matches(parts.join('')))),
    disconnections: (place) => reportsOf(place, 'disconnected').length,
    subscribe: (place, prefix) => change(place, 'SUBSCRIBE', prefix),
    cancel: (place, prefix) => change(place, 'UNSUBSCRIBE', prefix),
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}

// A worker thread with an engine, for tests of what its memory holds. It dumps its heap to files; it never knows what is searched there.
//
// Messages: { call: 'restore', words, password }, { call: 'lock' }, { call: 'dump', strings, bytes }. Each is answered with its call.

import { createWriteStream, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { pipeline } from 'node:stream/promises'
import { getHeapSnapshot } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { concat } from '../../../src/bytes/bytes.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { BEGINNING, newWallet, testHost } from './engine-host.ts'
import { FakeNode } from './fake-node.ts'
import { smallChain } from './recorded-chains.ts'

type Message =
  | { readonly call: 'restore'; readonly words: string; readonly password: string }
  | { readonly call: 'lock' }
  | { readonly call: 'dump'; readonly strings: string; readonly bytes: string }

const engine = createEngine(testHost(new FakeNode(oxenRegtest, smallChain().slice(0, 60))))

/** Writes the contents of all live objects with a prototype, and of their memory. */
const contentsOf = async (session: Session, prototype: string): Promise<Uint8Array[]> => {
  const dumped: Uint8Array[] = []
  Object.assign(globalThis, {
    collectForDump: (objects: readonly (ArrayBuffer | ArrayBufferView)[]) => {
      for (const object of objects) {
        if (ArrayBuffer.isView(object))
          dumped.push(new Uint8Array(object.buffer, object.byteOffset, object.byteLength).slice())
        else if (object.byteLength > 0) dumped.push(new Uint8Array(object).slice())
      }
    },
  })
  const { result } = await session.post('Runtime.evaluate', { expression: prototype })
  const { objects } = await session.post('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' })
  await session.post('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { collectForDump([...this]) }',
  })
  return dumped
}

/** Dumps the strings of the heap (a snapshot), and all bytes that live objects hold, kernels' memories included. */
const dump = async (strings: string, bytes: string): Promise<void> => {
  await pipeline(getHeapSnapshot(), createWriteStream(strings))
  const session = new Session()
  session.connect()
  const views = await contentsOf(session, 'Object.getPrototypeOf(Uint8Array.prototype)')
  const buffers = await contentsOf(session, 'ArrayBuffer.prototype')
  session.disconnect()
  writeFileSync(bytes, concat(...views, ...buffers))
}

const handle = async (message: Message): Promise<void> => {
  if (message.call === 'restore') {
    const { words, password } = message
    await engine.restoreFromWords({ ...newWallet('oxen-regtest'), password }, { words, offset: '' }, BEGINNING)
    await engine.refresh()
  } else if (message.call === 'lock') await engine.lock()
  else await dump(message.strings, message.bytes)
}

parentPort?.on('message', (message: Message) => {
  const { call } = message
  handle(message).then(
    () => parentPort?.postMessage(call),
    (error: unknown) => parentPort?.postMessage(String(error)),
  )
})

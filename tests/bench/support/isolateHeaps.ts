// The JavaScript heaps of a page and of its workers, from the DevTools protocol.

import type { Page } from '@playwright/test'

/** Bytes in use on the heap of a page or of the worker with a name, before a garbage collection, and in its buffers. */
export type IsolateHeap = { readonly name: string; readonly used: number; readonly buffers: number }

type Usage = { readonly usedSize: number; readonly backingStorageSize: number }

const heapOf = (name: string, { usedSize, backingStorageSize }: Usage): IsolateHeap => ({
  name,
  used: usedSize,
  buffers: backingStorageSize,
})

/** Returns the heaps of a page and of its dedicated workers. */
export const heapsOf = async (page: Page): Promise<readonly IsolateHeap[]> => {
  const session = await page.context().newCDPSession(page)
  const workers: { readonly id: string; readonly name: string }[] = []
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type, title } }) => {
    if (type === 'worker') workers.push({ id: sessionId, name: title })
  })
  const answers = new Map<string, (usage: Usage) => void>()
  session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
    // The only question is that of `Runtime.getHeapUsage`; what has no result is an event of the worker.
    const { result } = JSON.parse(message) as { readonly result?: Usage }
    if (result !== undefined) answers.get(sessionId)?.(result)
  })
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  const heaps = [heapOf('page', (await session.send('Runtime.getHeapUsage')) as Usage)]
  for (const { id, name } of workers) {
    const usage = await new Promise<Usage>((resolve, reject) => {
      answers.set(id, resolve)
      const message = JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' })
      session.send('Target.sendMessageToTarget', { sessionId: id, message }).catch(reject)
    })
    heaps.push(heapOf(name, usage))
  }
  await session.detach()
  return heaps
}

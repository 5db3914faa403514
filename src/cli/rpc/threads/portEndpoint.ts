// A message port of Node as comlink uses it, without web events: for the first one of them a thread would load Node's whole HTTP client
// (undici), which takes 25 ms of a processor and 5 MiB.

import type { MessagePort } from 'node:worker_threads'
import type { Endpoint } from 'comlink'

type Listener = (message: unknown) => void

/** Returns an endpoint that calls its listeners with what they read of an event: the message. */
export const portEndpoint = (port: MessagePort): Endpoint => {
  const listeners = new WeakMap<EventListenerOrEventListenerObject, Listener>()
  return {
    postMessage: (message, transferables) => port.postMessage(message, transferables as readonly ArrayBuffer[]),
    addEventListener: (_type, listener) => {
      const listen: Listener = (data) => {
        const event = { data } as MessageEvent
        if ('handleEvent' in listener) listener.handleEvent(event)
        else listener(event)
      }
      listeners.set(listener, listen)
      port.on('message', listen)
    },
    removeEventListener: (_type, listener) => {
      const listen = listeners.get(listener)
      if (listen !== undefined) port.off('message', listen)
    },
  }
}

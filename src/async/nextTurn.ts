// A pause that lets the event loop run.

/**
 * Resolves in a later turn of the event loop, after the messages that have already arrived. Unlike a timer, it waits no minimum time
 * (browsers delay nested timers by 4 ms).
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })

// A connection of WebDriver BiDi: commands over a web socket (https://www.w3.org/TR/webdriver-bidi/).

export type BidiConnection = {
  /** Sends a command and returns its result. Throws if the browser returns an error or closes the connection. */
  send(method: string, params: object): Promise<Record<string, unknown>>
  close(): void
}

type Answer = {
  readonly id?: number
  readonly result?: Record<string, unknown>
  readonly error?: string
  readonly message?: string
}

export const connectBidi = async (url: string): Promise<BidiConnection> => {
  const socket = new WebSocket(url)
  const pending = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error(`no web socket at ${url}`))
  })
  socket.onmessage = ({ data }) => {
    // The shape is that of the protocol.
    const { id, result, error, message } = JSON.parse(String(data)) as Answer
    if (id === undefined) return
    const command = pending.get(id)
    pending.delete(id)
    if (error === undefined) command?.resolve(result ?? {})
    else command?.reject(new Error(`${error}: ${message}`))
  }
  socket.onclose = () => {
    for (const command of pending.values()) command.reject(new Error('the browser closed the connection'))
    pending.clear()
  }
  let last = 0
  return {
    send: async (method, params) => {
      const command = Promise.withResolvers<Record<string, unknown>>()
      pending.set(++last, command)
      socket.send(JSON.stringify({ id: last, method, params }))
      return await command.promise
    },
    close: () => socket.close(),
  }
}

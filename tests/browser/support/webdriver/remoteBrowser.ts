// Browsers that Playwright does not drive: what WebDriver BiDi (Firefox) and WebDriver (WebKitGTK) have in common.

/** An input source with its actions, as in https://www.w3.org/TR/webdriver2/#actions; both protocols take the same. */
export type InputSource = {
  readonly type: 'key' | 'pointer'
  readonly id: string
  readonly actions: readonly {
    readonly type: string
    readonly x?: number
    readonly y?: number
    readonly button?: number
    readonly value?: string
  }[]
}

/** A window with its own storage and service workers. */
export type RemotePage = {
  /** Resolves when the page has loaded. */
  open(url: string): Promise<void>
  reload(): Promise<void>
  /** Evaluates an expression in the page; its value is a promise of a text. */
  evaluate(expression: string): Promise<string>
  perform(sources: readonly InputSource[]): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Returns a PNG. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export type RemoteBrowser = {
  /** Opens a window with a new profile. */
  newPage(): Promise<RemotePage>
  stop(): Promise<void>
}

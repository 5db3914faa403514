// The product's engine worker in a bench page, started as the product's page does.

import { proxy } from 'comlink'
import { startEngine } from '../../../src/app/host/engine/connection.ts'
import type { EngineApi } from '../../../src/engine/api/engineApi.ts'
import type { EngineView, WalletView } from '../../../src/engine/api/engineViews.ts'

let running: { readonly engine: EngineApi; readonly stop: () => void; view: EngineView } | undefined

/** Starts an engine; stops the current one first. */
export const startBenchEngine = async (): Promise<void> => {
  running?.stop()
  const { engine, stop } = startEngine(() => console.error('the engine crashed'))
  await new Promise<void>((resolve) => {
    void engine.subscribe(
      proxy((view) => {
        running = { engine, stop, view }
        resolve()
      }),
    )
  })
}

/** Returns the current engine. */
export const currentEngine = (): EngineApi => {
  if (running === undefined) throw new Error('start an engine first')
  return running.engine
}

/** Returns the view of a synced wallet; the engine reports it a few times per second. */
export const syncedView = async (name: string): Promise<WalletView> => {
  for (;;) {
    const wallet = running?.view.wallet
    if (wallet?.name === name) {
      if (wallet.sync.problem !== '') throw new Error(wallet.sync.problem)
      if (wallet.sync.phase === 'synced') return wallet
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

// Calls the wallet RPC from a page, and decides about its approval requests.
import { expect, type Locator, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { openSettings, setSwitch } from './driver.ts'

export type Answer = {
  readonly id: unknown
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: string }
}

/** Returns the response as text, so that no number is rounded. `path` may be relative to the page. */
export const post = async (page: Page, body: string, path = '/json_rpc'): Promise<string> =>
  await page.evaluate(async ([url, text]) => (await fetch(url, { method: 'POST', body: text })).text(), [
    path,
    body,
  ] as const)

export const messageOf = (method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id: 'seven',
  method,
  params,
})

export const call = async (page: Page, method: string, params: object = {}, path?: string): Promise<Answer> =>
  // JSON-RPC responses have this shape.
  JSON.parse(await post(page, JSON.stringify(messageOf(method, params)), path)) as Answer

/** Waits until a service worker controls a page. A failure shows the states of all versions. */
export const expectControlled = async (page: Page): Promise<void> => {
  await expect
    .poll(
      async () =>
        await page.evaluate(async () => {
          const registrations = await navigator.serviceWorker.getRegistrations()
          return {
            controller: navigator.serviceWorker.controller?.state,
            versions: registrations.map(({ active, waiting, installing }) =>
              [active, waiting, installing].map((worker) => worker?.state ?? 'none'),
            ),
          }
        }),
      // Chromium ends an old version half a minute after its last request, and later where the processor is busy.
      { timeout: 180_000 },
    )
    .toMatchObject({ controller: 'activated' })
}

export const serviceWorkerReady = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  await expectControlled(page)
}

/** Allows the RPC; ends on the settings screen. */
export const allowRpc = async (page: Page): Promise<void> => {
  await openSettings(page, 'apps')
  await setSwitch(page, en.settings.rpcLabel, true)
  await expect.poll(async () => (await call(page, 'get_version')).result?.['version']).toEqual(expect.any(Number))
}

/** Turns the RPC off and on, after which no page has to wait for earlier refusals. Ends on the settings screen. */
export const forgetRefusals = async (page: Page): Promise<void> => {
  await openSettings(page, 'apps')
  await setSwitch(page, en.settings.rpcLabel, false)
  await expect.poll(async () => (await call(page, 'get_version')).error?.code).toEqual(expect.any(Number))
  await allowRpc(page)
}

/** Returns the dialog of the pending approval request. */
export const approvalDialog = (page: Page, title: string = en.approval.payTitle): Locator =>
  page.getByRole('dialog', { name: title })

export const press = async (dialog: Locator, name: string): Promise<void> => {
  await dialog.getByRole('button', { name, exact: true }).click()
}

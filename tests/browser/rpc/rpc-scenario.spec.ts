// One wallet scenario over the RPC, in this process and from a page through the service worker: equal responses, field by field.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { createCommands } from '../../support/peers/commands.ts'
import {
  errorsIn,
  runScenario,
  SCENARIO_ERRORS,
  SCENARIO_PASSWORD,
  type ScenarioHost,
  startInProcess,
} from '../../support/rpc/wallet-scenario.ts'
import { createWallet, expectSynced, newVisitor, nodeCall } from '../support/driver.ts'
import { allowRpc, post, press, serviceWorkerReady } from '../support/rpc-page.ts'
import { type Served, startServe } from '../support/serve.ts'

let served: Served
const commands = createCommands()

it.beforeAll(async () => {
  served = await startServe()
})

it.afterAll(async () => {
  await served?.stop()
  await commands.end()
})

/** Allows the pending request in the tab with the wallet. */
const sayYes = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog')
  if (!(await dialog.isVisible())) return
  const password = dialog.getByLabel(en.wallet.password, { exact: true })
  const secret = await password.isVisible()
  if (secret) await password.fill(SCENARIO_PASSWORD)
  await press(dialog, secret ? en.approval.reveal : en.approval.once)
  await expect(dialog).toHaveCount(0)
}

it('gives the same responses through the service worker as in this process', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, served.url)
  await serviceWorkerReady(page)
  await createWallet(page, { name: 'First' })
  await expectSynced(page)
  await allowRpc(page)
  const other = await context.newPage()
  await other.goto('/')
  const postApproved = async (body: string): Promise<string> => {
    let isAnswered = false
    const answer = post(other, body).finally(() => {
      isAnswered = true
    })
    // Requests are allowed at once.
    while (!isAnswered) {
      await Promise.race([
        answer,
        page
          .getByRole('dialog')
          .waitFor({ timeout: 0 })
          .catch(() => undefined),
      ])
      if (!isAnswered) await sayYes(page)
    }
    return await answer
  }
  const inPage = await runScenario({
    node: (method, params) => nodeCall(served.url, method, params),
    post: postApproved,
  })

  const nodeUrl = await commands.node()
  const node: ScenarioHost['node'] = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return await (await fetch(`${nodeUrl}/json_rpc`, { method: 'POST', body })).json()
  }
  const inProcess = await runScenario(await startInProcess(nodeUrl, node))
  expect(errorsIn(inProcess)).toEqual(SCENARIO_ERRORS)
  expect(inPage).toEqual(inProcess)
  await context.close()
})

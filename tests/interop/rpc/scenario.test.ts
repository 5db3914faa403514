// The same sequence of wallet RPC calls in this process and over HTTP: equal responses, field by field.
import { afterAll, expect, it } from 'vitest'
import { caller, createCommands } from '../../support/peers/commands.ts'
import {
  errorsIn,
  runScenario,
  SCENARIO_ERRORS,
  type ScenarioHost,
  startInProcess,
} from '../../support/rpc/wallet-scenario.ts'

const commands = createCommands()
afterAll(commands.end)

/** Starts a development node. */
const newNode = async (): Promise<{ readonly url: string; readonly node: ScenarioHost['node'] }> => {
  const url = await commands.node()
  const call = caller(`${url}/json_rpc`)
  const node = async (method: string, params: object): Promise<unknown> => {
    const { result, error } = await call(method, params)
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }
  return { url, node }
}

it('returns the same responses over faba rpc as in this process', async () => {
  const [first, second] = [await newNode(), await newNode()]
  const inProcess = await runScenario(await startInProcess(first.url, first.node))
  const service = await commands.rpc(second.url, '--wallet-dir', 'life', '--disable-rpc-login')
  await service.call('create_wallet', { filename: 'First', language: 'English' })
  const overHttp = await runScenario({
    node: second.node,
    post: async (body) => await (await fetch(service.url, { method: 'POST', body })).text(),
  })
  expect(errorsIn(inProcess)).toEqual(SCENARIO_ERRORS)
  expect(overHttp).toEqual(inProcess)
})

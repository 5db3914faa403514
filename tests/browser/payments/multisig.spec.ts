// Multisig wallets in the page. Three people make a 2/3 wallet: messages entered wrongly are refused beside their field, all end with one
// address. Two people pay from a 2/2 wallet,
// three from a 3/3 wallet.
import { expect, test as it, type Locator, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { tCount } from '../../../src/app/text/text.ts'
import { formatAddress } from '../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { parseKeysFile } from '../../../src/coin/wallet-files/keysFile.ts'
import { expectAccessible } from '../support/axe.ts'
import {
  chooseFile,
  closeWallet,
  expectAvailable,
  expectBalance,
  goTo,
  nodeCall,
  openSettings,
  openTool,
  PASSWORD,
  readAmount,
  restoreWallet,
  savedFile,
  shownAddress,
  walletOfVisitor,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const DECIMALS = 9
const COIN = 1_000_000_000

const served = serveAll()

const text = (key: string, values: Readonly<Record<string, number>>): string =>
  Object.entries(values).reduce((filled, [name, value]) => filled.replace(`{{ ${name} }}`, String(value)), key)

/** Returns the message on the screen for the other participants. */
const ownMessage = async (page: Page, label: string): Promise<string> => {
  const shown = page.getByRole('region', { name: label })
  await expect(shown).toContainText(/\w{40}/)
  return ((await shown.textContent()) ?? '').trim()
}

const fillOthers = async (page: Page, messages: readonly string[]): Promise<void> => {
  for (const [i, message] of messages.entries())
    await page.getByLabel(text(en.multisig.other, { index: i + 1 }), { exact: true }).fill(message)
}

const without = (messages: readonly string[], index: number): string[] => messages.filter((_, i) => i !== index)

/** Funds the shared wallet; everyone exports an info, and Ann enters those of the others. */
const exchangeInfos = async (people: readonly Page[], address: string): Promise<void> => {
  await nodeCall(served.url, 'dev_faucet', { address, amount: 60 * COIN })
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  const infos: Buffer[] = []
  for (const page of people) {
    await goTo(page, 'home')
    await expectBalance(page, 60n * BigInt(COIN), DECIMALS)
    await openTool(page, en.tools.multisig)
    await page.getByRole('button', { name: en.multisig.infoExport }).click()
    infos.push(await savedFile(page))
  }
  const [ann] = people
  const [own, second, third] = infos
  if (ann === undefined || own === undefined || second === undefined || third === undefined)
    throw new Error('an info is missing')
  await expect(ann.getByText(en.multisig.infosNeeded)).toBeVisible()
  await ann.getByRole('button', { name: en.multisig.infoGo }).click()
  await expect(ann.getByText(tCount('multisig.infoTooFew', 1))).toBeVisible()
  await chooseFile(ann, text(en.multisig.info, { index: 1 }), second.subarray(0, -1))
  await ann.getByRole('button', { name: en.multisig.infoGo }).click()
  await expect(ann.getByText(en.error.multisigInfo)).toBeVisible()
  await expectAccessible(ann, 'multisig, infos')
  await chooseFile(ann, text(en.multisig.info, { index: 1 }), second)
  await ann.getByLabel(text(en.multisig.info, { index: 2 }), { exact: true }).fill(third.toString('hex'))
  await ann.getByRole('button', { name: en.multisig.infoGo }).click()
  await expect(ann.getByText(text(en.multisig.infoDone, { count: 1 }))).toBeVisible()
  await expect(ann.getByText(en.multisig.infosNeeded)).toBeHidden()
}

/** Saves the keys file of a participant, and verifies that it is one of the shared wallet. */
const expectKeysFile = async (page: Page, address: string): Promise<void> => {
  await openSettings(page, 'security')
  await page.getByRole('button', { name: en.settings.keysFile }).click()
  const dialog = page.getByRole('dialog', { name: en.settings.keysFile })
  await expect(dialog.getByText(en.settings.keysFileMultisigBody)).toBeVisible()
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  const file = await parseKeysFile(oxenRegtest, new Uint8Array(await savedFile(page, dialog)), PASSWORD)
  const payee = {
    kind: 'standard',
    spendKey: file.spendPublic,
    viewKey: file.viewPublic,
    paymentId: undefined,
  } as const
  expect(formatAddress(oxenRegtest, payee)).toBe(address)
  expect([file.multisig?.threshold, file.multisig?.signers.length]).toEqual([2, 3])
}

/** Removes the wallet of a participant, and restores it from its seed. */
const restorePart = async (page: Page, address: string): Promise<void> => {
  await expectKeysFile(page, address)
  await page.getByRole('button', { name: en.settings.secrets }).click()
  const secrets = page.getByRole('dialog', { name: en.settings.secrets })
  await secrets.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await secrets.getByRole('button', { name: en.settings.secretsShow, exact: true }).click()
  await expect(secrets.getByText(en.settings.secretsMultisig)).toBeVisible()
  const seed = ((await secrets.locator('code').first().textContent()) ?? '').trim()
  await page.keyboard.press('Escape')
  await closeWallet(page)
  await restoreWallet(page, seed, { name: 'Ben again' })
  await goTo(page, 'receive')
  expect(await shownAddress(page)).toBe(address)
}

it('makes a shared wallet of three participants, two of whom sign', async ({ browser }) => {
  const people: Page[] = []
  for (const name of ['Ann', 'Ben', 'Cleo']) people.push((await walletOfVisitor(browser, served.url, name)).page)
  const [ann, ben] = people
  if (ann === undefined || ben === undefined) throw new Error('there are no participants')
  const firsts: string[] = []
  for (const page of people) {
    await openTool(page, en.tools.multisig)
    await page.getByRole('button', { name: en.multisig.firstShow }).click()
    firsts.push(await ownMessage(page, en.multisig.first))
  }
  await expect(ann.getByText(en.multisig.guide.final)).toBeVisible()
  await ann.getByRole('button', { name: en.multisig.go }).click()
  await expect(ann.getByText(en.multisig.otherMissing)).toHaveCount(2)
  await expect(ann.getByText(en.multisig.understandMissing)).toBeVisible()
  await expectAccessible(ann, 'multisig, first round')
  await ann.getByLabel(en.multisig.understand).check({ force: true })
  const [, second = '', third = ''] = firsts
  await fillOthers(ann, [second, second])
  await expect(ann.getByText(en.multisig.twice)).toBeVisible()
  await fillOthers(ann, [second, third.slice(0, -1)])
  await ann.getByRole('button', { name: en.multisig.go }).click()
  await expect(ann.locator('.field', { hasText: text(en.multisig.other, { index: 2 }) })).toContainText(
    en.multisig.badMessage,
  )
  for (const [i, page] of people.entries()) {
    await fillOthers(page, without(firsts, i))
    await page.getByLabel(en.multisig.understand).check({ force: true })
    await page.getByRole('button', { name: en.multisig.go }).click()
  }

  const messages: string[] = []
  const round = text(en.multisig.message, { round: 2 })
  for (const page of people) messages.push(await ownMessage(page, round))
  await fillOthers(ann, [messages[1] ?? '', second])
  await ann.getByRole('button', { name: en.multisig.roundGo }).click()
  await expect(ann.getByText(en.multisig.badMessage)).toBeVisible()
  await expectAccessible(ann, 'multisig, second round')
  const addresses = new Set<string>()
  for (const [i, page] of people.entries()) {
    await fillOthers(page, without(messages, i))
    await page.getByRole('button', { name: en.multisig.roundGo }).click()
    await expect(page.getByRole('heading', { name: en.multisig.ready })).toBeVisible()
    addresses.add((await page.locator('.facts code').first().textContent()) ?? '')
  }
  expect(addresses.size).toBe(1)
  await expectAccessible(ben, 'multisig, ready')

  const [address = ''] = addresses
  await exchangeInfos(people, address)
  await restorePart(ben, address)
})

/** The participants make a wallet for which all must sign; returns its address. */
const makeForAll = async (people: readonly Page[]): Promise<string> => {
  const messages: string[] = []
  for (const page of people) {
    await openTool(page, en.tools.multisig)
    await page.getByLabel(en.multisig.total).selectOption(String(people.length))
    await page.getByLabel(en.multisig.threshold).selectOption(String(people.length))
    await page.getByRole('button', { name: en.multisig.firstShow }).click()
    messages.push(await ownMessage(page, en.multisig.first))
  }
  for (const [i, page] of people.entries()) {
    await fillOthers(page, without(messages, i))
    await page.getByLabel(en.multisig.understand).check({ force: true })
    await page.getByRole('button', { name: en.multisig.go }).click()
    await expect(page.getByRole('heading', { name: en.multisig.ready })).toBeVisible()
  }
  return ((await people[0]?.locator('.facts code').first().textContent()) ?? '').trim()
}

/** A wallet that receives 60 coins, which can be spent. */
const fund = async (people: readonly Page[], address: string): Promise<void> => {
  await nodeCall(served.url, 'dev_faucet', { address, amount: 60 * COIN })
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  for (const page of people) {
    await goTo(page, 'home')
    await expectAvailable(page, 60n * BigInt(COIN), DECIMALS)
  }
}

/** All participants export an info and enter those of the others. */
const exchangeAll = async (people: readonly Page[]): Promise<void> => {
  const infos: string[] = []
  for (const page of people) {
    await openTool(page, en.tools.multisig)
    await expect(page.getByText(en.multisig.infosNeeded)).toBeVisible()
    await page.getByRole('button', { name: en.multisig.infoExport }).click()
    infos.push((await savedFile(page)).toString('hex'))
  }
  for (const [i, page] of people.entries()) {
    for (const [j, info] of without(infos, i).entries())
      await page.getByLabel(text(en.multisig.info, { index: j + 1 }), { exact: true }).fill(info)
    await page.getByRole('button', { name: en.multisig.infoGo }).click()
    await expect(page.getByText(en.multisig.infosNeeded)).toBeHidden()
  }
}

/** Prepares a payment under Send. */
const propose = async (page: Page, recipient: string): Promise<void> => {
  await goTo(page, 'send')
  await page.getByLabel(en.send.to, { exact: true }).fill(recipient)
  await page.getByLabel(en.send.amount, { exact: true }).fill('12.5')
  await page.getByRole('button', { name: en.send.prepare }).click()
}

/** Returns the card with a title. */
const card = (page: Page, name: string): Locator =>
  page.locator('.card', { has: page.getByRole('heading', { name, exact: true }) })

const readSet = async (page: Page, set: Buffer): Promise<void> => {
  await chooseFile(page, en.multisigPayment.set, set)
  await page.getByRole('button', { name: en.set.read }).click()
}

it('pays from a shared wallet that two participants sign', async ({ browser }) => {
  const people: Page[] = []
  for (const name of ['Dora', 'Emil']) people.push((await walletOfVisitor(browser, served.url, name)).page)
  const { address: recipient } = await walletOfVisitor(browser, served.url, 'Shop')
  const [dora, emil] = people
  if (dora === undefined || emil === undefined) throw new Error('there are no participants')
  await fund(people, await makeForAll(people))
  await propose(dora, recipient)
  await expect(dora.getByText(en.send.infosNeeded)).toBeVisible()
  await expect(dora.getByText(en.error.multisigInfoNeeded)).toBeVisible()
  await expectAccessible(dora, 'multisig, send without infos')
  await exchangeAll(people)
  await expect(emil.getByText(en.multisigPayment.guide.about)).toBeVisible()
  await expectAccessible(emil, 'multisig, ready to pay')

  await propose(dora, recipient)
  await expect(dora.getByRole('heading', { name: en.multisigPayment.proposed })).toBeVisible()
  await expect(dora.getByText(en.send.infosNeeded)).toBeHidden()
  await expect(dora.getByText(text(en.multisigPayment.countOwn, { signatures: 1, threshold: 2 }))).toBeVisible()
  await expectAccessible(dora, 'multisig, proposed')
  const proposed = await savedFile(dora)
  await dora.getByRole('link', { name: en.multisigPayment.open }).click()
  await readSet(dora, proposed)
  await expect(dora.getByRole('heading', { name: en.multisigPayment.handOn })).toBeVisible()
  await expect(dora.getByText(recipient)).toBeVisible()
  await expectAccessible(dora, 'multisig, hand on')
  expect(await savedFile(dora, card(dora, en.multisigPayment.handOn))).toEqual(proposed)

  await readSet(emil, proposed.subarray(0, -1))
  await expect(emil.getByText(en.error.transferSet)).toBeVisible()
  await readSet(emil, proposed)
  await expect(emil.getByRole('heading', { name: en.set.what })).toBeVisible()
  await expect(emil.getByText(recipient)).toBeVisible()
  await expect(emil.getByText('12.50').first()).toBeVisible()
  await expect(emil.getByText(text(en.multisigPayment.count, { signatures: 1, threshold: 2 }))).toBeVisible()
  await expectAccessible(emil, 'multisig, to sign')
  await emil.getByRole('button', { name: en.set.signGo }).click()
  await expect(emil.getByRole('heading', { name: en.set.sendWhat })).toBeVisible()
  await expectAccessible(emil, 'multisig, to send')
  await expect(emil.getByText(en.multisigPayment.keepComplete)).toBeVisible()
  await emil.getByText(en.multisigPayment.handOnInstead).click()
  const complete = await savedFile(emil, card(emil, en.set.sendWhat))

  // A second signature with the same info is refused, also by the wallet of the one who gave the first.
  await emil.getByRole('button', { name: en.action.cancel }).click()
  await readSet(emil, proposed)
  await emil.getByRole('button', { name: en.set.signGo }).click()
  await expect(emil.getByText(en.error.staleNonce)).toBeVisible()

  await dora.getByRole('button', { name: en.multisigPayment.another }).click()
  await readSet(dora, complete)
  await dora.getByRole('button', { name: en.set.sendGo }).click()
  await expect(dora.getByRole('heading', { name: en.send.doneTitle })).toBeVisible()
  await expect(dora.getByText(en.multisigPayment.after)).toBeVisible()
  await expectAccessible(dora, 'multisig, sent')
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  const left: bigint[] = []
  for (const page of people) {
    await goTo(page, 'home')
    await expect(page.locator('.transfer[data-direction=out]')).toHaveCount(1)
    await expect.poll(() => readAmount(page, 'balance-total', DECIMALS)).toBeLessThan((475n * BigInt(COIN)) / 10n)
    left.push(await readAmount(page, 'balance-total', DECIMALS))
  }
  expect(left[0]).toBe(left[1])
  expect(left[0]).toBeGreaterThan(47n * BigInt(COIN))
})

it('hands a payment on until all three participants have signed', async ({ browser }) => {
  const people: Page[] = []
  for (const name of ['Fay', 'Gus', 'Hal']) people.push((await walletOfVisitor(browser, served.url, name)).page)
  const { address: recipient } = await walletOfVisitor(browser, served.url, 'Shop')
  const [fay, gus, hal] = people
  if (fay === undefined || gus === undefined || hal === undefined) throw new Error('there are no participants')
  await fund(people, await makeForAll(people))
  await exchangeAll(people)
  await propose(fay, recipient)
  await expect(fay.getByText(text(en.multisigPayment.countOwn, { signatures: 1, threshold: 3 }))).toBeVisible()
  await readSet(gus, await savedFile(fay))
  await gus.getByRole('button', { name: en.set.signGo }).click()
  await expect(gus.getByRole('heading', { name: en.multisigPayment.handOn })).toBeVisible()
  await expect(gus.getByText(text(en.multisigPayment.countOwn, { signatures: 2, threshold: 3 }))).toBeVisible()
  await expect(gus.getByText(en.multisigPayment.keep)).toBeVisible()
  await expectAccessible(gus, 'multisig, signed')
  await readSet(hal, await savedFile(gus, card(gus, en.multisigPayment.handOn)))
  await expect(hal.getByText(text(en.multisigPayment.count, { signatures: 2, threshold: 3 }))).toBeVisible()
  await hal.getByRole('button', { name: en.set.signGo }).click()
  await hal.getByRole('button', { name: en.set.sendGo }).click()
  await expect(hal.getByRole('heading', { name: en.send.doneTitle })).toBeVisible()
})

// Tasks about nodes, the security of the wallet, its copies and the page.
import { en } from '../../../src/app/text/en.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { closeWallet, expectBalance, PASSWORD, restoreFromKeys } from '../support/driver.ts'
import { createWallet } from './creating.ts'
import { createWalker, type Walker } from './walker.ts'
import { COIN, DORA, newProfile, SIGNER, type Task, type World } from './world.ts'

export const NEW_PASSWORD = 'nine loud onions in the rain'

const dialog = (walker: Walker) => walker.page.getByRole('dialog')

const openSection = async (walker: Walker, section: string): Promise<void> => {
  await walker.open('settings')
  // The first section is open already.
  if (section === 'security' && walker.isWide()) return
  await walker.press(walker.page.getByRole('main').locator(`a[href="#/settings/${section}"]`))
  await walker.reach(walker.page.locator('.settings-section .card'))
}

/** Opens a dialog that asks for the password. */
const openDialog = async (walker: Walker, button: string): Promise<void> => {
  await openSection(walker, 'security')
  await walker.press(walker.button(button))
  await walker.reach(dialog(walker))
}

/** Saves the keys file that another task opens. */
export const keepKeysFile = async ({ page, kept }: World): Promise<void> => {
  const walker = createWalker(page)
  await openDialog(walker, en.settings.keysFile)
  await walker.fill(dialog(walker).getByLabel(en.wallet.password, { exact: true }), PASSWORD)
  const download = page.waitForEvent('download', (each) => each.suggestedFilename().endsWith('.keys'))
  await dialog(walker).getByRole('button', { name: en.data.save }).click()
  const parts: Buffer[] = []
  for await (const part of await (await download).createReadStream()) parts.push(part)
  kept.set('keys file', Buffer.concat(parts))
}

/** Signs a payment of a watch-only wallet on another device. */
const payOffline = async (hot: Walker, cold: Walker): Promise<void> => {
  await hot.open('send')
  await hot.fill(hot.field(en.send.to), DORA)
  await hot.fill(hot.field(en.send.amount), '1')
  await hot.press(hot.button(en.send.prepare))
  await hot.reach(hot.page.getByRole('heading', { name: en.offline.ready }))
  const unsigned = await hot.save(hot.button(en.data.save))
  await cold.open('tools')
  await cold.press(cold.page.getByRole('link', { name: en.tools.offline }))
  await cold.reach(cold.page.getByRole('heading', { level: 1, name: en.tools.offline }))
  const choice = (walker: Walker, label: string) =>
    walker.page
      .locator('.file-drop')
      .filter({ has: walker.field(label) })
      .getByRole('button', { name: en.data.choose })
  await cold.chooseFile(choice(cold, en.offline.unsigned), { name: 'unsigned', buffer: unsigned })
  await cold.press(cold.button(en.set.read))
  await cold.see(cold.page.getByRole('heading', { name: en.set.what }))
  await cold.press(cold.button(en.set.signGo))
  await cold.see(cold.page.getByRole('heading', { name: en.offline.signed }))
  const signed = await cold.save(cold.button(en.data.save).first())
  await hot.press(hot.page.getByRole('link', { name: en.offline.send }))
  await hot.reach(hot.page.getByRole('heading', { level: 1, name: en.tools.offline }))
  await hot.chooseFile(choice(hot, en.offline.signedSet), { name: 'signed', buffer: signed })
  await hot.press(hot.button(en.set.read))
  await hot.press(hot.button(en.set.sendGo))
  await hot.see(hot.page.getByRole('heading', { name: en.send.doneTitle }))
}

export const deviceTasks: readonly Task[] = [
  {
    name: 'see the state of the node, and use another',
    walk: async (walker, { url }) => {
      await walker.press(walker.page.locator('.network-state'))
      await walker.reach(walker.page.getByRole('heading', { level: 1, name: en.nodes.title }))
      await walker.press(walker.field(en.node.custom))
      await walker.fill(walker.field(en.node.url), `${url.replace('127.0.0.1', 'localhost')}/node`)
      await walker.press(walker.button(en.nodes.useThis))
      await walker.see(walker.page.getByText(en.action.saved))
    },
  },
  {
    name: 'show the seed words',
    walk: async (walker) => {
      if (walker.isWide()) {
        await walker.key('Control+Alt+w')
        await walker.reach(dialog(walker))
      } else await openDialog(walker, en.settings.secrets)
      await walker.fill(dialog(walker).getByLabel(en.wallet.password, { exact: true }), PASSWORD)
      await walker.key('Enter')
      await walker.see(walker.page.getByRole('list', { name: en.settings.secretsWords }))
    },
  },
  {
    name: 'lock and unlock',
    walk: async (walker) => {
      await walker.press(walker.button(en.nav.lock))
      await walker.reach(walker.field(en.wallet.password))
      await walker.fill(walker.field(en.wallet.password), PASSWORD)
      await walker.key('Enter')
      await walker.reach(walker.page.getByRole('navigation', { name: en.nav.label }))
    },
  },
  {
    name: 'save a backup, and restore it on another device',
    walk: async (walker, world) => {
      await openDialog(walker, en.backup.save)
      await walker.fill(dialog(walker).getByLabel(en.wallet.password, { exact: true }), PASSWORD)
      const buffer = await walker.save(dialog(walker).getByRole('button', { name: en.data.save }))
      const page = await newProfile(world)
      const other = createWalker(page)
      await other.press(page.getByRole('link', { name: en.backup.link }))
      await other.reach(page.getByRole('heading', { level: 1, name: en.backup.title }))
      await other.chooseFile(other.button(en.data.choose), { name: 'Ann.faba-backup', buffer })
      await other.fill(other.field(en.wallet.password), PASSWORD)
      await other.press(other.button(en.backup.submit))
      await other.reach(page.getByTestId('balance-total'))
      await page.context().close()
      walker.add(other.count())
    },
  },
  {
    name: 'pay from a watch-only wallet, signed on another device, by files',
    walk: async (walker, world) => {
      const network = en.network['monero-regtest']
      const { address, view, spend } = SIGNER
      const pages = [await newProfile(world), await newProfile(world)] as const
      await restoreFromKeys(pages[0], { name: 'Watching', network }, { address, view })
      await restoreFromKeys(
        pages[1],
        { name: 'Cold', network, nodeUrl: 'http://127.0.0.1:9' },
        { address, view, spend },
      )
      for (const page of pages) await page.getByTestId('balance-total').waitFor()
      await expectBalance(pages[0], 20n * COIN, moneroRegtest.decimals)
      walker.begin()
      const [hot, cold] = [createWalker(pages[0]), createWalker(pages[1])]
      await payOffline(hot, cold)
      for (const each of [hot, cold]) {
        walker.add(each.count())
        await each.page.context().close()
      }
    },
  },
  {
    name: 'scan the chain again',
    walk: async (walker) => {
      await openSection(walker, 'advanced')
      await walker.press(walker.button(en.settings.rescan))
      await walker.reach(dialog(walker))
      await walker.press(walker.button(en.settings.rescanGo))
      await walker.see(walker.page.getByText(en.settings.rescanDone))
    },
  },
  {
    name: 'change the language and the theme',
    walk: async (walker) => {
      await openSection(walker, 'display')
      await walker.press(walker.page.getByRole('radio', { name: en.settings.themeDark }))
      const language = walker.page.locator('.settings-section select').first()
      await walker.choose(language, 'Deutsch')
      await walker.see(walker.page.locator('html[lang="de"]'))
      // The tasks after it are in English.
      await language.selectOption({ label: 'English' })
      await walker.see(walker.page.locator('html[lang="en"]'))
    },
  },
  {
    name: 'change the password',
    walk: async (walker) => {
      if (walker.isWide()) {
        await walker.key('Control+Alt+p')
        await walker.reach(dialog(walker))
      } else await openDialog(walker, en.settings.password)
      await walker.fill(walker.field(en.settings.passwordOld), PASSWORD)
      await walker.fill(walker.field(en.settings.passwordNew), NEW_PASSWORD)
      await walker.fill(walker.field(en.settings.passwordRepeat), NEW_PASSWORD)
      await walker.key('Enter')
      await walker.see(walker.page.getByText(en.settings.passwordDone))
    },
  },
  {
    name: 'switch to another wallet',
    walk: async (walker, world) => {
      const page = await newProfile(world)
      await createWallet(createWalker(page), 'Savings')
      await closeWallet(page)
      await createWallet(createWalker(page), 'Ann')
      walker.begin()
      const other = createWalker(page)
      await other.press(page.locator('.wallet-button'))
      await other.reach(page.locator('.wallet-menu-list'))
      await other.press(page.locator('.wallet-menu-row').filter({ hasText: 'Savings' }))
      await other.reach(other.field(en.wallet.password))
      await other.fill(other.field(en.wallet.password), PASSWORD)
      await other.key('Enter')
      await other.reach(page.getByTestId('balance-total'))
      walker.add(other.count())
      await page.context().close()
    },
  },
]

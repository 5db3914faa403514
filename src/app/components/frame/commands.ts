// What the command palette offers: every screen, and a few frequent actions.
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { WalletView } from '../../../engine/api/engineViews.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import { matchesSearch } from '../../format/search.ts'
import type { SecurityRequest } from '../../host/navigation/securityRequest.ts'
import { amountsHidden } from '../../state/preferences/preferences.ts'
import { type TextKey, t } from '../../text/text.ts'
import type { IconName } from '../controls/Icon.tsx'

export type Command = {
  readonly text: string
  readonly icon: IconName
  /** the keys that do the same everywhere; undefined without any */
  readonly shortcut?: string
  readonly run: () => void
}

/** What commands do. */
export type CommandTargets = {
  navigate(path: string, state?: { readonly to: string }): void
  selectAccount(index: number): void
  lock(): void
  close(): void
  hideAmounts(isHidden: boolean): void
  copy(text: string): void
  openTour(): void
  openSecurity(opens: SecurityRequest['opens']): void
}

type Place = readonly [path: string, text: TextKey, icon: IconName]

const PLACES: readonly Place[] = [
  ['/', 'nav.home', 'home'],
  ['/send', 'palette.send', 'send'],
  ['/receive', 'palette.receive', 'receive'],
  ['/history', 'nav.history', 'history'],
  ['/contacts', 'palette.contacts', 'contacts'],
  ['/coins', 'palette.coins', 'coins'],
  ['/tools/offline', 'palette.offline', 'offline'],
  ['/tools/multisig', 'palette.multisig', 'multisig'],
  ['/tools/proofs', 'proofs.title', 'check'],
  ['/tools/lookup', 'lookup.title', 'search'],
  ['/tools/fees', 'feesNow.title', 'gauge'],
  ['/nodes', 'palette.nodes', 'node'],
  ['/settings', 'nav.settings', 'settings'],
  ['/settings/wallet', 'settings.noteLabel', 'edit'],
  ['/settings/display', 'settings.appearance', 'eye'],
  ['/settings/payments', 'settings.relayAll', 'node'],
  ['/settings/nodes', 'explorer.title', 'link'],
  ['/console', 'palette.console', 'tools'],
]

const SERVICE_NODE_PLACES: readonly Place[] = [
  ['/tools/names', 'palette.names', 'tag'],
  ['/tools/stakes', 'palette.stakes', 'stake'],
]

const tourCommand = (targets: CommandTargets): Command => ({
  text: t('tour.again'),
  icon: 'forward',
  run: () => {
    targets.openTour()
    targets.navigate('/')
  },
})

/** Returns the commands of an open wallet, the most used ones first. */
export const commandsOf = (
  wallet: Pick<WalletView, 'accounts' | 'address' | 'hasServiceNodes' | 'viewOnly'>,
  contacts: readonly ContactView[],
  targets: CommandTargets,
): readonly Command[] => [
  ...[...PLACES, ...(wallet.hasServiceNodes ? SERVICE_NODE_PLACES : [])].map(([path, text, icon]) => ({
    text: t(text),
    icon,
    run: () => targets.navigate(path),
  })),
  { text: t('palette.copyAddress'), icon: 'copy', run: () => targets.copy(wallet.address) },
  {
    text: t(amountsHidden() ? 'amounts.show' : 'amounts.hide'),
    icon: amountsHidden() ? 'eye' : 'eyeOff',
    shortcut: t('amounts.shortcut'),
    run: () => targets.hideAmounts(!amountsHidden()),
  },
  { text: t('palette.lock'), icon: 'lock', shortcut: t('palette.lockShortcut'), run: () => targets.lock() },
  ...(wallet.viewOnly ? [] : [tourCommand(targets)]),
  {
    text: t(wallet.viewOnly ? 'settings.viewKey' : 'settings.secrets'),
    icon: 'words',
    shortcut: t('palette.secretsShortcut'),
    run: () => targets.openSecurity('secrets'),
  },
  {
    text: t('settings.password'),
    icon: 'lock',
    shortcut: t('palette.passwordShortcut'),
    run: () => targets.openSecurity('password'),
  },
  { text: t('nav.close'), icon: 'wallets', run: () => targets.close() },
  ...(wallet.accounts.length < 2 ? [] : wallet.accounts).map(
    ({ index, label }): Command => ({
      text: t('palette.account', { name: label === '' ? t('home.account', { index }) : showHidden(label) }),
      icon: 'home',
      run: () => {
        targets.selectAccount(index)
        targets.navigate('/')
      },
    }),
  ),
  ...contacts
    // Payment ids can no longer be sent.
    .filter(({ paymentId, name }) => paymentId === '' && name !== '')
    .map(
      ({ name, address }): Command => ({
        text: t('palette.contact', { name: showHidden(name) }),
        icon: 'contacts',
        run: () => targets.navigate('/send', { to: address }),
      }),
    ),
]

/** Returns the commands whose text has every typed word, in their order. */
export const findCommands = (commands: readonly Command[], typed: string): readonly Command[] =>
  commands.filter(({ text }) => matchesSearch(text, typed))

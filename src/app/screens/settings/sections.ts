// The sections of the settings, and what is found in each.
import type { IconName } from '../../components/controls/Icon.tsx'
import { type TextKey, t } from '../../text/text.ts'

export type SectionId =
  | 'security'
  | 'wallet'
  | 'nodes'
  | 'payments'
  | 'display'
  | 'device'
  | 'apps'
  | 'advanced'
  | 'about'

export type SettingsSection = {
  readonly id: SectionId
  readonly icon: IconName
  readonly text: TextKey
  /** labels of its settings, for the search */
  readonly labels: readonly TextKey[]
}

/** The first one shows where there is space for it beside the list. */
export const SECTIONS: readonly SettingsSection[] = [
  {
    id: 'security',
    icon: 'lock',
    text: 'settings.security',
    labels: [
      'settings.lockLabel',
      'settings.hiddenLabel',
      'settings.reloadLabel',
      'settings.password',
      'passkey.title',
      'settings.secrets',
      'backup.save',
      'settings.keysFile',
    ],
  },
  {
    id: 'wallet',
    icon: 'home',
    text: 'settings.wallet',
    labels: ['settings.name', 'settings.network', 'settings.address', 'settings.restoreHeight', 'settings.note'],
  },
  {
    id: 'nodes',
    icon: 'node',
    text: 'settings.nodes',
    labels: ['nodes.manage', 'compact.title', 'settings.reorgLimit', 'names.title', 'names.resolver', 'explorer.title'],
  },
  {
    id: 'payments',
    icon: 'send',
    text: 'settings.payments',
    labels: [
      'settings.feeLimit',
      'settings.relayAll',
      'settings.speeds',
      'settings.firstAccount',
      'rates.title',
      'rates.currency',
    ],
  },
  {
    id: 'display',
    icon: 'eye',
    text: 'settings.appearance',
    labels: [
      'settings.language',
      'settings.theme',
      'amounts.hide',
      'settings.decimals',
      'settings.timeForm',
      'settings.dateForm',
    ],
  },
  {
    id: 'device',
    icon: 'file',
    text: 'device.title',
    labels: ['device.storage', 'device.arrivals', 'device.install', 'device.links'],
  },
  { id: 'apps', icon: 'tools', text: 'settings.rpc', labels: ['settings.rpcLabel', 'settings.rpcConsole'] },
  { id: 'advanced', icon: 'settings', text: 'settings.advanced', labels: ['settings.rescan', 'settings.remove'] },
  {
    id: 'about',
    icon: 'words',
    text: 'settings.about',
    labels: ['settings.version', 'settings.checkUpdate', 'tour.again'],
  },
]

/** Returns the section of an id in an address; undefined if there is none. */
export const sectionOf = (id: string | undefined): SettingsSection | undefined =>
  SECTIONS.find((each) => each.id === id)

export type FoundSetting = { readonly section: SettingsSection; readonly text: string }

/** Returns the settings whose label, or section, has the typed text. */
export const findSettings = (typed: string): readonly FoundSetting[] => {
  const sought = typed.trim().toLocaleLowerCase()
  if (sought === '') return []
  return SECTIONS.flatMap((section) =>
    section.labels
      .map((label) => ({ section, text: t(label) }))
      .filter(({ text }) => `${t(section.text)} ${text}`.toLocaleLowerCase().includes(sought)),
  )
}

// The settings of the open wallet and of the page, by section. What a section shows appears all at once, so that nothing moves under a click.
import { A, useParams } from '@solidjs/router'
import { createSignal, For, type JSX, Match, Show, Switch } from 'solid-js'
import { Icon } from '../components/controls/Icon.tsx'
import { SkeletonCard } from '../components/feedback/Skeleton.tsx'
import { SearchField } from '../components/form/SearchField.tsx'
import { LinkCard, LinkList } from '../components/layout/LinkList.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { readStorageState } from '../host/device/storage.ts'
import { createWideScreen } from '../host/device/wideScreen.ts'
import { createFetched } from '../state/requests/fetched.ts'
import { createReloadSetting } from '../state/session/reloadUnlock.ts'
import { useSession } from '../state/session/session.tsx'
import { createSettings } from '../state/session/settings.ts'
import { inOneLine, t } from '../text/text.ts'
import { AppsCard, FeeCard, NamesCard, NodeCard } from './settings/Connections.tsx'
import { DeviceCard } from './settings/Device.tsx'
import { ExplorerCard } from './settings/Explorer.tsx'
import { AboutCard, AppearanceCard } from './settings/Page.tsx'
import { RatesCard } from './settings/Rates.tsx'
import { SecurityCards } from './settings/Security.tsx'
import { findSettings, SECTIONS, type SectionId, sectionOf } from './settings/sections.ts'
import { AdvancedCard, WalletCard } from './settings/Wallet.tsx'
import { WalletNoteCard } from './settings/WalletNote.tsx'
import './settings.css'

const Section = (props: { readonly id: SectionId }): JSX.Element => {
  const { engine } = useSession()
  const live = createSettings()
  const reload = createReloadSetting(engine)
  const storage = createFetched(true, readStorageState)
  // All of them hold the navigation, so that all of them are read.
  const isLoaded = (): boolean => [live.loaded(), reload.loaded(), storage.loaded()].every(Boolean)
  return (
    <div class="stack settings-section">
      <Show when={isLoaded()} fallback={<SkeletonCard rows={4} />}>
        <Switch>
          <Match when={props.id === 'wallet'}>
            <WalletCard />
            <WalletNoteCard />
          </Match>
          <Match when={props.id === 'security'}>
            <SecurityCards live={live} reload={reload} />
          </Match>
          <Match when={props.id === 'nodes'}>
            <NodeCard live={live} />
            <NamesCard />
            <ExplorerCard />
          </Match>
          <Match when={props.id === 'payments'}>
            <FeeCard live={live} />
            <RatesCard />
          </Match>
          <Match when={props.id === 'display'}>
            <AppearanceCard />
          </Match>
          <Match when={props.id === 'device'}>
            <DeviceCard storage={storage} />
          </Match>
          <Match when={props.id === 'apps'}>
            <AppsCard live={live} />
          </Match>
          <Match when={props.id === 'advanced'}>
            <AdvancedCard />
          </Match>
          <Match when={props.id === 'about'}>
            <AboutCard />
          </Match>
        </Switch>
      </Show>
    </div>
  )
}

const FIRST_SECTION: SectionId = 'security'

const hrefOf = (id: SectionId): string => `/settings/${id}`

/** The sections beside the open one. */
const SectionList = (props: { readonly open: SectionId }): JSX.Element => (
  <nav class="settings-nav" aria-label={t('settings.sections')}>
    <For each={SECTIONS}>
      {(section) => (
        <A
          class="nav-link"
          classList={{ active: section.id === props.open }}
          href={hrefOf(section.id)}
          aria-current={section.id === props.open ? 'page' : undefined}
          noScroll
        >
          <Icon name={section.icon} />
          <span>{t(section.text)}</span>
        </A>
      )}
    </For>
  </nav>
)

/** The sections on a phone, each a screen of its own. */
const SectionLinks = (): JSX.Element => (
  <LinkList title={undefined}>
    <For each={SECTIONS}>
      {(section) => (
        <LinkCard
          href={hrefOf(section.id)}
          icon={section.icon}
          title={t(section.text)}
          hint={inOneLine(section.labels.slice(0, 3).map((label) => t(label)))}
        />
      )}
    </For>
  </LinkList>
)

const Found = (props: { readonly typed: string; readonly onOpen: () => void }): JSX.Element => (
  <ul class="card settings-found" aria-label={t('settings.find')}>
    <For each={findSettings(props.typed)} fallback={<li class="muted">{t('settings.findNone')}</li>}>
      {({ section, text }) => (
        <li>
          <A class="settings-found-link" href={hrefOf(section.id)} onClick={() => props.onOpen()}>
            <span>{text}</span>
            <small>{t(section.text)}</small>
          </A>
        </li>
      )}
    </For>
  </ul>
)

export default function Settings(): JSX.Element {
  const params = useParams()
  const isWide = createWideScreen()
  const [typed, setTyped] = createSignal('')
  const open = (): SectionId | undefined => sectionOf(params['section'])?.id ?? (isWide() ? FIRST_SECTION : undefined)
  const openText = (): string => t(sectionOf(open())?.text ?? 'settings.title')
  const isAlone = (): boolean => !isWide() && open() !== undefined
  return (
    <Screen
      title={isAlone() ? openText() : t('settings.title')}
      {...(isAlone() ? { back: { href: '/settings', text: t('settings.title') } } : {})}
      actions={
        <Show when={!isAlone()}>
          <SearchField label={t('settings.find')} placeholder={t('settings.find')} value={typed()} onInput={setTyped} />
        </Show>
      }
    >
      <Show when={typed().trim() === ''} fallback={<Found typed={typed()} onOpen={() => setTyped('')} />}>
        <div class="settings">
          <Show when={isWide()}>
            <SectionList open={open() ?? FIRST_SECTION} />
          </Show>
          <Show when={open()} keyed fallback={<SectionLinks />}>
            {(id) => <Section id={id} />}
          </Show>
        </div>
      </Show>
    </Screen>
  )
}

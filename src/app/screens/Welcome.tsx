// The first screen: the wallets of this device, and the ways to a new one.
import { A } from '@solidjs/router'
import { For, type JSX, Show } from 'solid-js'
import { Icon, type IconName } from '../components/Icon.tsx'
import { Mark } from '../components/Mark.tsx'
import { Screen } from '../components/Screen.tsx'
import { networkName } from '../state/networks.ts'
import { useSession } from '../state/session.tsx'
import { t } from '../text/text.ts'

const Way = (props: {
  readonly href: string
  readonly icon: IconName
  readonly title: string
  readonly hint: string
}): JSX.Element => (
  <li>
    <A class="way" href={props.href}>
      <span class="way-icon">
        <Icon name={props.icon} />
      </span>
      <span class="way-text">
        <strong>{props.title}</strong>
        <small>{props.hint}</small>
      </span>
      <Icon name="forward" />
    </A>
  </li>
)

export default function Welcome(): JSX.Element {
  const { view } = useSession()
  const known = (): boolean => view.wallets.length > 0
  return (
    <Screen title={t(known() ? 'welcome.titleBack' : 'welcome.title')} hideTitle>
      <div class="hero">
        <Mark size={72} />
        <p class="hero-name">{t('app.name')}</p>
        <p class="hero-tagline">{t('app.tagline')}</p>
      </div>
      <Show when={known()}>
        <section>
          <h2 class="list-title">{t('welcome.wallets')}</h2>
          <ul class="ways">
            <For each={view.wallets}>
              {(wallet) => (
                <li>
                  <A class="way" href={`/unlock/${encodeURIComponent(wallet.id)}`}>
                    <span class="way-icon">
                      <Icon name={wallet.viewOnly ? 'watch' : 'lock'} />
                    </span>
                    <span class="way-text">
                      <strong>{wallet.name}</strong>
                      <small>
                        {networkName(wallet.networkId)}
                        {wallet.viewOnly ? ` · ${t('welcome.watchOnly')}` : ''}
                      </small>
                    </span>
                    <Icon name="forward" />
                  </A>
                </li>
              )}
            </For>
          </ul>
        </section>
      </Show>
      <section>
        <Show when={known()}>
          <h2 class="list-title">{t('welcome.add')}</h2>
        </Show>
        <ul class="ways" classList={{ prominent: !known() }}>
          <Way
            href="/create"
            icon="plus"
            title={t('welcome.create')}
            hint={t(known() ? 'welcome.createHintBack' : 'welcome.createHint')}
          />
          <Way href="/restore" icon="words" title={t('welcome.restore')} hint={t('welcome.restoreHint')} />
          <Way href="/watch" icon="watch" title={t('welcome.watch')} hint={t('welcome.watchHint')} />
        </ul>
      </section>
      <p class="promise">{t('welcome.promise')}</p>
    </Screen>
  )
}

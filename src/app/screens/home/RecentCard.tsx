// The latest payments.
import { A } from '@solidjs/router'
import { For, type JSX, Show } from 'solid-js'
import { ButtonLink } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyState, Problem } from '../../components/Notice.tsx'
import { TransferRow } from '../../components/TransferRow.tsx'
import { createContacts, createTransfers } from '../../state/lists.ts'
import { t } from '../../text/text.ts'

const MAX_PAYMENTS = 5

export const RecentCard = (): JSX.Element => {
  const transfers = createTransfers(() => ({ limit: MAX_PAYMENTS }))
  const contacts = createContacts()
  return (
    <Card
      title={t('home.recent')}
      aside={
        <Show when={transfers.items.length > 0}>
          <A class="card-link" href="/history">
            {t('home.all')}
          </A>
        </Show>
      }
    >
      <Problem text={transfers.problem()} />
      <Show
        when={transfers.items.length > 0}
        fallback={
          <Show when={transfers.loaded()}>
            <EmptyState title={t('home.empty')} hint={t('home.emptyHint')}>
              <ButtonLink href="/receive">{t('home.emptyAction')}</ButtonLink>
            </EmptyState>
          </Show>
        }
      >
        <ul class="transfers">
          <For each={transfers.items}>
            {(transfer) => (
              <li>
                <TransferRow transfer={transfer} contacts={contacts.items} />
              </li>
            )}
          </For>
        </ul>
      </Show>
    </Card>
  )
}

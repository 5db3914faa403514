// Looks things up: a transaction by its id, what a raw transaction is, and whose an address is.
import type { JSX } from 'solid-js'
import { Screen } from '../../components/layout/Screen.tsx'
import { t } from '../../text/text.ts'
import { AddressPlaceCard } from './lookup/AddressPlaceCard.tsx'
import { FindCard } from './lookup/FindCard.tsx'
import { RawCard } from './lookup/RawCard.tsx'

export default function Lookup(): JSX.Element {
  return (
    <Screen title={t('lookup.title')} back={{ href: '/tools', text: t('tools.back') }}>
      <div class="stack narrow">
        <FindCard />
        <RawCard />
        <AddressPlaceCard />
      </div>
    </Screen>
  )
}

// The tour for a new user: three cards, one at a time. It blocks nothing, and ends for good with its last card or with Skip.
import { createSignal, type JSX, Show, untrack } from 'solid-js'
import { endTour } from '../../state/preferences/tour.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { type TextKey, t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { focusAfterRemoval } from '../controls/focus.ts'
import { Icon, type IconName } from '../controls/Icon.tsx'
import './tour.css'

type TourCard = { readonly icon: IconName; readonly title: TextKey; readonly body: TextKey }

const KEEP_WORDS: TourCard = { icon: 'words', title: 'tour.keepTitle', body: 'tour.keep' }
const PAY: TourCard = { icon: 'receive', title: 'tour.payTitle', body: 'tour.pay' }
const FIND: TourCard = { icon: 'settings', title: 'tour.findTitle', body: 'tour.find' }

export const Tour = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  // The user of a restored wallet has its words, or the wallet has none.
  const cards = untrack(() => (wallet().createdAt > 0 ? [KEEP_WORDS, PAY, FIND] : [PAY, FIND]))
  const [position, setPosition] = createSignal(0)
  const card = (): TourCard => cards[position()] ?? FIND
  const isLast = (): boolean => position() === cards.length - 1
  const end = (): void => {
    focusAfterRemoval(undefined)
    endTour()
  }
  return (
    <section class="card tour" aria-label={t('tour.label')}>
      <div class="tour-card" aria-live="polite">
        <Icon name={card().icon} />
        <div>
          <p class="muted">
            {t('tour.label')} · {t('tour.step', { step: position() + 1, steps: cards.length })}
          </p>
          <h2>{t(card().title)}</h2>
          <p>{t(card().body)}</p>
        </div>
      </div>
      <div class="buttons tour-buttons">
        <Show when={!isLast()}>
          <Button variant="quiet" onClick={end}>
            {t('tour.skip')}
          </Button>
        </Show>
        <Button disabled={position() === 0} onClick={() => setPosition(position() - 1)}>
          {t('tour.back')}
        </Button>
        {/* One button: it keeps the focus from card to card. */}
        <Button variant="primary" onClick={() => (isLast() ? end() : setPosition(position() + 1))}>
          {t(isLast() ? 'tour.done' : 'tour.next')}
        </Button>
      </div>
    </section>
  )
}

// The tour for a new user: three cards, one at a time. It blocks nothing, and ends for good with its last card or with Skip.
import { createSignal, type JSX, Show } from 'solid-js'
import { endTour } from '../../state/preferences/tour.ts'
import { type TextKey, t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { focusAfterRemoval } from '../controls/focus.ts'
import { Icon, type IconName } from '../controls/Icon.tsx'
import './tour.css'

type TourCard = { readonly icon: IconName; readonly title: TextKey; readonly body: TextKey }

const FIRST: TourCard = { icon: 'words', title: 'tour.keepTitle', body: 'tour.keep' }

const CARDS: readonly TourCard[] = [
  FIRST,
  { icon: 'receive', title: 'tour.payTitle', body: 'tour.pay' },
  { icon: 'settings', title: 'tour.findTitle', body: 'tour.find' },
]

export const Tour = (): JSX.Element => {
  const [position, setPosition] = createSignal(0)
  const card = (): TourCard => CARDS[position()] ?? FIRST
  const isLast = (): boolean => position() === CARDS.length - 1
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
            {t('tour.label')} · {t('tour.step', { step: position() + 1, steps: CARDS.length })}
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

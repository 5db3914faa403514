// Asks into how many coins the chosen ones are split, and says what others learn from it and what it costs.
import { createSignal, type JSX, Show } from 'solid-js'
import { sumAmounts } from '../../../coin/amount.ts'
import type { CoinView } from '../../../wallet/funds/fundsViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { Notice, Problem } from '../../components/feedback/Notice.tsx'
import { TextField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Dialog } from '../../components/layout/Dialog.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { preparingText } from '../../format/preparing.ts'
import { useSession } from '../../state/session/session.tsx'
import { t, tCount } from '../../text/text.ts'
import { type Regrouping, regroupingLearns } from './Regrouping.tsx'

/** A transaction has at most 16 outputs. */
const LEAST = 2
const MOST = 15

/** Returns a number of coins that was typed; undefined if it is out of range. */
const countOf = (text: string): number | undefined => {
  const count = /^\d{1,2}$/.test(text.trim()) ? Number(text.trim()) : 0
  return count >= LEAST && count <= MOST ? count : undefined
}

export const SplitDialog = (props: {
  readonly coins: readonly CoinView[]
  readonly regrouping: Regrouping
  readonly onClose: () => void
}): JSX.Element => {
  const { view } = useSession()
  const [text, setText] = createSignal(String(LEAST))
  const [problem, setProblem] = createSignal('')
  const sum = (): bigint => sumAmounts(props.coins)
  const { prepare } = props.regrouping
  const submit = (): void => {
    const outputs = countOf(text())
    setProblem(outputs === undefined ? t('coins.splitRange', { least: LEAST, most: MOST }) : '')
    if (outputs !== undefined) void prepare.run({ coins: props.coins, outputs })
  }
  return (
    <Dialog title={t('coins.splitTitle')} onClose={props.onClose}>
      <Form onSubmit={submit}>
        <p>
          {tCount('coins.chosen', props.coins.length)}, <Amount amount={sum()} />
        </p>
        <TextField
          autofocus
          label={t('coins.splitInto')}
          inputMode="numeric"
          value={text()}
          problem={problem()}
          onInput={(typed) => {
            setText(typed)
            setProblem('')
          }}
        />
        <Show when={countOf(text())}>
          {(count) => (
            <>
              <p class="muted">
                {t('coins.splitEach')} <Amount amount={sum() / BigInt(count())} />
              </p>
              <Notice kind="info">{regroupingLearns(props.coins.length, count())}</Notice>
            </>
          )}
        </Show>
        <p class="muted">{t('coins.splitCost')}</p>
        <Problem text={prepare.problem()} />
        <div class="buttons">
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={prepare.running()}>
            {prepare.running() ? preparingText(view.paymentStep) : t('send.review')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

// Stakes to a service node that takes further contributions.
import { createSignal, type JSX } from 'solid-js'
import { withoutGaps } from '../../../../bytes/invisibleCharacters.ts'
import type { PreparedOrder } from '../../../../engine/api/engineViews.ts'
import type { StakeOrder } from '../../../../wallet/spend/stakeOrder.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { Problem } from '../../../components/feedback/Notice.tsx'
import { TextField } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { AmountField } from '../../../components/money/AmountField.tsx'
import { formatAmount, parseAmount, type TypedAmount } from '../../../format/amount.ts'
import { createAction } from '../../../state/requests/action.ts'
import { createFieldProblems } from '../../../state/requests/fieldProblems.ts'
import { useSession } from '../../../state/session/session.tsx'
import { createTextDraft } from '../../../state/wallet/drafts.ts'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t } from '../../../text/text.ts'
import { StakeReview } from './StakeReview.tsx'

export const StakeCard = (props: { readonly onSent: () => void }): JSX.Element => {
  const { engine } = useSession()
  const { wallet, drafts } = useOpenWallet()
  const [key, setKey] = createTextDraft(drafts, 'stakes.key')
  const [amountText, setAmountText] = createTextDraft(drafts, 'stakes.amount')
  const [isTried, setTried] = createSignal(false)
  const [prepared, setPrepared] = createSignal<PreparedOrder<StakeOrder>>()
  const amount = (): TypedAmount => parseAmount(amountText(), wallet().decimals)
  const isKey = (): boolean => /^[0-9a-f]{64}$/i.test(withoutGaps(key()))

  const prepare = createAction(async () => {
    setTried(true)
    const typed = amount()
    if (!typed.valid || !isKey()) return
    const serviceNodeKey = withoutGaps(key()).toLowerCase()
    setPrepared(await engine.prepareStake({ serviceNodeKey, amount: typed.amount, priority: 0 }))
  })
  const problems = createFieldProblems(prepare, ({ code }) => (code === 'stake' ? 'key' : undefined))
  const keyProblem = (): string => (isTried() && !isKey() ? t('stakes.keyBad') : problems.of('key'))
  /** The node may take more or less than was typed. */
  const note = (): string => {
    const typed = amount()
    if (!typed.valid || prepared() === undefined || prepared()?.order.amount === typed.amount) return ''
    return t('stakes.adjusted', { amount: formatAmount(typed.amount, wallet().decimals, wallet().ticker) })
  }
  const finish = (): void => {
    setPrepared(undefined)
    setTried(false)
    setKey('')
    setAmountText('')
    props.onSent()
  }
  return (
    <Card title={t('stakes.stake')}>
      <Form onSubmit={() => void prepare.run()}>
        <TextField
          mono
          label={t('stakes.key')}
          hint={t('stakes.keyHint')}
          value={key()}
          problem={keyProblem()}
          onInput={(text) => {
            prepare.clear()
            setKey(text)
          }}
        />
        <AmountField
          label={t('stakes.amount')}
          text={amountText()}
          amount={amount()}
          needed={isTried()}
          onInput={(text) => {
            prepare.clear()
            setAmountText(text)
          }}
        />
        <Problem text={problems.rest()} />
        <Button variant="primary" type="submit" wide busy={prepare.running()}>
          {t('stakes.review')}
        </Button>
      </Form>
      <StakeReview prepared={prepared()} note={note()} onClose={() => setPrepared(undefined)} onSent={finish} />
    </Card>
  )
}

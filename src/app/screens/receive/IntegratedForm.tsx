// Makes an integrated address of a given or random payment id, for those who need one.
import { createSignal, type JSX } from 'solid-js'
import { withoutGaps } from '../../../bytes/invisibleCharacters.ts'
import type { IntegratedAddress } from '../../../wallet/accounts/accountViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { TextField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { t } from '../../text/text.ts'

/** Whether a text is a payment id: 16 hex digits, not all zeros, which would mean none. */
const isPaymentId = (text: string): boolean => /^[0-9a-f]{16}$/i.test(text) && /[^0]/.test(text)

export const IntegratedForm = (props: { readonly onMade: (integrated: IntegratedAddress) => void }): JSX.Element => {
  const { engine } = useSession()
  const [paymentId, setPaymentId] = createSignal('')
  const [isTried, setTried] = createSignal(false)
  const problem = (): string => {
    const text = withoutGaps(paymentId())
    return isTried() && text !== '' && !isPaymentId(text) ? t('integrated.bad') : ''
  }
  const make = createAction(async () => {
    setTried(true)
    if (problem() === '') props.onMade(await engine.integratedAddress(withoutGaps(paymentId())))
  })
  return (
    <Form onSubmit={() => void make.run()}>
      <p class="muted">{t('integrated.about')}</p>
      <TextField
        mono
        label={t('integrated.paymentId')}
        hint={t('integrated.hint')}
        value={paymentId()}
        problem={problem()}
        onInput={setPaymentId}
      />
      <Problem text={make.problem()} />
      <div class="buttons">
        <Button type="submit" busy={make.running()}>
          {t('integrated.show')}
        </Button>
      </div>
    </Form>
  )
}

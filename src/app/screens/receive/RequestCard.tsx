// A payment request: an amount and a message, as a payment link to an address.
import { type Accessor, createMemo, type JSX } from 'solid-js'
import { TextField } from '../../components/form/Field.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { AmountField } from '../../components/money/AmountField.tsx'
import { parseAmount, type TypedAmount } from '../../format/amount.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

export type PaymentRequest = {
  readonly amountText: Accessor<string>
  setAmountText(text: string): void
  readonly amount: Accessor<TypedAmount>
  readonly message: Accessor<string>
  setMessage(text: string): void
  /** the requested amount in atomic units; undefined without one */
  readonly requested: Accessor<bigint | undefined>
  /** an amount or a message is requested */
  readonly isMade: Accessor<boolean>
  /** the latest payment link, with what is requested; empty until there is one */
  readonly link: Accessor<string>
  /** the payment link of what is shown now; empty until it is known */
  readonly currentLink: Accessor<string>
  /** why there is no link, as text for the user */
  readonly problem: Accessor<string>
}

/** Creates a payment request to an address; `address` is undefined until the addresses are fetched. */
export const createPaymentRequest = (address: Accessor<string | undefined>): PaymentRequest => {
  const { engine } = useSession()
  const { wallet, receive } = useOpenWallet()
  const amountText = (): string => receive.request().amountText
  const message = (): string => receive.request().message
  const amount = createMemo(() => parseAmount(amountText(), wallet().decimals))
  const request = createMemo(() => {
    const to = address()
    const typed = amount()
    const description = message().trim()
    if (to === undefined) return undefined
    return {
      address: to,
      ...(typed.valid ? { amount: typed.amount } : {}),
      ...(description === '' ? {} : { description }),
    }
  })
  const uri = createFetched(request, async (requested) => ({ requested, link: await engine.paymentUri(requested) }))
  return {
    amountText,
    setAmountText: (text) => receive.setRequest({ ...receive.request(), amountText: text }),
    amount,
    message,
    setMessage: (text) => receive.setRequest({ ...receive.request(), message: text }),
    requested: createMemo(() => {
      const typed = amount()
      return typed.valid ? typed.amount : undefined
    }),
    isMade: () => amount().valid || message().trim() !== '',
    link: () => uri.value()?.link ?? '',
    currentLink: () => {
      const made = uri.value()
      return made?.requested === request() ? (made?.link ?? '') : ''
    },
    problem: uri.problem,
  }
}

export const RequestCard = (props: {
  readonly request: PaymentRequest
  readonly children?: JSX.Element
}): JSX.Element => (
  <Card title={t('receive.request')}>
    <p class="muted">{t('receive.requestHint')}</p>
    <AmountField
      label={t('receive.amount')}
      text={props.request.amountText()}
      amount={props.request.amount()}
      needed={false}
      onInput={props.request.setAmountText}
    />
    <TextField label={t('receive.message')} value={props.request.message()} onInput={props.request.setMessage} />
    {props.children}
  </Card>
)

// Proves what the wallet has.
import { createSignal, type JSX, Show } from 'solid-js'
import { Button } from '../../../components/controls/Button.tsx'
import { MadeProof } from '../../../components/data/MadeProof.tsx'
import { Notice, Problem } from '../../../components/feedback/Notice.tsx'
import { AccountSelect } from '../../../components/form/AccountSelect.tsx'
import { RadioField, TextField } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { AmountField } from '../../../components/money/AmountField.tsx'
import { HiddenCharacters } from '../../../components/text/ExactText.tsx'
import { parseAmount, type TypedAmount } from '../../../format/amount.ts'
import { createAction } from '../../../state/requests/action.ts'
import { useSession } from '../../../state/session/session.tsx'
import { formatProofText } from '../../../state/tools/proofText.ts'
import { createDraft, createTextDraft } from '../../../state/wallet/drafts.ts'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t } from '../../../text/text.ts'

type Claim = 'all' | 'some'

const claimOf = (kept: unknown): Claim | undefined => (kept === 'all' || kept === 'some' ? kept : undefined)

export const ReserveCard = (): JSX.Element => {
  const { engine } = useSession()
  const { wallet, account, drafts } = useOpenWallet()
  const [what, setWhat] = createDraft(drafts, 'proofs.reserveOf', claimOf, 'all')
  const [amountText, setAmountText] = createTextDraft(drafts, 'proofs.reserveAmount')
  const [tried, setTried] = createSignal(false)
  const [message, setMessage] = createTextDraft(drafts, 'proofs.reserveMessage')
  const [proof, setProof] = createSignal('')
  const amount = (): TypedAmount => parseAmount(amountText(), wallet().decimals)
  const make = createAction(async () => {
    setTried(true)
    const typed = amount()
    if (what() === 'some' && !typed.valid) return
    const claim = what() === 'some' && typed.valid ? { account: account(), amount: typed.amount } : 'all'
    setProof(await engine.proveReserve({ claim, message: message() }))
  })
  return (
    <Card title={t('proofs.reserve')}>
      <Notice kind="warning">{t('proofs.reserveAbout')}</Notice>
      <Form onSubmit={() => void make.run()}>
        <RadioField
          label={t('proofs.reserveOf')}
          value={what()}
          options={[
            { value: 'all', text: t('proofs.reserveAll') },
            { value: 'some', text: t('proofs.reserveSome') },
          ]}
          onChange={(chosen) => {
            setWhat(chosen)
            setProof('')
          }}
        />
        <Show when={what() === 'some'}>
          <AccountSelect label={t('receive.account')} />
          <AmountField
            label={t('proofs.amount')}
            text={amountText()}
            amount={amount()}
            needed={tried()}
            onInput={(text) => {
              setAmountText(text)
              setProof('')
            }}
          />
        </Show>
        <TextField
          label={t('proofs.message')}
          hint={t('proofs.messageHint')}
          value={message()}
          onInput={(text) => {
            setMessage(text)
            setProof('')
          }}
        />
        <HiddenCharacters text={message()} />
        <Problem text={make.problem()} />
        <div class="buttons">
          <Button type="submit" busy={make.running()}>
            {t('proofs.reserveGo')}
          </Button>
        </div>
      </Form>
      <MadeProof
        label={t('proofs.made')}
        copyLabel={t('proofs.copy')}
        proof={proof()}
        complete={formatProofText({ address: wallet().address, message: message(), proof: proof() })}
      />
    </Card>
  )
}

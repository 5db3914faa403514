// Signs a text with the key of an address.
import { useLocation } from '@solidjs/router'
import { createSignal, type JSX } from 'solid-js'
import { addressName } from '../../../components/address/addressName.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { MadeProof } from '../../../components/data/MadeProof.tsx'
import { Problem } from '../../../components/feedback/Notice.tsx'
import { AccountSelect } from '../../../components/form/AccountSelect.tsx'
import { SelectField, TextArea } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { HiddenCharacters } from '../../../components/text/ExactText.tsx'
import { createAction } from '../../../state/requests/action.ts'
import { useSession } from '../../../state/session/session.tsx'
import { formatProofText } from '../../../state/tools/proofText.ts'
import { createTextDraft } from '../../../state/wallet/drafts.ts'
import { createAddresses } from '../../../state/wallet/lists.ts'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t } from '../../../text/text.ts'

/** The state of a navigation to this tool: index of the address to sign with. */
export type SignRequest = { readonly signWith?: number }

export const SignCard = (): JSX.Element => {
  const { engine } = useSession()
  const { account, drafts } = useOpenWallet()
  const addresses = createAddresses(account)
  const signWith = useLocation<SignRequest>().state?.signWith
  const [index, setIndex] = createSignal(signWith ?? 0)
  const [text, setText] = createTextDraft(drafts, 'proofs.text')
  const [problem, setProblem] = createSignal('')
  const [signature, setSignature] = createSignal('')
  const address = (): string => addresses.items.find((each) => each.index === index())?.address ?? ''
  const sign = createAction(async () => {
    setProblem(text().trim() === '' ? t('proofs.textMissing') : '')
    if (problem() !== '') return
    setSignature(await engine.signMessage({ text: text(), account: account(), address: index() }))
  })
  return (
    <Card title={t('proofs.sign')}>
      <p class="muted">{t('proofs.signAbout')}</p>
      <Form onSubmit={() => void sign.run()}>
        <TextArea
          rows={3}
          autofocus={signWith !== undefined}
          label={t('proofs.text')}
          value={text()}
          problem={problem()}
          onInput={(typed) => {
            setText(typed)
            setProblem('')
            setSignature('')
          }}
        />
        <HiddenCharacters text={text()} />
        <AccountSelect label={t('receive.account')} />
        <SelectField
          areNames
          label={t('proofs.signWith')}
          value={index()}
          options={addresses.items.map((each) => ({ value: each.index, text: addressName(each) }))}
          onChange={(chosen) => {
            setIndex(chosen)
            setSignature('')
          }}
        />
        <Problem text={sign.problem()} />
        <div class="buttons">
          <Button variant="primary" type="submit" busy={sign.running()}>
            {t('proofs.signGo')}
          </Button>
        </div>
      </Form>
      <MadeProof
        label={t('proofs.signature')}
        copyLabel={t('proofs.copySignature')}
        proof={signature()}
        complete={formatProofText({ address: address(), message: text(), proof: signature() })}
      />
    </Card>
  )
}

// Buys a name.
import type { JSX } from 'solid-js'
import { withoutGaps } from '../../../../bytes/invisibleCharacters.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { Problem } from '../../../components/feedback/Notice.tsx'
import { SelectField, TextField } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { Disclosure } from '../../../components/layout/Disclosure.tsx'
import { createNameOrdering } from '../../../state/tools/ownNames.ts'
import { createDraft, createTextDraft } from '../../../state/wallet/drafts.ts'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t } from '../../../text/text.ts'
import { NameReview } from './NameReview.tsx'
import { lokinetTerms } from './nameTerms.ts'

/** Returns an address, or undefined for an empty field. */
export const optionalText = (text: string): string | undefined => withoutGaps(text) || undefined

const typeOf = (kept: unknown): string | undefined => (typeof kept === 'string' ? kept : undefined)

export const BuyCard = (props: { readonly onSent: () => void }): JSX.Element => {
  const { drafts } = useOpenWallet()
  const ordering = createNameOrdering()
  const { prepare, problems } = ordering
  const [type, setType] = createDraft(drafts, 'names.type', typeOf, 'session')
  const [name, setName] = createTextDraft(drafts, 'names.name')
  const [value, setValue] = createTextDraft(drafts, 'names.value')
  const [owner, setOwner] = createTextDraft(drafts, 'names.owner')
  const [backupOwner, setBackupOwner] = createTextDraft(drafts, 'names.backupOwner')
  const isSession = (): boolean => type() === 'session'
  /** A change of a field removes the problem that it may have caused. */
  const edited =
    (set: (text: string) => void) =>
    (text: string): void => {
      prepare.clear()
      set(text)
    }
  const order = (): void =>
    void prepare.run({
      ...({ operation: 'buy', type: type(), name: name().trim(), value: withoutGaps(value()) } as const),
      ...{ owner: optionalText(owner()), backupOwner: optionalText(backupOwner()) },
    })
  const finish = (): void => {
    for (const set of [setName, setValue, setOwner, setBackupOwner]) set('')
    setType('session')
    props.onSent()
  }
  return (
    <Card title={t('ownNames.buy')}>
      <Form onSubmit={order}>
        <SelectField
          label={t('ownNames.kind')}
          value={type()}
          options={[{ value: 'session', text: t('ownNames.sessionTerm') }, ...lokinetTerms()]}
          onChange={edited(setType)}
        />
        <TextField
          label={t('ownNames.name')}
          hint={t(isSession() ? 'ownNames.nameHintSession' : 'ownNames.nameHintLokinet')}
          value={name()}
          problem={problems.of('name')}
          onInput={edited(setName)}
        />
        <TextField
          mono
          label={t(isSession() ? 'ownNames.sessionId' : 'ownNames.lokinetAddress')}
          hint={t(isSession() ? 'ownNames.sessionIdHint' : 'ownNames.lokinetAddressHint')}
          value={value()}
          problem={problems.of('value')}
          onInput={edited(setValue)}
        />
        <Disclosure summary={t('ownNames.owners')}>
          <div class="form">
            <TextField
              mono
              label={t('ownNames.ownerField')}
              hint={t('ownNames.ownerHint')}
              value={owner()}
              problem={problems.of('owner')}
              onInput={edited(setOwner)}
            />
            <TextField
              mono
              label={t('ownNames.backupOwnerField')}
              hint={t('ownNames.backupOwnerHint')}
              value={backupOwner()}
              problem={problems.of('backupOwner')}
              onInput={edited(setBackupOwner)}
            />
          </div>
        </Disclosure>
        <Problem text={problems.rest()} />
        <Button variant="primary" type="submit" wide busy={prepare.running()}>
          {t('ownNames.review')}
        </Button>
      </Form>
      <NameReview ordering={ordering} onSent={finish} />
    </Card>
  )
}

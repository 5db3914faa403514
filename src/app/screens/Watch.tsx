// Restores a wallet from its keys; without the spend key it is watch-only.
import { createSignal, type JSX } from 'solid-js'
import { Button } from '../components/Button.tsx'
import { PasswordField, TextArea } from '../components/Field.tsx'
import { Form } from '../components/Form.tsx'
import { Problem } from '../components/Notice.tsx'
import { createRestoreFromForm, RestoreFromField } from '../components/RestoreFrom.tsx'
import { Screen } from '../components/Screen.tsx'
import { WalletFields } from '../components/WalletFields.tsx'
import { createAction } from '../state/action.ts'
import { useSession } from '../state/session.tsx'
import { createWalletForm } from '../state/walletForm.ts'
import { t } from '../text/text.ts'

const isKey = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text.trim())

export default function Watch(): JSX.Element {
  const { engine } = useSession()
  const form = createWalletForm()
  const from = createRestoreFromForm()
  const [address, setAddress] = createSignal('')
  const [viewSecret, setViewSecret] = createSignal('')
  const [spendSecret, setSpendSecret] = createSignal('')
  const [tried, setTried] = createSignal(false)

  const addressProblem = (): string => (address().trim() === '' ? t('keys.addressMissing') : '')
  const viewProblem = (): string => (isKey(viewSecret()) ? '' : t('keys.keyBad'))
  const spendProblem = (): string => (spendSecret().trim() === '' || isKey(spendSecret()) ? '' : t('keys.keyBad'))
  const whenTried = (problem: string): string => (tried() ? problem : '')

  const restore = createAction(async () => {
    setTried(true)
    const wallet = form.validate()
    const since = from.validate()
    if (wallet === undefined || since === undefined || addressProblem() || viewProblem() || spendProblem()) return
    const keys = {
      address: address().trim(),
      viewSecret: viewSecret().trim().toLowerCase(),
      spendSecret: spendSecret().trim().toLowerCase(),
    }
    await engine.restoreFromKeys(wallet, keys, since)
  })

  return (
    <Screen title={t('keys.title')} back={{ href: '/welcome', text: t('action.cancel') }}>
      <p>{t('keys.body')}</p>
      <Form onSubmit={() => void restore.run()}>
        <TextArea
          mono
          label={t('keys.address')}
          rows={3}
          value={address()}
          problem={whenTried(addressProblem())}
          onInput={setAddress}
        />
        <PasswordField
          isNew
          label={t('keys.viewKey')}
          hint={t('keys.viewKeyHint')}
          value={viewSecret()}
          problem={whenTried(viewProblem())}
          onInput={setViewSecret}
        />
        <PasswordField
          isNew
          label={t('keys.spendKey')}
          hint={t('keys.spendKeyHint')}
          value={spendSecret()}
          problem={whenTried(spendProblem())}
          onInput={setSpendSecret}
        />
        <RestoreFromField form={from} />
        <WalletFields form={form} />
        <Problem text={restore.problem()} />
        <Button look="primary" type="submit" wide busy={restore.running()}>
          {t(spendSecret().trim() === '' ? 'keys.watch' : 'keys.restore')}
        </Button>
      </Form>
    </Screen>
  )
}

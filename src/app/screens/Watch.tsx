// Restores a wallet from its keys; without the spend key it is watch-only.
import { type Accessor, createSignal, type JSX, Show } from 'solid-js'
import { withoutGaps } from '../../bytes/invisibleCharacters.ts'
import { parseWalletUri } from '../../coin/addresses/walletUri.ts'
import { Button } from '../components/controls/Button.tsx'
import { QrScanner } from '../components/data/QrScanner.tsx'
import { Problem } from '../components/feedback/Notice.tsx'
import { PasswordField, TextArea } from '../components/form/Field.tsx'
import { Form } from '../components/form/Form.tsx'
import { Disclosure } from '../components/layout/Disclosure.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { createLookAheadForm, LookAheadFields } from '../components/wallet/LookAhead.tsx'
import { createRestoreFromForm, RestoreFromField } from '../components/wallet/RestoreFrom.tsx'
import { WalletFields } from '../components/wallet/WalletFields.tsx'
import { createAction } from '../state/requests/action.ts'
import { createFieldProblems } from '../state/requests/fieldProblems.ts'
import { useSession } from '../state/session/session.tsx'
import { createWalletForm } from '../state/wallets/walletForm.ts'
import { t } from '../text/text.ts'

/** Returns a key as it is typed or copied, without the `0x` of other programs. */
const keyOf = (text: string): string => withoutGaps(text).toLowerCase().replace(/^0x/, '')

const isKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(keyOf(text))

/** Address and view secret are empty if the spend secret alone was entered. */
type Keys = { readonly address: string; readonly viewSecret: string; readonly spendSecret: string }

type KeyField = { readonly value: Accessor<string>; set(text: string): void; readonly problem: Accessor<string> }

type KeysForm = {
  readonly address: KeyField
  readonly viewSecret: KeyField
  readonly spendSecret: KeyField
  /** Returns the keys; undefined, with problems to show, if a field is not valid. */
  validate(): Keys | undefined
}

/** Creates the fields of the keys. Problems show after the first validation, then follow the input. */
const createKeysForm = (): KeysForm => {
  const [tried, setTried] = createSignal(false)
  const createField = (problemOf: (text: string) => string): KeyField => {
    const [value, set] = createSignal('')
    return { value, set, problem: () => (tried() ? problemOf(withoutGaps(value())) : '') }
  }
  const spendSecret = createField((text) => (text === '' || isKey(text) ? '' : t('keys.keyBad')))
  const hasOnlySpendKey = (): boolean =>
    isKey(spendSecret.value()) && [address, viewSecret].every(({ value }) => withoutGaps(value()) === '')
  const address = createField((text) => (text === '' && !hasOnlySpendKey() ? t('keys.addressMissing') : ''))
  const viewSecret = createField((text) => (isKey(text) || hasOnlySpendKey() ? '' : t('keys.keyBad')))
  return {
    address,
    viewSecret,
    spendSecret,
    validate: () => {
      setTried(true)
      if (address.problem() || viewSecret.problem() || spendSecret.problem()) return undefined
      return {
        address: withoutGaps(address.value()),
        viewSecret: keyOf(viewSecret.value()),
        spendSecret: keyOf(spendSecret.value()),
      }
    },
  }
}

export default function Watch(): JSX.Element {
  const { engine } = useSession()
  const form = createWalletForm()
  const from = createRestoreFromForm(form.networkId)
  const lookAhead = createLookAheadForm()
  const [isScanning, setScanning] = createSignal(false)
  const { address, viewSecret, spendSecret, validate } = createKeysForm()

  const restore = createAction(async () => {
    const keys = validate()
    const wallet = form.validate()
    const since = from.validate()
    const ahead = lookAhead.validate()
    if (wallet === undefined || since === undefined || keys === undefined || ahead === undefined) return
    const choice = { ...wallet, lookAhead: ahead }
    if (keys.address === '') await engine.restoreFromSpendKey(choice, keys.spendSecret, since)
    else await engine.restoreFromKeys(choice, keys, since)
  })

  const problems = createFieldProblems(restore, ({ code, details }) => {
    if (code === 'address') return 'address'
    return code === 'key-mismatch' ? String(details['field']) : undefined
  })
  const enter =
    (field: KeyField) =>
    (text: string): void => {
      restore.clear()
      field.set(text)
    }
  /** Takes an address, or a whole wallet from the QR code of another program. */
  const enterAddress = (text: string): void => {
    const found = parseWalletUri(text)
    enter(address)(found?.address ?? text)
    if (found === undefined) return
    viewSecret.set(found.viewKey)
    spendSecret.set(found.spendKey)
    if (found.height === undefined) return
    from.setKind('point')
    from.setHeight(String(found.height))
  }

  return (
    <Screen title={t('keys.title')} back={{ href: '/welcome', text: t('action.cancel') }}>
      <p>{t('keys.body')}</p>
      <Form onSubmit={() => void restore.run()}>
        <TextArea
          mono
          label={t('keys.address')}
          rows={3}
          value={address.value()}
          problem={address.problem() || problems.of('address')}
          onInput={enterAddress}
        />
        <div class="buttons">
          <Button icon="camera" onClick={() => setScanning(true)}>
            {t('fill.scan')}
          </Button>
        </div>
        <PasswordField
          autocomplete="off"
          label={t('keys.viewKey')}
          hint={t('keys.viewKeyHint')}
          value={viewSecret.value()}
          problem={viewSecret.problem() || problems.of('viewSecret')}
          onInput={enter(viewSecret)}
        />
        <PasswordField
          autocomplete="off"
          label={t('keys.spendKey')}
          hint={t('keys.spendKeyHint')}
          value={spendSecret.value()}
          problem={spendSecret.problem() || problems.of('spendSecret')}
          onInput={enter(spendSecret)}
        />
        <RestoreFromField form={from} />
        <WalletFields form={form} />
        <Disclosure summary={t('restore.more')} open={lookAhead.problem() !== ''}>
          <LookAheadFields form={lookAhead} />
        </Disclosure>
        <Problem text={problems.rest()} />
        <Button variant="primary" type="submit" wide busy={restore.running()}>
          {t(spendSecret.value().trim() === '' ? 'keys.watch' : 'keys.restore')}
        </Button>
      </Form>
      <Show when={isScanning()}>
        <QrScanner
          title={t('fill.scan')}
          hint={t('keys.scanHint')}
          problem=""
          onText={(text) => {
            setScanning(false)
            enterAddress(text.trim())
          }}
          onClose={() => setScanning(false)}
        />
      </Show>
    </Screen>
  )
}

// Restores a wallet from its seed words.
import { createSignal, type JSX } from 'solid-js'
import { Button } from '../components/controls/Button.tsx'
import { Problem } from '../components/feedback/Notice.tsx'
import { PasswordField } from '../components/form/Field.tsx'
import { Form } from '../components/form/Form.tsx'
import { Disclosure } from '../components/layout/Disclosure.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { createLookAheadForm, LookAheadFields } from '../components/wallet/LookAhead.tsx'
import { createRestoreFromForm, RestoreFromField } from '../components/wallet/RestoreFrom.tsx'
import { SeedField } from '../components/wallet/SeedField.tsx'
import { WalletFields } from '../components/wallet/WalletFields.tsx'
import { createAction } from '../state/requests/action.ts'
import { createFieldProblems } from '../state/requests/fieldProblems.ts'
import { useSession } from '../state/session/session.tsx'
import { createSeedForm } from '../state/wallets/seedForm.ts'
import { createWalletForm } from '../state/wallets/walletForm.ts'
import { t } from '../text/text.ts'

/** The fields of the faults of a polyseed; those without one are of its words. */
const FIELDS: Readonly<Record<string, string>> = { passphrase: 'offset', coin: 'network' }

export default function Restore(): JSX.Element {
  const { engine } = useSession()
  const form = createWalletForm()
  const from = createRestoreFromForm(form.networkId)
  const seed = createSeedForm()
  const lookAhead = createLookAheadForm()
  const [offset, setOffset] = createSignal('')

  const restore = createAction(async () => {
    const wallet = form.validate()
    const since = from.validate()
    const words = seed.validate()
    const ahead = lookAhead.validate()
    if (wallet === undefined || since === undefined || words === undefined || ahead === undefined) return
    await engine.restoreFromWords({ ...wallet, lookAhead: ahead }, { words, offset: offset() }, since)
  })

  const problems = createFieldProblems(restore, ({ code, details }) => {
    if (code === 'seed' || code === 'old-english-seed') return 'words'
    if (code !== 'polyseed') return undefined
    return FIELDS[String(details['fault'])] ?? 'words'
  })

  return (
    <Screen title={t('restore.title')} back={{ href: '/welcome', text: t('action.cancel') }}>
      <Form onSubmit={() => void restore.run()}>
        <SeedField form={seed} problem={problems.of('words')} onChange={restore.clear} />
        <RestoreFromField form={from} hasMonth={seed.inspection()?.kind === 'polyseed'} />
        <WalletFields form={form} networkProblem={problems.of('network')} />
        <Disclosure summary={t('restore.more')} open={problems.of('offset') !== '' || lookAhead.problem() !== ''}>
          <PasswordField
            autocomplete="off"
            label={t('restore.offset')}
            hint={t('restore.offsetHint')}
            value={offset()}
            problem={problems.of('offset')}
            onInput={setOffset}
          />
          <LookAheadFields form={lookAhead} />
        </Disclosure>
        <Problem text={problems.rest()} />
        <Button variant="primary" type="submit" wide busy={restore.running()}>
          {t('restore.submit')}
        </Button>
      </Form>
    </Screen>
  )
}

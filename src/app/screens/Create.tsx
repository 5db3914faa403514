// Creates a wallet in three steps: name and password, the seed words, a check of some of the words.
import { createSignal, type JSX, Match, Switch } from 'solid-js'
import { estimateHeight } from '../../coin/networks/network.ts'
import { Button } from '../components/controls/Button.tsx'
import { Problem } from '../components/feedback/Notice.tsx'
import { Form } from '../components/form/Form.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import type { Sheet } from '../components/wallet/BackupSheet.tsx'
import { WalletFields } from '../components/wallet/WalletFields.tsx'
import { formatDate } from '../format/time.ts'
import { createFetched } from '../state/requests/fetched.ts'
import { useSession } from '../state/session/session.tsx'
import { createWalletForm } from '../state/wallets/walletForm.ts'
import { formatCount } from '../text/counts.ts'
import { t } from '../text/text.ts'
import { CheckStep } from './create/CheckStep.tsx'
import { createSeedChoice } from './create/seedChoice.ts'
import { WordsStep } from './create/WordsStep.tsx'
import './create.css'

type Step = 1 | 2 | 3

const titles = { 1: 'create.title', 2: 'create.wordsTitle', 3: 'create.checkTitle' } as const

export default function Create(): JSX.Element {
  const { engine } = useSession()
  const form = createWalletForm()
  const [step, setStep] = createSignal<Step>(1)
  const choice = createSeedChoice(form.networkId)
  const clock = createFetched(form.networkId, (id) => engine.chainClock(id))

  const begin = async (): Promise<void> => {
    if (form.validate() !== undefined && (await choice.prepare())) setStep(2)
  }
  /** Today, and the height that stands for it in other programs. */
  const beginning = (): string => {
    const now = Math.floor(Date.now() / 1000)
    const known = clock.value()
    if (known?.heightAnchor === undefined) return formatDate(now)
    return `${formatDate(now)} · ${t('time.block', { height: formatCount(estimateHeight(known, now)) })}`
  }
  const sheetOf = async (): Promise<Sheet> => ({
    name: form.name().trim(),
    networkId: form.networkId(),
    address: await engine.draftAddress(form.networkId(), choice.passphrase()),
    words: choice.words(),
    beginning: choice.kind() === 'polyseed' ? undefined : beginning(),
    needsPassphrase: choice.passphrase() !== '',
  })

  return (
    <Screen title={t(titles[step()])} back={{ href: '/welcome', text: t('action.cancel') }}>
      <p class="muted step">{t('create.step', { step: step() })}</p>
      <Switch>
        <Match when={step() === 1}>
          <Form onSubmit={() => void begin()}>
            <WalletFields form={form} />
            <Problem text={choice.problem()} />
            <Button variant="primary" type="submit" wide busy={choice.busy()}>
              {t('action.continue')}
            </Button>
          </Form>
        </Match>
        <Match when={step() === 2}>
          <WordsStep
            choice={choice}
            beginning={beginning()}
            sheetOf={sheetOf}
            onBack={() => setStep(1)}
            onNext={() => setStep(3)}
          />
        </Match>
        <Match when={step() === 3}>
          <CheckStep form={form} choice={choice} onBack={() => setStep(2)} />
        </Match>
      </Switch>
    </Screen>
  )
}

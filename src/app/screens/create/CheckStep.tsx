// The third step of a new wallet: the user enters some of the seed words, which creates the wallet.
import { createSignal, For, type JSX, Show, untrack } from 'solid-js'
import { createStore } from 'solid-js/store'
import { Button } from '../../components/controls/Button.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { PasswordField, TextField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { createAction } from '../../state/requests/action.ts'
import { createFieldProblems } from '../../state/requests/fieldProblems.ts'
import { useSession } from '../../state/session/session.tsx'
import type { WalletForm } from '../../state/wallets/walletForm.ts'
import { t } from '../../text/text.ts'
import type { SeedChoice } from './seedChoice.ts'

const CHECKED_WORDS = 3

/** Draws distinct 1-based positions; returns them in ascending order. */
const drawPositions = (count: number, total: number): readonly number[] => {
  const drawn = new Set<number>()
  while (drawn.size < Math.min(count, total)) {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    drawn.add((random % total) + 1)
  }
  return [...drawn].sort((a, b) => a - b)
}

export const CheckStep = (props: {
  readonly form: WalletForm
  readonly choice: SeedChoice
  readonly onBack: () => void
}): JSX.Element => {
  const { engine } = useSession()
  const positions = drawPositions(CHECKED_WORDS, untrack(props.choice.words).length)
  const [typed, setTyped] = createStore<Record<number, string>>(
    Object.fromEntries(positions.map((position) => [position, ''])),
  )
  const [tried, setTried] = createSignal(false)
  const [again, setAgain] = createSignal('')
  const isPassphraseWrong = (): boolean => again() !== props.choice.passphrase()
  const wordAt = (position: number): string => (typed[position] ?? '').trim()

  const finish = createAction(async () => {
    const wallet = props.form.validate()
    const answers = positions.map((position) => ({ position, word: wordAt(position).toLowerCase() }))
    setTried(true)
    if (wallet === undefined || answers.some((answer) => answer.word === '') || isPassphraseWrong()) return
    await engine.createWallet(wallet, answers, props.choice.passphrase())
  })

  const problems = createFieldProblems(finish, ({ code, details }) =>
    code === 'draft-words' && details['position'] !== undefined ? String(details['position']) : undefined,
  )

  return (
    <Form onSubmit={() => void finish.run()}>
      <p>{t('create.checkBody')}</p>
      <For each={positions}>
        {(position, index) => (
          <TextField
            label={t('create.word', { position })}
            autofocus={index() === 0}
            value={typed[position] ?? ''}
            problem={tried() && wordAt(position) === '' ? t('create.wordMissing') : problems.of(String(position))}
            onInput={(word) => {
              finish.clear()
              setTyped(position, word)
            }}
          />
        )}
      </For>
      <Show when={props.choice.passphrase()}>
        <PasswordField
          autocomplete="off"
          label={t('create.passphraseAgain')}
          value={again()}
          problem={tried() && isPassphraseWrong() ? t('create.passphraseDiffers') : ''}
          onInput={(text) => {
            finish.clear()
            setAgain(text)
          }}
        />
      </Show>
      <Problem text={problems.rest()} />
      <div class="buttons">
        <Button onClick={props.onBack}>{t('create.showAgain')}</Button>
        <Button variant="primary" type="submit" wide busy={finish.running()}>
          {t('create.finish')}
        </Button>
      </div>
    </Form>
  )
}

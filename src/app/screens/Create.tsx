// Creates a wallet in three steps: name and password, the seed words, a check of some of the words.
import { createSignal, For, type JSX, Match, Show, Switch } from 'solid-js'
import { createStore } from 'solid-js/store'
import { Button } from '../components/Button.tsx'
import { SelectField, TextField } from '../components/Field.tsx'
import { Form } from '../components/Form.tsx'
import { Notice, Problem } from '../components/Notice.tsx'
import { Screen } from '../components/Screen.tsx'
import { SeedWords } from '../components/SeedWords.tsx'
import { WalletFields } from '../components/WalletFields.tsx'
import { createAction } from '../state/action.ts'
import { createFetched } from '../state/fetched.ts'
import { useSession } from '../state/session.tsx'
import { createWalletForm } from '../state/walletForm.ts'
import { t } from '../text/text.ts'
import './create.css'

const DEFAULT_LANGUAGE = 'English'
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

export default function Create(): JSX.Element {
  const { engine } = useSession()
  const form = createWalletForm()
  const [step, setStep] = createSignal<1 | 2 | 3>(1)
  const [language, setLanguage] = createSignal(DEFAULT_LANGUAGE)
  const fetchedLanguages = createFetched(true, () => engine.seedLanguages())
  const languages = () => fetchedLanguages.value() ?? []
  const [words, setWords] = createSignal<readonly string[]>([])
  const [positions, setPositions] = createSignal<readonly number[]>([])
  const [typed, setTyped] = createStore<Record<number, string>>({})
  const [tried, setTried] = createSignal(false)

  const draft = createAction(async (chosen: string) => {
    setWords(await engine.draftSeed(chosen))
    setLanguage(chosen)
  })

  const begin = async (): Promise<void> => {
    if (form.validate() === undefined) return
    if (words().length === 0 && !(await draft.run(language()))) return
    setStep(2)
  }

  const check = (): void => {
    setPositions(drawPositions(CHECKED_WORDS, words().length))
    setTyped(Object.fromEntries(positions().map((position) => [position, ''])))
    setTried(false)
    finish.clear()
    setStep(3)
  }

  const finish = createAction(async () => {
    const wallet = form.validate()
    const answers = positions().map((position) => ({ position, word: (typed[position] ?? '').trim().toLowerCase() }))
    setTried(true)
    if (wallet === undefined || answers.some((answer) => answer.word === '')) return
    await engine.createWallet(wallet, answers)
  })

  const title = (): string =>
    step() === 1 ? t('create.title') : step() === 2 ? t('create.wordsTitle') : t('create.checkTitle')

  return (
    <Screen title={title()} back={{ href: '/welcome', text: t('action.cancel') }}>
      <p class="muted step">{t('create.step', { step: step() })}</p>
      <Switch>
        <Match when={step() === 1}>
          <Form onSubmit={() => void begin()}>
            <WalletFields form={form} />
            <Problem text={draft.problem() || fetchedLanguages.problem()} />
            <Button look="primary" type="submit" wide busy={draft.running()}>
              {t('action.continue')}
            </Button>
          </Form>
        </Match>
        <Match when={step() === 2}>
          <div class="form">
            <Notice kind="warning">{t('create.wordsBody')}</Notice>
            <SeedWords label={t('create.words')} words={words()} />
            <Show when={languages().length > 1}>
              <SelectField
                label={t('create.language')}
                value={language()}
                options={languages().map((each) => ({
                  value: each.name,
                  text: each.name === each.ownName ? each.name : `${each.ownName} (${each.name})`,
                }))}
                onChange={(chosen) => void draft.run(chosen)}
              />
            </Show>
            <Problem text={draft.problem() || fetchedLanguages.problem()} />
            <div class="buttons">
              <Button onClick={() => setStep(1)}>{t('action.back')}</Button>
              <Button look="primary" wide busy={draft.running()} onClick={check}>
                {t('create.written')}
              </Button>
            </div>
          </div>
        </Match>
        <Match when={step() === 3}>
          <Form onSubmit={() => void finish.run()}>
            <p>{t('create.checkBody')}</p>
            <For each={positions()}>
              {(position, index) => (
                <TextField
                  label={t('create.word', { position })}
                  autofocus={index() === 0}
                  value={typed[position] ?? ''}
                  problem={tried() && !(typed[position] ?? '').trim() ? t('create.wordMissing') : ''}
                  onInput={(word) => setTyped(position, word)}
                />
              )}
            </For>
            <Problem text={finish.problem()} />
            <div class="buttons">
              <Button onClick={() => setStep(2)}>{t('create.showAgain')}</Button>
              <Button look="primary" type="submit" wide busy={finish.running()}>
                {t('create.finish')}
              </Button>
            </div>
          </Form>
        </Match>
      </Switch>
    </Screen>
  )
}

// Restores a wallet from its seed words.
import { createSignal, type JSX } from 'solid-js'
import { Button } from '../components/Button.tsx'
import { Disclosure } from '../components/Disclosure.tsx'
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

const SEED_WORDS = 25
/** A seed without its checksum word is accepted too. */
const MIN_WORDS = 24

/** The seed of a participant of a multisig wallet is one long text in hex. */
const isMultisigSeed = (text: string): boolean => /^[0-9a-f]{100,}$/i.test(text.trim())

const countWords = (text: string): number => text.split(/\s+/u).filter(Boolean).length

export default function Restore(): JSX.Element {
  const { engine } = useSession()
  const form = createWalletForm()
  const from = createRestoreFromForm()
  const [words, setWords] = createSignal('')
  const [offset, setOffset] = createSignal('')
  const [tried, setTried] = createSignal(false)

  const count = (): number => countWords(words())
  const hint = (): string => {
    if (count() === 0) return t('restore.wordsHint')
    if (isMultisigSeed(words())) return t('restore.multisigSeed')
    if (count() < MIN_WORDS) return t('restore.countShort', { count: count(), missing: SEED_WORDS - count() })
    if (count() === MIN_WORDS) return t('restore.count', { count: count() })
    return t('restore.countReady', { count: count() })
  }
  const problem = (): string => {
    if (count() > SEED_WORDS) return t('restore.countOver', { count: count() })
    return tried() && count() === 0 ? t('restore.wordsMissing') : ''
  }

  const restore = createAction(async () => {
    setTried(true)
    const wallet = form.validate()
    const since = from.validate()
    if (wallet === undefined || since === undefined || count() === 0) return
    const seed = { words: words().trim().split(/\s+/u).join(' '), offset: offset() }
    await engine.restoreFromWords(wallet, seed, since)
  })

  return (
    <Screen title={t('restore.title')} back={{ href: '/welcome', text: t('action.cancel') }}>
      <Form onSubmit={() => void restore.run()}>
        <TextArea
          label={t('restore.words')}
          rows={4}
          hint={hint()}
          value={words()}
          problem={problem()}
          onInput={setWords}
        />
        <RestoreFromField form={from} />
        <WalletFields form={form} />
        <Disclosure summary={t('restore.more')}>
          <PasswordField
            isNew
            label={t('restore.offset')}
            hint={t('restore.offsetHint')}
            value={offset()}
            onInput={setOffset}
          />
        </Disclosure>
        <Problem text={restore.problem()} />
        <Button variant="primary" type="submit" wide busy={restore.running()}>
          {t('restore.submit')}
        </Button>
      </Form>
    </Screen>
  )
}

// The second step of a new wallet: shows the seed words, of a kind and in a language to choose.
import { type JSX, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Notice, Problem } from '../../components/feedback/Notice.tsx'
import { PasswordField, RadioField, SelectField } from '../../components/form/Field.tsx'
import { Disclosure } from '../../components/layout/Disclosure.tsx'
import { Fact, Facts } from '../../components/text/Facts.tsx'
import { PrintSheet, type Sheet } from '../../components/wallet/BackupSheet.tsx'
import { SeedWords } from '../../components/wallet/SeedWords.tsx'
import { t } from '../../text/text.ts'
import type { SeedChoice } from './seedChoice.ts'

/** What only a polyseed has: its month inside, and a passphrase. */
const PolyseedOptions = (props: { readonly choice: SeedChoice }): JSX.Element => (
  <>
    <p class="muted">{t('create.monthInside')}</p>
    <Disclosure summary={t('restore.more')} open={props.choice.passphrase() !== ''}>
      <PasswordField
        autocomplete="off"
        label={t('restore.offset')}
        hint={t('create.passphraseHint')}
        value={props.choice.passphrase()}
        onInput={props.choice.setPassphrase}
      />
    </Disclosure>
  </>
)

export const WordsStep = (props: {
  readonly choice: SeedChoice
  /** from when on a wallet of these words has payments */
  readonly beginning: string
  /** what is printed of them */
  readonly sheetOf: () => Promise<Sheet>
  readonly onBack: () => void
  readonly onNext: () => void
}): JSX.Element => (
  <div class="form">
    <Notice kind="warning">{t('create.wordsBody')}</Notice>
    <Show when={props.choice.hasPolyseeds()}>
      <RadioField
        label={t('create.kind')}
        value={props.choice.kind()}
        options={[
          { value: 'polyseed', text: t('create.sixteen') },
          { value: 'standard', text: t('create.twentyFive') },
        ]}
        onChange={(kind) => void props.choice.draw({ kind, language: props.choice.language() })}
      />
    </Show>
    <SeedWords label={t('create.words')} words={props.choice.words()} />
    <Show
      when={props.choice.kind() === 'polyseed'}
      fallback={
        <Facts>
          <Fact name={t('create.beginning')}>
            <span class="numerals">{props.beginning}</span>
          </Fact>
        </Facts>
      }
    >
      <PolyseedOptions choice={props.choice} />
    </Show>
    <PrintSheet
      sheetOf={props.sheetOf}
      basis={[...props.choice.words(), props.beginning, props.choice.passphrase()].join(' ')}
    />
    <Show when={props.choice.languages().length > 1}>
      <SelectField
        areNames
        label={t('create.language')}
        value={props.choice.language()}
        options={props.choice.languages().map((each) => ({
          value: each.name,
          text: each.name === each.ownName ? each.name : `${each.ownName} (${each.name})`,
        }))}
        onChange={(language) => void props.choice.draw({ kind: props.choice.kind(), language })}
      />
    </Show>
    <Problem text={props.choice.problem()} />
    <div class="buttons">
      <Button onClick={props.onBack}>{t('action.back')}</Button>
      <Button variant="primary" wide busy={props.choice.busy()} onClick={props.onNext}>
        {t('create.written')}
      </Button>
    </div>
  </div>
)

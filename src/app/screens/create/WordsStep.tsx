// The second step of a new wallet: shows the seed words, in a language to choose.
import { type JSX, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Notice, Problem } from '../../components/feedback/Notice.tsx'
import { SelectField } from '../../components/form/Field.tsx'
import { Fact, Facts } from '../../components/text/Facts.tsx'
import { SeedWords } from '../../components/wallet/SeedWords.tsx'
import { t } from '../../text/text.ts'

type Language = { readonly name: string; readonly ownName: string }

export const WordsStep = (props: {
  readonly words: readonly string[]
  readonly language: string
  /** from when on a wallet of these words has payments */
  readonly beginning: string
  readonly languages: readonly Language[]
  readonly busy: boolean
  readonly problem: string
  readonly onLanguage: (name: string) => void
  readonly onBack: () => void
  readonly onNext: () => void
}): JSX.Element => (
  <div class="form">
    <Notice kind="warning">{t('create.wordsBody')}</Notice>
    <SeedWords label={t('create.words')} words={props.words} />
    <Facts>
      <Fact name={t('create.beginning')}>
        <span class="numerals">{props.beginning}</span>
      </Fact>
    </Facts>
    <Show when={props.languages.length > 1}>
      <SelectField
        areNames
        label={t('create.language')}
        value={props.language}
        options={props.languages.map((each) => ({
          value: each.name,
          text: each.name === each.ownName ? each.name : `${each.ownName} (${each.name})`,
        }))}
        onChange={props.onLanguage}
      />
    </Show>
    <Problem text={props.problem} />
    <div class="buttons">
      <Button onClick={props.onBack}>{t('action.back')}</Button>
      <Button variant="primary" wide busy={props.busy} onClick={props.onNext}>
        {t('create.written')}
      </Button>
    </div>
  </div>
)

// Chooses the language of the page. Each language is named in itself.
import { type JSX, Show } from 'solid-js'
import { chooseLanguage, type LanguageChoice, languageChoice } from '../../state/preferences/language.ts'
import { createAction } from '../../state/requests/action.ts'
import { languages, offeredLanguages } from '../../text/languages/languages.ts'
import { t } from '../../text/text.ts'
import { type Option, SelectField } from './Field.tsx'

const options = (): readonly Option<LanguageChoice>[] => [
  { value: 'browser', text: t('settings.languageBrowser') },
  ...offeredLanguages.map((code) => ({ value: code, text: languages[code].name })),
]

/** Nothing as long as there is one language only. */
export const LanguageSelect = (): JSX.Element => {
  const choose = createAction(chooseLanguage)
  return (
    <Show when={offeredLanguages.length > 1}>
      <SelectField
        areNames
        label={t('settings.language')}
        value={languageChoice()}
        options={options()}
        problem={choose.problem()}
        onChange={(choice) => void choose.run(choice)}
      />
    </Show>
  )
}

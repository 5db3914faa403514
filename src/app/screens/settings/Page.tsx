// Settings of the page: language, theme, forms of amounts and dates, and version.
import { useNavigate } from '@solidjs/router'
import { createSignal, type JSX, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Done, Problem } from '../../components/feedback/Notice.tsx'
import { RadioField, SelectField, Switch } from '../../components/form/Field.tsx'
import { LanguageSelect } from '../../components/form/LanguageSelect.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { SettingRows } from '../../components/layout/SettingRow.tsx'
import { Fact, Facts } from '../../components/text/Facts.tsx'
import { today } from '../../format/time.ts'
import { checkForUpdate } from '../../host/services/update.ts'
import {
  amountPlaces,
  chooseAmountPlaces,
  chooseDateForm,
  chooseTimeForm,
  dateForm,
  timeForm,
} from '../../state/preferences/displayForms.ts'
import { amountsHidden, setAmountsHidden, setTheme, theme } from '../../state/preferences/preferences.ts'
import { openTour } from '../../state/preferences/tour.ts'
import { createAction } from '../../state/requests/action.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { formatCount } from '../../text/counts.ts'
import { t } from '../../text/text.ts'

/** How amounts, times and dates are written. */
const FormFields = (): JSX.Element => (
  <>
    <SelectField
      label={t('settings.decimals')}
      hint={t('settings.decimalsHint')}
      value={amountPlaces()}
      options={[
        { value: 'all', text: t('settings.decimalsAll') },
        { value: '4', text: formatCount(4) },
        { value: '2', text: formatCount(2) },
      ]}
      onChange={chooseAmountPlaces}
    />
    <SelectField
      label={t('settings.timeForm')}
      value={timeForm()}
      options={[
        { value: 'language', text: t('settings.timeFormLanguage') },
        { value: '24', text: t('settings.timeForm24') },
        { value: '12', text: t('settings.timeForm12') },
      ]}
      onChange={chooseTimeForm}
    />
    <SelectField
      label={t('settings.dateForm')}
      value={dateForm()}
      options={[
        { value: 'language', text: t('settings.dateFormLanguage') },
        // The form itself, in every language.
        { value: 'iso', text: today() },
      ]}
      onChange={chooseDateForm}
    />
  </>
)

export const AppearanceCard = (): JSX.Element => (
  <SettingRows>
    <LanguageSelect />
    <RadioField
      label={t('settings.theme')}
      value={theme()}
      options={[
        { value: 'system', text: t('settings.themeSystem') },
        { value: 'light', text: t('settings.themeLight') },
        { value: 'dark', text: t('settings.themeDark') },
      ]}
      onChange={setTheme}
    />
    <Switch
      label={t('amounts.hide')}
      hint={t('amounts.hideHint')}
      checked={amountsHidden()}
      onChange={setAmountsHidden}
    />
    <FormFields />
  </SettingRows>
)

export const AboutCard = (): JSX.Element => {
  const navigate = useNavigate()
  const { wallet } = useOpenWallet()
  const [done, setDone] = createSignal('')
  const check = createAction(async () => {
    setDone('')
    // The update prompt reports a new version.
    if (!(await checkForUpdate())) setDone(t('settings.upToDate'))
  })
  return (
    <Card title={t('settings.about')}>
      <p class="muted">{t('settings.aboutBody')}</p>
      <Facts>
        <Fact name={t('settings.version')}>
          <span class="numerals">{String(import.meta.env['VITE_VERSION'])}</span>
        </Fact>
      </Facts>
      <div class="buttons">
        <Button busy={check.running()} onClick={() => void check.run()}>
          {t('settings.checkUpdate')}
        </Button>
        {/* A watch-only wallet neither has words nor pays by itself. */}
        <Show when={!wallet().viewOnly}>
          <Button
            onClick={() => {
              openTour()
              navigate('/')
            }}
          >
            {t('tour.again')}
          </Button>
        </Show>
      </div>
      <Problem text={check.problem() === '' ? '' : t('settings.updateUnknown')} />
      <Done text={done()} />
    </Card>
  )
}

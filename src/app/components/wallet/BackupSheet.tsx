// A sheet of paper with the seed words and what a restore needs besides them. It is in the page from the press of its button until the words leave the
// screen, and shows on paper only.
import { createEffect, createSignal, type JSX, on, onCleanup, Show } from 'solid-js'
import { Portal } from 'solid-js/web'
import { formatDate } from '../../format/time.ts'
import { printPage } from '../../host/device/print.ts'
import { networkName } from '../../state/nodes/networks.ts'
import { createAction } from '../../state/requests/action.ts'
import { t } from '../../text/text.ts'
import { Address } from '../address/Address.tsx'
import { Button } from '../controls/Button.tsx'
import { Qr } from '../data/Qr.tsx'
import { Problem } from '../feedback/Notice.tsx'
import { Fact, Facts } from '../text/Facts.tsx'
import { OwnText } from '../text/OwnText.tsx'
import { SeedWords } from './SeedWords.tsx'
import './backupSheet.css'

export type Sheet = {
  readonly name: string
  readonly networkId: string
  readonly address: string
  readonly words: readonly string[]
  /** from when on the wallet has payments; undefined if the words contain it */
  readonly beginning: string | undefined
  readonly needsPassphrase: boolean
}

/** A line to write on. */
const Blank = (props: { readonly label: string }): JSX.Element => (
  <p class="backup-blank">
    <span>{props.label}</span>
  </p>
)

const Paper = (props: { readonly sheet: Sheet }): JSX.Element => {
  const { classList } = document.documentElement
  classList.add('prints-sheet')
  onCleanup(() => classList.remove('prints-sheet'))
  return (
    <section class="backup-sheet">
      <header class="backup-head">
        <div>
          <p class="backup-kind">{t('sheet.title')}</p>
          <h1>
            <OwnText text={props.sheet.name} />
          </h1>
          <Facts>
            <Fact name={t('settings.network')}>{networkName(props.sheet.networkId)}</Fact>
            <Fact name={t('sheet.height')}>{props.sheet.beginning ?? t('sheet.inside')}</Fact>
            <Fact name={t('create.passphraseAgain')}>
              {t(props.sheet.needsPassphrase ? 'sheet.needed' : 'sheet.none')}
            </Fact>
          </Facts>
        </div>
        <Qr text={props.sheet.address} label={t('receive.qr')} />
      </header>
      <h2>{t('settings.address')}</h2>
      <Address text={props.sheet.address} />
      <h2>{t('create.words')}</h2>
      <SeedWords label={t('create.words')} words={props.sheet.words} />
      <Blank label={t('sheet.keptAt')} />
      <Show when={props.sheet.needsPassphrase}>
        <Blank label={t('sheet.passphraseKeptAt')} />
      </Show>
      <footer>
        <p>{t('sheet.keep')}</p>
        <p>{t('sheet.printed', { date: formatDate(Date.now() / 1000) })}</p>
      </footer>
    </section>
  )
}

export const PrintSheet = (props: {
  readonly sheetOf: () => Promise<Sheet>
  /** what the words and their address depend on: a sheet leaves the page when it changes */
  readonly basis: string
}): JSX.Element => {
  const [sheet, setSheet] = createSignal<Sheet>()
  const print = createAction(async () => {
    const { basis } = props
    const made = await props.sheetOf()
    if (basis !== props.basis) return
    setSheet(made)
    await printPage()
  })
  createEffect(
    on(
      () => props.basis,
      () => setSheet(undefined),
      { defer: true },
    ),
  )
  return (
    <div class="stack">
      <div class="backup-print">
        <Button icon="print" busy={print.running()} onClick={() => void print.run()}>
          {t('sheet.print')}
        </Button>
        <p class="muted">{t('sheet.hint')}</p>
      </div>
      <Problem text={print.problem()} />
      <Show when={sheet()}>
        {(shown) => (
          <Portal ref={(container) => container.classList.add('backup-paper')}>
            <Paper sheet={shown()} />
          </Portal>
        )}
      </Show>
    </div>
  )
}

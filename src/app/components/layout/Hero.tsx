// The head of the welcome screen: mark, name and tagline.
import type { JSX } from 'solid-js'
import { t } from '../../text/text.ts'
import { Mark } from './Mark.tsx'
import './hero.css'

export const Hero = (): JSX.Element => (
  <div class="hero">
    <Mark size={72} />
    <p class="hero-name">{t('app.name')}</p>
    <p class="dim">{t('app.tagline')}</p>
  </div>
)

/** A promise below the links of the welcome screen. */
export const HeroNote = (props: { readonly text: string }): JSX.Element => <p class="hero-note">{props.text}</p>

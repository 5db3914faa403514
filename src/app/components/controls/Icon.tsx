// Line icons, 24 by 24, drawn with the colour of the text beside them. They are decorative: a label beside them has the meaning.
import type { JSX } from 'solid-js'
import './icon.css'

const paths = {
  home: 'M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z',
  send: 'M6.5 17.5 17.5 6.5M8.5 6.5h9v9',
  receive: 'M17.5 6.5 6.5 17.5M15.5 17.5h-9v-9',
  history: 'M12 7.5V12l3 2M3.8 12a8.2 8.2 0 1 0 2.6-6L4 8.2M4 4v4.2h4.2',
  settings: 'M4 7h9M17 7h3M15 4.8v4.4M4 17h3M11 17h9M9 14.8v4.4',
  lock: 'M6.5 10.5h11a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7.5a1 1 0 0 1 1-1zM8.5 10.5V7.8a3.5 3.5 0 0 1 7 0v2.7',
  copy: 'M9 9h10v11H9zM15 9V4.5H5V15.500h4',
  check: 'm5 12.5 4.5 4.500L19 7.5',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6 6 18',
  up: 'M12 19V6M6.500 11.500 12 6l5.500 5.500',
  back: 'm14.5 5.5-6.5 6.5 6.5 6.5',
  forward: 'm9.5 5.5 6.5 6.5-6.5 6.5',
  eye: 'M2.8 12S6 5.8 12 5.8 21.2 12 21.2 12 18 18.2 12 18.2 2.8 12 2.8 12zM12 9.300a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4',
  eyeOff:
    'M4 4l16 16M9.5 6.100A9 9 0 0 1 12 5.800c6 0 9.2 6.2 9.2 6.200a15 15 0 0 1-3 3.700M6.3 7.800A14.5 14.5 0 0 0 2.8 12S6 18.2 12 18.200a9 9 0 0 0 4-.9',
  warning: 'M12 4 21 19.500H3zM12 10v4.500M12 17v.2',
  mined: 'M12 3.5 19.5 7.700v8.600L12 20.500l-7.5-4.200V7.700zM4.5 7.7 12 12l7.5-4.300M12 12v8.5',
  faucet: 'M12 4s5.5 6 5.5 10a5.5 5.5 0 0 1-11 0C6.5 10 12 4 12 4z',
  edit: 'M14.5 6 18 9.5 8.5 19H5v-3.500zM12.5 8 16 11.5',
  node: 'M5 5h14v5.500H5zM5 13.500h14V19H5zM8.2 7.700v.1M8.2 16.200v.1',
  watch:
    'M2.8 12S6 5.8 12 5.8 21.2 12 21.2 12 18 18.2 12 18.2 2.8 12 2.8 12zM12 9.300a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4',
  contacts:
    'M12 4.500a3.700 3.700 0 1 0 0 7.400 3.700 3.700 0 0 0 0-7.400M4.500 19.500c.6-3.400 3.600-5 7.500-5s6.900 1.600 7.500 5',
  words: 'M5 5.500h14M5 10h14M5 14.500h9M5 19h6',
  switch: 'M4.5 8.500h14M15 5l3.5 3.500L15 12M19.5 15.500h-14M9 12l-3.5 3.500L9 19',
  wallets: 'M4 9.500h13v10H4zM7 9.500V5h13v11h-3M13.200 14.500v.1',
  save: 'M12 4.500v10M8 10.800l4 4 4-4M5 19h14',
  paste: 'M8.500 6H6v14h12V6h-2.500M9 4h6v4H9z',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.300L19.5 9M19.5 4.500V9H15',
  tools:
    'M14.700 4.400a5 5 0 0 0-5.100 6.700L3.800 17v3.300h3.300l5.800-5.900a5 5 0 0 0 6.800-5.100l-3.200 3.200-4-.9-.9-4z',
  down: 'm7 9.500 5 5 5-5',
  coins:
    'M12 4c4.100 0 7.500 1.300 7.500 3s-3.400 3-7.500 3-7.500-1.300-7.500-3S7.900 4 12 4M4.500 7v5c0 1.700 3.400 3 7.500 3s7.500-1.300 7.500-3V7M4.500 12v5c0 1.700 3.400 3 7.500 3s7.500-1.300 7.500-3v-5',
  more: 'M5.500 12h.1M12 12h.1M18.500 12h.1',
  file: 'M7 4.500h6.500L17.500 8.500v11H7zM13 4.500V9h4.500',
  offline: 'M6.500 5h11v9h-11zM4 19h16M9.500 16.500h5M9 9.500h6',
  tag: 'M4.500 4.500h7.500L19.500 12l-7.500 7.500L4.500 12zM8.500 8.500v.1',
  stake: 'M12 4.500 19 8l-7 3.500L5 8zM5 12l7 3.500L19 12M5 16l7 3.500L19 16',
  multisig:
    'M9 5.500a3 3 0 1 0 0 6 3 3 0 0 0 0-6M3.500 19c.5-3 2.700-4.500 5.500-4.500s5 1.500 5.500 4.500M15 5.700a3 3 0 0 1 0 5.600M16.500 14.700c2.200.4 3.600 1.900 4 4.300',
  qr: 'M4.500 4.500h5.500v5.500H4.500zM14 4.500h5.500v5.500H14zM4.500 14h5.500v5.500H4.500zM14 14h2.500v2.500H14zM19.500 14v5.500H17',
  frozen:
    'M12 3.500v17M4.600 7.800l14.800 8.500M19.400 7.800 4.600 16.300M9.500 4.800 12 7.200l2.500-2.400M9.500 19.200 12 16.800l2.500 2.400',
  camera: 'M4 8h3.500L9 5.500h6L16.500 8H20v11H4zM12 10a3.300 3.300 0 1 0 0 6.600 3.300 3.300 0 0 0 0-6.600',
  share: 'M12 14.500v-10M8.500 8 12 4.500 15.500 8M7 11.500H5.500v8h13v-8H17',
  trash: 'M5 7h14M10 7V4.500h4V7M7 7l.8 12.500h8.400L17 7',
} as const

export type IconName = keyof typeof paths

/** Icons that point along the line, or show lines of text: mirrored in languages that are written from right to left. */
const mirrored: ReadonlySet<IconName> = new Set(['back', 'forward', 'send', 'receive', 'words'])

export const Icon = (props: { readonly name: IconName }): JSX.Element => (
  <svg
    class="icon"
    data-mirrored={mirrored.has(props.name) ? '' : undefined}
    viewBox="0 0 24 24"
    width="20"
    height="20"
    aria-hidden="true"
  >
    <path d={paths[props.name]} />
  </svg>
)

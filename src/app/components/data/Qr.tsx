// A QR code as one path, dark on white in both themes, because cameras expect that.
import { createMemo, type JSX } from 'solid-js'
import { type QrCorrection, type QrModules, qrModules } from '../../format/qrImage.ts'
import './qr.css'

/** Path of the dark modules: one rectangle per horizontal run. */
const path = (modules: QrModules): string => {
  let drawn = ''
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== true) continue
      const start = x
      while (row[x + 1] === true) x += 1
      drawn += `M${start} ${y}h${x - start + 1}v1H${start}z`
    }
  })
  return drawn
}

export const Qr = (props: {
  readonly text: string
  readonly label: string
  /** error correction: `low` makes larger dots, for codes on a screen that are replaced at once; `medium` when left out */
  readonly correction?: QrCorrection
}): JSX.Element => {
  const modules = createMemo(() => qrModules(props.text, props.correction))
  return (
    <svg class="qr" viewBox={`0 0 ${modules().length} ${modules().length}`} role="img" aria-label={props.label}>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path(modules())} fill="#0d120f" shape-rendering="crispEdges" />
    </svg>
  )
}

// The logo: a bean on a tile.
import type { JSX } from 'solid-js'
import './mark.css'

export const Mark = (props: { readonly size: number }): JSX.Element => (
  <svg class="mark" viewBox="0 0 64 64" width={props.size} height={props.size} aria-hidden="true">
    <rect class="mark-tile" width="64" height="64" rx="18" />
    <g transform="translate(11.500 11.500) scale(0.640)">
      <path
        class="mark-bean"
        d="M20.5 7.5c9.5-3.6 18.3.6 25.2 7.7 7.9 8.1 13.3 19.2 11.1 28.5-2.1 9-9.6 14.4-17.9 13.5-7.6-.8-10.7-5.7-12.2-11.6-1.4-5.5-3.6-8.5-8.7-10.7C11.7 32 7.1 28 6.6 21.3 6.1 14.8 12.6 10.5 20.5 7.5z"
      />
      <path class="mark-eye" d="M27 37.5c3 2.2 4.9 5.2 5.8 9.2" />
    </g>
  </svg>
)

// The clocks of the page.
import type { Clocks } from '../../../async/elapsedTime.ts'

export const PAGE_CLOCKS: Clocks = { clock: () => Date.now(), monotonic: () => performance.now() }

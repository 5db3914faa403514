// Finds and installs what Monero's functional tests need before they run.

import { ensureFunctionalTools } from '../../tools.ts'
import { sourcesFolder } from './suite-files.ts'

export const setup = (): void => {
  sourcesFolder()
  ensureFunctionalTools()
}

// Returns the memory of what is not needed any more to the system.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage now. A service that rests collects none by itself: the 64 MiB with which a password was checked would stay until the
 * next burst of work.
 */
export const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}

// What the settings of a wallet say about payments without a priority.

/** Settings of wallet2 (`default_priority`, `auto_low_priority`). */
export type PrioritySettings = {
  /** the priority that the user prefers; 0 for none */
  readonly preferred: number
  /** whether payments without a priority have one by the state of the chain, if none is preferred */
  readonly isAutomatic: boolean
}

/** Those of wallet2 in a new wallet. */
export const DEFAULT_PRIORITY_SETTINGS: PrioritySettings = { preferred: 0, isAutomatic: true }

/**
 * Returns whether payments without a priority have one by the state of the chain (wallet2: adjust_priority).
 *
 * @example
 * isPriorityAutomatic({ preferred: 0, isAutomatic: true }) // true
 * isPriorityAutomatic({ preferred: 3, isAutomatic: true }) // false
 */
export const isPriorityAutomatic = ({ preferred, isAutomatic }: PrioritySettings): boolean =>
  preferred === 0 && isAutomatic

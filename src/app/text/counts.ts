// Counts and groups of digits, the same in all languages.

/** Groups digits with narrow no-break spaces: a comma could be read as a decimal point. */
export const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '\u202f')

/** Returns a count with grouped digits. */
export const formatCount = (count: number): string => groupDigits(Math.trunc(count).toString())

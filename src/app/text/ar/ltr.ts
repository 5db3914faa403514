// Keeps the direction of parts of Arabic texts that run from left to right and begin or end with a sign, such as https:// or 0–9.

const LEFT_TO_RIGHT_ISOLATE = '\u2066'
const POP_DIRECTIONAL_ISOLATE = '\u2069'

/** Returns a part of a text that runs from left to right, whatever is around it. */
export const ltr = (text: string): string => `${LEFT_TO_RIGHT_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}`

// Proofs and signatures that differ in one character.

/** Returns a proof with another character at `position`, counted from the end, from 1. */
export const changeCharacter = (proof: string, position = 1): string => {
  const at = proof.length - position
  return `${proof.slice(0, at)}${proof[at] === '2' ? '3' : '2'}${proof.slice(at + 1)}`
}

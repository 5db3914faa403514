/**
 * A mutant that no test can kill, since nothing that anyone can observe differs. `original` is the code that `replacement` replaces, as
 * the run prints both.
 */
export type Equivalent = {
  readonly file: string
  readonly original: string
  readonly replacement: string
  readonly why: string
}

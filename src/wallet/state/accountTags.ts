// Account tags: at most one tag per account, and a description per tag. A tag exists while at least one account has it.

import { FabaError } from '../../errors/fabaError.ts'

/** The tags of all accounts. Immutable. */
export type AccountTags = {
  /** tag by account index; empty or missing for accounts without a tag */
  readonly ofAccounts: readonly string[]
  /** description by tag, for tags that have one */
  readonly descriptions: ReadonlyMap<string, string>
}

/** No account has the tag. */
export class UnknownTagError extends FabaError {
  override readonly name = 'UnknownTagError'
  readonly code = 'unknown-tag'
}

/** The tags of a new wallet. */
export const NO_TAGS: AccountTags = { ofAccounts: [], descriptions: new Map() }

/** Returns the tag of an account; empty if it has none. */
export const tagOf = ({ ofAccounts }: AccountTags, account: number): string => ofAccounts[account] ?? ''

/** Sets the tag of accounts; the empty tag removes it. Descriptions of tags without accounts are removed. */
export const tagAccounts = (
  { ofAccounts, descriptions }: AccountTags,
  accounts: readonly number[],
  tag: string,
): AccountTags => {
  const tags = Array.from({ length: Math.max(ofAccounts.length, ...accounts.map((account) => account + 1)) }, (_, i) =>
    accounts.includes(i) ? tag : (ofAccounts[i] ?? ''),
  )
  const isUsed = ([name]: readonly [string, string]): boolean => tags.includes(name)
  return { ofAccounts: tags, descriptions: new Map([...descriptions].filter(isUsed)) }
}

/**
 * Sets the description of a tag.
 * @throws UnknownTagError
 */
export const describeTag = (
  { ofAccounts, descriptions }: AccountTags,
  tag: string,
  description: string,
): AccountTags => {
  if (tag === '' || !ofAccounts.includes(tag)) throw new UnknownTagError(`no account has the tag "${tag}"`)
  return { ofAccounts, descriptions: new Map([...descriptions, [tag, description]]) }
}

/** A tag with its accounts, as a list shows it. */
export type AccountTagView = {
  readonly tag: string
  readonly description: string
  readonly accounts: readonly number[]
}

/** Returns all tags sorted by name, with the accounts that have them. */
export const listTags = ({ ofAccounts, descriptions }: AccountTags): AccountTagView[] =>
  [...new Set(ofAccounts)]
    .filter((tag) => tag !== '')
    .sort()
    .map((tag) => ({
      tag,
      description: descriptions.get(tag) ?? '',
      accounts: ofAccounts.flatMap((own, account) => (own === tag ? [account] : [])),
    }))

// Tags: a word per account, by which accounts are grouped, and a description per word. A tag exists as long as an account has it.

/** Tags as they are kept; values, never changed in place. */
export type AccountTags = {
  /** by account; accounts without a tag have the empty one, or none */
  readonly ofAccounts: readonly string[]
  /** by tag, of those that have a description */
  readonly descriptions: ReadonlyMap<string, string>
}

/** A tag that no account has. */
export class UnknownTagError extends Error {
  override readonly name = 'UnknownTagError'
}

/** A new wallet's. */
export const NO_TAGS: AccountTags = { ofAccounts: [], descriptions: new Map() }

/** The tag of an account; empty when it has none. */
export const tagOf = ({ ofAccounts }: AccountTags, account: number): string => ofAccounts[account] ?? ''

/** Gives accounts a tag in place of those that they have; the empty tag takes it away. */
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
 * Describes a tag.
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

export type AccountTagView = {
  readonly tag: string
  readonly description: string
  readonly accounts: readonly number[]
}

/** All tags by name, with the accounts that have them. */
export const listTags = ({ ofAccounts, descriptions }: AccountTags): AccountTagView[] =>
  [...new Set(ofAccounts)]
    .filter((tag) => tag !== '')
    .sort()
    .map((tag) => ({
      tag,
      description: descriptions.get(tag) ?? '',
      accounts: ofAccounts.flatMap((own, account) => (own === tag ? [account] : [])),
    }))

// What the lock file must contain: a hash of every package, also of those of other platforms, and no address of a registry.

type Entry = {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** A lock file of npm, version 3. */
export type Lock = { readonly packages: Readonly<Record<string, Entry>> }

/** The folder of the project itself. */
const ROOT = ''

const entryFaults = (lock: Lock, path: string, entry: Entry): readonly string[] => {
  const isOwn = path === ROOT || entry.link === true
  const missing = Object.keys(entry.optionalDependencies ?? {}).filter(
    (name) => !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
  )
  return [
    ...(isOwn || /^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? '') ? [] : [`${path} has no SHA-512 hash`]),
    ...(entry.resolved === undefined || entry.link === true ? [] : [`${path} names the registry that it came from`]),
    ...missing.map((name) => `${name}, an optional package of ${path}, is missing`),
  ]
}

/** Returns what is wrong with a lock file; empty if nothing is. */
export const lockFaults = (lock: Lock): readonly string[] =>
  Object.entries(lock.packages).flatMap(([path, entry]) => entryFaults(lock, path, entry))

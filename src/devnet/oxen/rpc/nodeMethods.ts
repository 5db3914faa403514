// The complete node RPC of oxen-core, as the reference page documents it.

import { groupsOfDialect } from '../../rpc/dialect.ts'
import { oxenDialect } from './oxenDialect.ts'

/** All methods by subject. */
export const nodeGroups = groupsOfDialect(oxenDialect)

/** All methods. */
export const nodeMethods = nodeGroups.flatMap(({ methods }) => methods)

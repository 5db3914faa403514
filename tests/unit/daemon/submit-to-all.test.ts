// Submission of a transaction to all nodes at once: what counts as accepted, as rejected, and as unknown.
import { describe, expect, it } from 'vitest'
import { NodeBusyError, NodeResponseError, NodeTimeoutError, NodeUnreachableError } from '../../../src/daemon/errors.ts'
import type { NodeClient, SubmitResult } from '../../../src/daemon/nodeClient.ts'
import { createNodePool } from '../../../src/daemon/nodeFailover.ts'
import { TestTime } from '../../support/wallet/engine-host.ts'

const BLOB = Uint8Array.of(1, 2, 3)
const ID = new Uint8Array(32).fill(7)

/** How a node responds to a submission; `known`: it refuses a transaction that it already has. */
type Manner = 'accepts' | 'refuses' | 'double spend' | 'known' | 'down' | 'times out' | 'busy' | 'silent'

const REFUSAL: SubmitResult = { accepted: false, doubleSpend: false, reason: 'fee too low' }

const createNode = (manner: Manner, url: string) => {
  const submitted: { readonly blob: Uint8Array; readonly blink: boolean }[] = []
  const details = { details: { url } }
  const respond = async (): Promise<SubmitResult> => {
    if (manner === 'down') throw new NodeUnreachableError(`${url} cannot be reached`, details)
    if (manner === 'times out') throw new NodeTimeoutError(`${url} does not respond`, details)
    if (manner === 'busy') throw new NodeBusyError(`${url} is busy`, details)
    if (manner === 'silent') return await new Promise<SubmitResult>(() => undefined)
    if (manner === 'double spend') return { accepted: false, doubleSpend: true, reason: 'double spend' }
    return manner === 'accepts' ? { accepted: true } : REFUSAL
  }
  const client: Partial<NodeClient> = {
    url,
    submit: async (blob, options) => {
      submitted.push({ blob, blink: options?.blink === true })
      return await respond()
    },
    // The pool reads the number of transactions only.
    transactions: async () =>
      (manner === 'known' ? [{ id: ID }] : []) as unknown as Awaited<ReturnType<NodeClient['transactions']>>,
  }
  // The pool calls no other method here.
  return { submitted, client: client as NodeClient }
}

const setUp = (...manners: readonly Manner[]) => {
  const time = new TestTime()
  const nodes = manners.map((manner, i) => createNode(manner, `https://node-${i}`))
  const pool = createNodePool(
    nodes.map(({ client }) => client),
    { relayTo: 'all', clock: time.monotonic, schedule: time.schedule },
  )
  return { time, nodes, pool, counts: () => nodes.map(({ submitted }) => submitted.length) }
}

describe('a transaction that is submitted to all nodes', () => {
  it('reaches each of them once, with the same bytes', async () => {
    const { pool, nodes } = setUp('accepts', 'accepts', 'accepts')
    expect(await pool.submit(BLOB, { id: ID })).toEqual({ accepted: true, failures: [] })
    expect(nodes.map(({ submitted }) => submitted)).toEqual(nodes.map(() => [{ blob: BLOB, blink: false }]))
  })

  it('is accepted if one node accepts it, and names the others with what they said', async () => {
    const { pool } = setUp('refuses', 'accepts', 'times out')
    expect(await pool.submit(BLOB, { id: ID })).toEqual({
      accepted: true,
      failures: [
        { url: 'https://node-0', kind: 'refused', reason: 'fee too low' },
        { url: 'https://node-2', kind: 'failed', reason: 'https://node-2 does not respond' },
      ],
    })
  })

  it('waits five seconds for the others once a node accepted it, and no longer', async () => {
    const { pool, time } = setUp('silent', 'accepts')
    let result: SubmitResult | undefined
    const submission = pool.submit(BLOB, { id: ID }).then((settled) => {
      result = settled
    })
    await new Promise(setImmediate)
    time.advance(4999)
    await new Promise(setImmediate)
    expect(result).toBeUndefined()
    time.advance(1)
    await submission
    expect(result).toEqual({ accepted: true, failures: [{ url: 'https://node-0', kind: 'late', reason: '' }] })
  })

  it.each<readonly [string, readonly Manner[]]>([
    ['alone', ['known']],
    ['beside one that accepts it', ['known', 'accepts']],
    ['beside one that refuses it', ['refuses', 'known']],
  ])('counts a node as one that accepts it if it already has it, %s', async (_, manners) => {
    const result = await setUp(...manners).pool.submit(BLOB, { id: ID })
    expect(result.accepted).toBe(true)
    expect(result.accepted && result.failures?.map(({ kind }) => kind)).toEqual(
      manners.filter((manner) => manner === 'refuses').map(() => 'refused'),
    )
  })

  it('is rejected if all nodes refuse it, as a double spend if one says so', async () => {
    expect(await setUp('refuses', 'refuses').pool.submit(BLOB, { id: ID })).toEqual(REFUSAL)
    expect(await setUp('refuses', 'double spend').pool.submit(BLOB, { id: ID })).toEqual({
      ...REFUSAL,
      doubleSpend: true,
    })
  })

  it('is rejected if the nodes that fail cannot have it', async () => {
    expect(await setUp('busy', 'refuses').pool.submit(BLOB, { id: ID })).toEqual(REFUSAL)
  })

  it.each<Manner>(['times out', 'down'])(
    'is unknown if one node refuses it and another one, which may have it, %s',
    async (manner) => {
      const { pool } = setUp('refuses', manner)
      await expect(pool.submit(BLOB, { id: ID })).rejects.toMatchObject({ details: { url: 'https://node-1' } })
    },
  )

  it('is unknown if no node responds', async () => {
    await expect(setUp('down', 'times out').pool.submit(BLOB)).rejects.toThrow('cannot be reached')
    await expect(setUp('busy').pool.submit(BLOB)).rejects.toThrow(NodeBusyError)
  })

  it('does not go to a node that is paused or not trusted', async () => {
    const { pool, counts } = setUp('times out', 'accepts', 'accepts')
    await pool.submit(BLOB, { id: ID })
    await pool.submit(BLOB, { id: ID })
    expect(counts()).toEqual([1, 2, 2])
    pool.distrust?.('its blocks are no chain')
    await pool.submit(BLOB, { id: ID })
    expect(counts()).toEqual([1, 3, 3])
  })

  it('goes to one node if a blink quorum is to approve it', async () => {
    const { pool, counts } = setUp('accepts', 'accepts')
    expect(await pool.submit(BLOB, { id: ID, blink: true })).toEqual({ accepted: true })
    expect(counts()).toEqual([1, 0])
  })

  it('fails by the error of a program, which is not one of a node', async () => {
    const { pool, nodes } = setUp('accepts', 'accepts')
    const [first] = nodes
    if (first === undefined) throw new Error('no node')
    first.client.submit = async () => {
      throw new TypeError('a bug')
    }
    await expect(pool.submit(BLOB)).rejects.toThrow('a bug')
  })

  it('distrusts a node with an invalid response, as other calls do', async () => {
    const { pool, nodes } = setUp('accepts', 'accepts')
    const [first] = nodes
    if (first === undefined) throw new Error('no node')
    first.client.submit = async () => {
      throw new NodeResponseError('it has no status', { details: { url: 'https://node-0' } })
    }
    await pool.submit(BLOB)
    expect(pool.health()).toMatchObject([{ problem: 'it has no status' }, { problem: '' }])
  })
})

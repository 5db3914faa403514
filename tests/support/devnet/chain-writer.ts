// Child process of the persistence tests: runs a scenario on a development node whose chain is stored in a folder, prints a digest of
// every written state, and kills itself at a given statement of the store: node chain-writer.ts FOLDER STATEMENT before|after
import { writeSync } from 'node:fs'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { loadPointKernel } from '../../../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../../src/crypto/hash/keccak.ts'
import { digestOf, FINISHED, openPersistedNode, runScenario } from './persisted-node.ts'

const [folder = '', statement = '0', moment = 'before'] = process.argv.slice(2)

let left = Number(statement)
/** Wraps a function; its last counted call kills the process. */
const counted = <Work extends (...args: never[]) => unknown>(work: Work): Work =>
  new Proxy(work, {
    apply: (target, self, args) => {
      left--
      if (left === 0 && moment === 'before') process.kill(process.pid, 'SIGKILL')
      const result: unknown = Reflect.apply(target, self, args)
      if (left === 0) process.kill(process.pid, 'SIGKILL')
      return result
    },
  })

await Promise.all([loadPointKernel(), prepareKeccak()])
const persisted = openPersistedNode(folder)
const printDigest = (): void => {
  writeSync(1, `${digestOf(persisted.node)}\n`)
}
printDigest()
DatabaseSync.prototype.exec = counted(DatabaseSync.prototype.exec)
StatementSync.prototype.run = counted(StatementSync.prototype.run)
persisted.node.listen(printDigest)
await runScenario(persisted, printDigest)
writeSync(1, `${FINISHED}\n`)

// Error messages are for people: their words are not mutated. Nor are names and codes of error classes, which
// `tests/unit/errors/error-classes.test.ts` reads from the sources.
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const isText = ({ type }) => type === 'StringLiteral' || type === 'TemplateLiteral'

const isErrorName = (name) => /Error$/.test(name ?? '')

const isInErrorClass = (path) => isErrorName(path.findParent((parent) => parent.isClassDeclaration())?.node.id?.name)

/** Functions that throw an error with their last argument if the first one is false. */
const CHECKS = new Set(['check'])

/** Returns whether the words of an error are made here: in its constructor, in a call of that, or in the last argument of a check. */
const isError = (path) => {
  const { node, parent } = path
  if (path.isNewExpression()) return isErrorName(node.callee.name)
  if (path.isCallExpression() && node.callee.type === 'Super') return isInErrorClass(path)
  return parent?.type === 'CallExpression' && CHECKS.has(parent.callee.name) && parent.arguments.indexOf(node) > 0
}

const isNameOrCode = (path) =>
  path.isClassProperty() && ['name', 'code'].includes(path.node.key.name) && isInErrorClass(path)

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'error-texts', {
    shouldIgnore(path) {
      return isText(path.node) && path.find((place) => isError(place) || isNameOrCode(place))
        ? 'a text of an error'
        : undefined
    },
  }),
]

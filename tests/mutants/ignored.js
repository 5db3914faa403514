// Error messages are for people: their words are not mutated.
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const isText = ({ type }) => type === 'StringLiteral' || type === 'TemplateLiteral'

const isError = (path) => path.isNewExpression() && /Error$/.test(path.node.callee.name ?? '')

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'error-texts', {
    shouldIgnore(path) {
      return isText(path.node) && path.findParent(isError) ? 'a text of an error' : undefined
    },
  }),
]

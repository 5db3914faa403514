// Node's assert, as far as monero-ts calls it in a page.
const assert = (value, message) => {
  if (!value) throw new Error(message ?? 'an assertion of monero-ts failed')
}

assert.equal = (actual, expected, message) => assert(actual === expected, message)

module.exports = assert

// Recipients in a text that the user pastes: one address or link, a link with several, or lines of a table with amounts.
import { withoutInvisibleCharacters } from '../../bytes/invisibleCharacters.ts'
import { ADDRESS_LIKE, splitPaymentLink } from '../../coin/addresses/linkRecipients.ts'
import { withoutTicker } from './amount.ts'

/** What stands for one recipient: an address, a name or a link, and its amount as it was written; empty if it has none. */
export type RecipientText = { readonly to: string; readonly amountText: string }

/** An address or name, and a number after it. Tables put texts in quotation marks. */
const LINE = /^["']?([^\s,;"']+?)["']?[\s,;:=]+["']?(.*\d.*?)["']?$/

/** The headings of a table: words without a digit. */
const HEADINGS = /^[\p{L}\s"'_]+(?:[,;\t][\p{L}\s"'_]+)+$/u

const readLine = (line: string, ticker: string): RecipientText => {
  const [, to = '', number = ''] = LINE.exec(line) ?? []
  const amountText = withoutTicker(number, ticker).trim()
  return /^[\d.,'’\s]+$/.test(amountText) ? { to, amountText } : { to: line, amountText: '' }
}

/**
 * Returns the recipients in a text: of a link with several of them, or of lines with an address and an amount each, as other wallets write
 * them (`address, amount`). A line that is not read stays as it is, as the text of its recipient. Any other text is one recipient, also an
 * address that a copy divided into lines.
 */
export const splitRecipients = (text: string, ticker: string): readonly RecipientText[] => {
  const lines = withoutInvisibleCharacters(text)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line, i) => line !== '' && !(i === 0 && HEADINGS.test(line)))
  const read = lines.map((line) => readLine(line, ticker))
  const addresses = read.filter(({ to }) => ADDRESS_LIKE.test(to))
  if (addresses.length > 1 || addresses.some(({ amountText }) => amountText !== '')) return read
  return splitPaymentLink(text).map((to) => ({ to, amountText: '' }))
}

// Data that the user carries from another copy of a wallet, or from other participants: the bytes of a file, or their text in hex.
import { type Accessor, createSignal } from 'solid-js'
import { fromHex } from '../../../bytes/hex.ts'
import { MAX_FILE_BYTES, readFile } from '../../host/files/readFile.ts'
import { t } from '../../text/text.ts'

export type DataInput = {
  readonly text: Accessor<string>
  setText(text: string): void
  /** the chosen file; undefined while text is typed */
  readonly file: Accessor<{ readonly name: string; readonly size: number } | undefined>
  openFile(file: File): Promise<void>
  /** Takes data that was scanned; `name` is shown in place of that of a file. */
  setScanned(name: string, bytes: Uint8Array): void
  /** Removes text and file. */
  clear(): void
  /** why the input is no data; empty without a problem */
  readonly problem: Accessor<string>
  /** Returns the bytes; undefined, with a problem to show, if there are none. */
  validate(): Uint8Array | undefined
}

const isHex = (text: string): boolean => text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text)

/** What begins a file is hex if all of it is. */
const BEGINNING_BYTES = 64

/** Returns the hex text of a file; undefined if the file is not text. */
const hexOf = (bytes: Uint8Array): string | undefined => {
  // Binary files begin with words, such as "Loki unsigned tx set", which are not hex.
  if (!/^[\s0-9a-f]*$/i.test(new TextDecoder().decode(bytes.subarray(0, BEGINNING_BYTES)))) return undefined
  const text = new TextDecoder().decode(bytes).replace(/\s/g, '')
  return isHex(text) ? text : undefined
}

/**
 * Creates the input. A change of it clears its problem; `onChange` is called too.
 * @param typed the text, if it is a draft
 */
export const createDataInput = (
  onChange: () => void = () => undefined,
  typed: readonly [text: Accessor<string>, set: (text: string) => void] = createSignal(''),
): DataInput => {
  const [text, setTypedText] = typed
  const [opened, setOpened] = createSignal<{ readonly name: string; readonly bytes: Uint8Array }>()
  const [problem, setProblem] = createSignal('')
  const change = (): void => {
    setProblem('')
    onChange()
  }
  return {
    text,
    problem,
    file: () => {
      const file = opened()
      return file && { name: file.name, size: file.bytes.length }
    },
    setText: (typed) => {
      setTypedText(typed)
      change()
    },
    openFile: async (file) => {
      change()
      if (file.size > MAX_FILE_BYTES.data) {
        setProblem(t('data.large'))
        return
      }
      const bytes = await readFile(file, 'data')
      const hex = hexOf(bytes)
      setTypedText('')
      setOpened({ name: file.name, bytes: hex === undefined ? bytes : fromHex(hex) })
    },
    setScanned: (name, bytes) => {
      change()
      setTypedText('')
      setOpened({ name, bytes })
    },
    clear: () => {
      setTypedText('')
      setOpened(undefined)
      change()
    },
    validate: () => {
      const file = opened()
      if (file !== undefined && file.bytes.length > 0) return file.bytes
      if (text().length > 2 * MAX_FILE_BYTES.data) {
        setProblem(t('data.large'))
        return undefined
      }
      const typed = text().replace(/\s/g, '')
      setProblem(typed === '' ? t('data.missing') : isHex(typed) ? '' : t('data.notHex'))
      return problem() === '' ? fromHex(typed) : undefined
    },
  }
}

// What is dropped on the page by another program. Browsers open a dropped file or link, in place of the page or beside it: a wallet would
// be closed by a slip of the hand. Fields for files handle their drops themselves (components/data/FileDrop.tsx).

/** Types of inputs into which a text can be dropped. */
const TEXT_INPUTS: readonly string[] = ['text', 'search', 'url', 'email', 'tel', 'number', 'password']

/** Returns whether a text can be typed at a place, and so be dropped there. */
const isTextField = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLTextAreaElement) return !target.disabled && !target.readOnly
  return target instanceof HTMLInputElement && TEXT_INPUTS.includes(target.type) && !target.disabled && !target.readOnly
}

/** Refuses what is dragged over a place that does not take it. */
const refuse = (event: DragEvent): void => {
  const { dataTransfer, target } = event
  const isFile = dataTransfer?.types.includes('Files') ?? false
  if (event.defaultPrevented || (!isFile && isTextField(target))) return
  event.preventDefault()
  if (dataTransfer !== null) dataTransfer.dropEffect = 'none'
}

/** Keeps the page from giving way to what is dropped on it, from now on. */
export const guardDrops = (): void => {
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
}

// Prints the page, of which the styles for paper decide what is on it.

/** Opens the print dialog of the browser once the fonts are there: it waits for none. */
export const printPage = async (): Promise<void> => {
  // A browser that cannot load a font prints with another one.
  await Promise.allSettled(['"Inter Variable"', '"Address Mono"'].map((family) => document.fonts.load(`1em ${family}`)))
  window.print()
}

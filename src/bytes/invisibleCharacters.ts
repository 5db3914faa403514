// Characters of a text that nobody sees: pages, chats and other programs put them between letters and around names.

/**
 * Returns a text without characters that are not displayed: soft hyphens, joiners and spaces of no width, marks of direction.
 *
 * @example
 * withoutInvisibleCharacters('4\u200b9\u00ad1') // '491'
 */
export const withoutInvisibleCharacters = (text: string): string =>
  text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')

/**
 * Returns a text without the controls that change the direction of what follows (Unicode Standard Annex 9: embeddings, overrides, isolates).
 * Its letters keep their own direction.
 *
 * @example
 * withoutDirectionControls('a\u202eb\u2069c') // 'abc'
 */
export const withoutDirectionControls = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

// The keyboards of @zxcvbn-ts/language-common, drawn as their keys: its lists of the neighbours of each character are twenty times as long.

/** The neighbours of a character in each direction, as the characters of their keys. */
type Keyboard = { [character: string]: (string | null)[] }

type Direction = readonly [right: number, down: number]

/** Rows that are offset by half a key: left, above, below, right. */
const SLANTED: readonly Direction[] = [
  [-1, 0],
  [0, -1],
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
]

/** Rows in columns, clockwise from the left. */
const ALIGNED: readonly Direction[] = [
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
]

/**
 * Returns the neighbours of each character.
 * @param drawing keys as the characters that they type, with a space between two; a place without a key is empty
 */
const keyboardOf = (drawing: string, directions: readonly Direction[]): Keyboard => {
  const rows = drawing.split('\n').map((row) => row.split(' '))
  return Object.fromEntries(
    rows.flatMap((row, y) =>
      row.flatMap((key, x) => {
        const neighbours = directions.map(([right, down]) => rows[y + down]?.[x + right] || null)
        return [...key].map((character) => [character, neighbours])
      }),
    ),
  )
}

/** Returns the keyboards whose patterns make a password weak. */
export const createKeyboards = (): Record<string, Keyboard> => ({
  qwerty: keyboardOf(
    `\`~ 1! 2@ 3# 4$ 5% 6^ 7& 8* 9( 0) -_ =+
 qQ wW eE rR tT yY uU iI oO pP [{ ]} \\|
 aA sS dD fF gG hH jJ kK lL ;: '"
 zZ xX cC vV bB nN mM ,< .> /?`,
    SLANTED,
  ),
  qwertz: keyboardOf(
    `^° 1! 2" 3§ 4$ 5% 6& 7/ 8( 9) 0= ß? ´\`
 qQ wW eE rR tT zZ uU iI oO pP üÜ +*
 aA sS dD fF gG hH jJ kK lL öÖ äÄ #'
<> yY xX cC vV bB nN mM ,; .: -_`,
    SLANTED,
  ),
  azerty: keyboardOf(
    `²~ &1 é2 "3 '4 (5 -6 è7 _8 ç9 à0 )° +=
 aA zZ eE rR tT yY uU iI oO pP ^" $£
 qQ sS dD fF gG hH jJ kK lL mM ù% *µ
<> wW xX cC vV bB nN ,? ;. :/ !§`,
    SLANTED,
  ),
  dvorak: keyboardOf(
    `\`~ 1! 2@ 3# 4$ 5% 6^ 7& 8* 9( 0) [{ ]}
 '" ,< .> pP yY fF gG cC rR lL /? =+ \\|
 aA oO eE uU iI dD hH tT nN sS -_
 ;: qQ jJ kK xX bB mM wW vV zZ`,
    SLANTED,
  ),
  keypad: keyboardOf(' / * -\n7 8 9 +\n4 5 6\n1 2 3\n 0 .', ALIGNED),
  keypadMac: keyboardOf(' = / *\n7 8 9 -\n4 5 6 +\n1 2 3\n 0 .', ALIGNED),
})

// The alphabet of plain messages (3GPP TS 23.038). What stands in the second row takes two places.
const ONE_PLACE =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const TWO_PLACES = '^{}\\[~]|€\f'

/** A message that is cut gives some of its room to what puts it together again. */
const ROOM = { plain: { whole: 160, part: 153 }, unicode: { whole: 70, part: 67 } }

/** How much room a short message takes: one letter outside the plain alphabet halves what fits into a part. */
export function smsLength(text: string): { characters: number; parts: number; isUnicode: boolean } {
  const letters = [...text]
  const isUnicode = letters.some((letter) => !ONE_PLACE.includes(letter) && !TWO_PLACES.includes(letter))
  const characters = isUnicode
    ? text.length
    : letters.reduce((sum, letter) => sum + (TWO_PLACES.includes(letter) ? 2 : 1), 0)
  const { whole, part } = isUnicode ? ROOM.unicode : ROOM.plain
  return { characters, parts: characters <= whole ? 1 : Math.ceil(characters / part), isUnicode }
}

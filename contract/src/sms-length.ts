// The alphabet of plain messages (3GPP TS 23.038). Characters of the second row take two places.
const ONE_PLACE =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const TWO_PLACES = '^{}\\[~]|€\f'

/** Each part of a long message contains a header, so it has less room than a single message. */
const ROOM = { plain: { whole: 160, part: 153 }, unicode: { whole: 70, part: 67 } }

type SmsLength = {
  /** Places of the plain alphabet (GSM-7), or units of two bytes (UCS-2). */
  characters: number
  parts: number
  isUnicode: boolean
  /** The characters outside the plain alphabet, each once: a single one halves the room of a part. */
  unicode: string[]
}

/** How much room a text message takes. */
export function smsLength(text: string): SmsLength {
  const letters = [...text]
  const unicode = [...new Set(letters.filter((letter) => !ONE_PLACE.includes(letter) && !TWO_PLACES.includes(letter)))]
  const isUnicode = unicode.length > 0
  const places = isUnicode ? unitsOf : placesOf
  const { whole, part } = isUnicode ? ROOM.unicode : ROOM.plain
  const characters = letters.reduce((sum, letter) => sum + places(letter), 0)
  return { characters, parts: characters <= whole ? 1 : partsOf(letters.map(places), part), isUnicode, unicode }
}

const unitsOf = (letter: string) => letter.length
const placesOf = (letter: string) => (TWO_PLACES.includes(letter) ? 2 : 1)

/** No letter is cut in two: one of two places that no longer fits goes into the next part. */
function partsOf(places: number[], room: number): number {
  let parts = 1
  let taken = 0
  for (const one of places) {
    if (taken + one > room) {
      parts += 1
      taken = 0
    }
    taken += one
  }
  return parts
}

// Indian operators compare every SMS with the text that was registered for it (TRAI TCCCPR 2018, "DLT").

type Rule = { allowed: RegExp; max: number }

const ANYTHING: Rule = { allowed: /./su, max: 30 }
const NO_SPACE: Rule = { allowed: /\S/u, max: 200 }

/**
 * The texts that each kind of variable may stand for; the tagged kinds were added by the directions of 2024 and 2025.
 */
const VARIABLES: Record<string, Rule> = {
  var: ANYTHING,
  numeric: { allowed: /[0-9]/, max: 30 },
  number: { allowed: /[0-9]/, max: 30 },
  alphanumeric: { allowed: /[\p{L}\p{M}\p{N} ]/u, max: 30 },
  cbn: { allowed: /[0-9+ -]/, max: 30 },
  email: NO_SPACE,
  url: NO_SPACE,
  urlott: NO_SPACE,
}

const NAMES = Object.keys(VARIABLES).join('|')
/** `{#var#}`, and the tagged kinds also without braces. */
const VARIABLE = new RegExp(`(\\{#(?:${NAMES})#\\}|#(?:${NAMES})#)`, 'i')

/** Whether a text matches the registered one, with a valid value in the place of each variable. */
export function matchesApproved(text: string, approved: string): boolean {
  const sent = [...tidied(text)]
  // The offsets that may have been reached, over all ways to divide the text among the variables.
  let places = new Set([0])
  for (const [index, piece] of tidied(approved).split(VARIABLE).entries()) {
    places = index % 2 === 0 ? afterWords(sent, places, piece) : afterVariable(sent, places, piece)
  }
  return places.has(sent.length)
}

const tidied = (text: string) => text.replaceAll('\r\n', '\n').trim()

function afterWords(sent: string[], places: Set<number>, words: string): Set<number> {
  const letters = [...words]
  const isThere = (place: number) => letters.every((letter, index) => sent[place + index] === letter)
  return new Set([...places].filter(isThere).map((place) => place + letters.length))
}

function afterVariable(sent: string[], places: Set<number>, variable: string): Set<number> {
  const { allowed, max } = VARIABLES[variable.replace(/[{}#]/g, '').toLowerCase()] ?? ANYTHING
  const reached = new Set<number>()
  for (const place of places) {
    reached.add(place)
    for (let length = 0; length < max && allowed.test(sent[place + length] ?? ''); length++)
      reached.add(place + length + 1)
  }
  return reached
}

/** The settings that a gateway needs for messages to Indian numbers. */
export const DLT_GAPS = ['entityId', 'entityIdAttribute', 'templateIdAttribute', 'senderId'] as const
export type DltGap = (typeof DLT_GAPS)[number]

type DltSettings = Record<DltGap | 'countryCode', string>

/**
 * The missing settings of a gateway for Indian numbers; `null` for another country. Entity ids have 19 digits, headers
 * 3 to 6 characters.
 */
export function dltGaps({ countryCode, ...given }: DltSettings): DltGap[] | null {
  if (!isIndian(countryCode)) return null
  const isRight: Record<DltGap, boolean> = {
    entityId: /^\d{19}$/.test(given.entityId.trim()),
    entityIdAttribute: isSentUnder(given.entityIdAttribute),
    templateIdAttribute: isSentUnder(given.templateIdAttribute),
    senderId: /^[a-z0-9-]{3,11}$/i.test(given.senderId.trim()),
  }
  return DLT_GAPS.filter((gap) => !isRight[gap])
}

/** Whether a gateway is for Indian numbers, so that the rules for them apply. */
export const isIndian = (countryCode: string) => countryCode.replace(/\D/g, '') === '91'

/** Whether an attribute is sent: the old console writes 'NA' for one that is not (requirement G12). */
export function isSentUnder(attribute: string): boolean {
  return !['', 'NA'].includes(attribute.trim())
}

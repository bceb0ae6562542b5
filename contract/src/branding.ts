import * as z from 'zod/mini'
import { CONTRAST_MIN, contrastOfAccent, isReadable, nearestReadable, type Theme } from './accent.ts'
import * as field from './fields.ts'
import { hasHiddenCharacters, NO_HIDDEN_CHARACTERS } from './hidden-characters.ts'
import { flag } from './paging.ts'

const COLOUR = /^#[0-9a-f]{6}$/i
const ADDRESS = /^[^\s@<>"'?&]+@[^\s@<>"'?&.]+(?:\.[^\s@<>"'?&.]+)+$/
const PHONE = /^\+?[0-9][0-9 ()-]{4,24}$/

const line = (maxLength: number) =>
  field.textOrEmpty(
    maxLength,
    z.refine((text) => !hasHiddenCharacters(text), NO_HIDDEN_CHARACTERS),
  )

/** A colour as '#rrggbb', or empty for the portal's own. Refused when texts in it cannot be read (WCAG AA). */
const accent = (theme: Theme) =>
  field.textOrEmpty(
    7,
    z.toLowerCase(),
    z.refine((colour) => colour === '' || COLOUR.test(colour), 'Enter a colour such as #2f54d1'),
    z.refine((colour) => !COLOUR.test(colour) || isReadable(colour, theme), {
      error: ({ input }) => contrastProblem(String(input), theme),
    }),
  )

const contrastProblem = (colour: string, theme: Theme) =>
  `The contrast of ${colour} is ${contrastOfAccent(colour, theme)}:1, and ${CONTRAST_MIN}:1 is needed. ${nearestReadable(colour, theme)} has it.`

const shape = {
  /** Whether pages before signing in show it. While it is off, nobody outside the console can learn of it. */
  isShown: z._default(flag(), false),
  accentLight: accent('light'),
  accentDark: accent('dark'),
  /** Above the title of each page before signing in. */
  welcome: line(120),
  welcomeHindi: line(120),
  /** Below each of these pages. */
  help: line(200),
  helpHindi: line(200),
  /** An email address or a phone number for help. */
  contact: field.textOrEmpty(
    100,
    z.refine(
      (text) => text === '' || ADDRESS.test(text) || PHONE.test(text),
      'Enter an email address or a phone number',
    ),
  ),
}

/** How the pages before signing in look. Left out of a change, it stays the same. Name and picture are those of the record. */
export const brandingForm = () => z.optional(z.object(shape))
export const brandingRow = z.object({
  isShown: z.boolean(),
  accentLight: field.text(),
  accentDark: field.text(),
  welcome: field.text(),
  welcomeHindi: field.text(),
  help: field.text(),
  helpHindi: field.text(),
  contact: field.text(),
})
export type Branding = z.output<typeof brandingRow>

export const NO_BRANDING: Branding = {
  ...{ isShown: false, accentLight: '', accentDark: '', contact: '' },
  ...{ welcome: '', welcomeHindi: '', help: '', helpHindi: '' },
}

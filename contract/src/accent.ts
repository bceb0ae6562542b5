export type Theme = 'light' | 'dark'

/** The contrast that WCAG 2.2 demands of text (success criterion 1.4.3, level AA). */
export const CONTRAST_MIN = 4.5

/** The colours that are made from an accent, all as '#rrggbb'. */
type AccentColours = { primary: string; hover: string; on: string; soft: string }

/** What text in the accent stands on, the text on a button, and where a stronger accent lies. As in `ui/tokens.css`. */
const THEMES = {
  light: { surface: '#ffffff', behind: ['#ffffff', '#f6f7f9'], on: '#ffffff', stronger: '#000000' },
  dark: { surface: '#161a21', behind: ['#161a21', '#0e1116', '#1d222b'], on: '#0b1230', stronger: '#ffffff' },
} as const

/** The portal's own colours, as in `ui/tokens.css`. */
export const PORTAL_COLOURS: Record<Theme, AccentColours> = {
  light: { primary: '#2f54d1', hover: '#2544b0', on: '#ffffff', soft: '#e8edfd' },
  dark: { primary: '#9db1ff', hover: '#b7c6ff', on: '#0b1230', soft: '#1e2a52' },
}

const SOFT_SHARE = 0.1
const HOVER_SHARE = 0.18
const STEPS = 128

/** The colours of an accent in a theme. */
export function coloursOf(accent: string, theme: Theme): AccentColours {
  const { surface, on, stronger } = THEMES[theme]
  return {
    primary: accent.toLowerCase(),
    hover: mix(accent, stronger, HOVER_SHARE),
    on,
    soft: mix(surface, accent, SOFT_SHARE),
  }
}

/** The lowest contrast that texts with this accent have in a theme, rounded down to tenths so that it never looks better. */
export function contrastOfAccent(accent: string, theme: Theme): number {
  return Math.floor(lowestContrast(accent, theme) * 10) / 10
}

export const isReadable = (accent: string, theme: Theme) => lowestContrast(accent, theme) >= CONTRAST_MIN

/** The nearest shade of the accent, towards black or white, that can be read in a theme. */
export function nearestReadable(accent: string, theme: Theme): string {
  const { stronger } = THEMES[theme]
  for (let step = 0; step < STEPS; step++) {
    const shade = mix(accent, stronger, step / STEPS)
    if (isReadable(shade, theme)) return shade
  }
  return stronger
}

function lowestContrast(accent: string, theme: Theme): number {
  const { primary, on, soft, hover } = coloursOf(accent, theme)
  const texts = [...THEMES[theme].behind, soft].map((behind) => contrast(primary, behind))
  return Math.min(...texts, contrast(primary, on), contrast(hover, on))
}

/** From 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(from: string, to: string, share: number): string {
  const other = channels(to)
  const mixed = channels(from).map((value, index) => Math.round(value + ((other[index] as number) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Red, green and blue of '#rrggbb', each from 0 to 255. */
const channels = (colour: string) => [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))

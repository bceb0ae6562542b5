import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { loadPart } from '../load-part.ts'
import { PRINTING_CHANGED } from './printing-changed.ts'

export type Language = 'en' | 'hi'

/** Each language under its own name. */
export const LANGUAGES: readonly { code: Language; name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'hi', name: 'हिन्दी' },
]

/** English texts are their own keys (requirement G11); only what differs by number stands here,
 * and what a word means of several. */
const ENGLISH = {
  '{{count}} applications found_one': '{{count}} application found',
  '{{count}} characters_one': '{{count}} character',
  '{{count}} checks passed_one': '{{count}} check passed',
  'Ends within {{days}} days_one': 'Ends within {{days}} day',
  'Not used for {{days}} days_one': 'Not used for {{days}} day',
  '{{count}} clients_one': '{{count}} client',
  '{{count}} gaps_one': '{{count}} gap',
  '{{count}} steps without people_one': '{{count}} step without people',
  '{{number}} errors_one': '{{number}} error',
  '{{number}} notes_one': '{{number}} note',
  '{{number}} invitations sent_one': '{{number}} invitation sent',
  '{{number}} invitations revoked_one': '{{number}} invitation revoked',
  '{{number}} people_one': '{{number}} person',
  '{{number}} warnings_one': '{{number}} warning',
  '{{count}} messages_one': '{{count}} message',
  '{{action}}: {{number}} people_one': '{{action}}: {{number}} person',
  '{{total}} results_one': '{{total}} result',
  'Restore {{number}} records?_one': 'Restore {{number}} record?',
  'From day': 'From',
  'To day': 'To',
}

/** Starts translation in the language chosen in this browser before, else the one that it asks for. */
export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: false,
    resources: { en: { translation: ENGLISH } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false }, // React escapes
    react: { useSuspense: false, bindI18n: `languageChanged ${PRINTING_CHANGED}` },
  })
  // A missing catalogue must not keep the page from starting.
  if ((readLanguage() ?? wishedLanguage() ?? browserLanguage()) === 'hi') await showLanguage('hi').catch(console.error)
}

/** Changes the language of the page and remembers it in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language)
  localStorage.setItem('language', language)
}

/** The Hindi texts: those of pages without a session, and those of all others. The build makes the two parts. */
const HINDI = {
  first: () => loadPart(() => import('./hi.json?part=first')),
  rest: () => loadPart(() => import('./hi.json?part=rest')),
}
const loaded = new Set<keyof typeof HINDI>()

/** Whether a screen behind sign-in has been opened in this page. */
let needsAllTexts = /^\/dashboard(\/|$)/.test(location.pathname)

/**
 * Loads the texts of the screens behind sign-in, where they are in the language of this page.
 *
 * @throws PartNotLoaded
 */
export async function needAllTexts(): Promise<void> {
  needsAllTexts = true
  if (i18next.language === 'hi') await loadHindi()
}

async function loadHindi(): Promise<void> {
  const parts: (keyof typeof HINDI)[] = needsAllTexts ? ['first', 'rest'] : ['first']
  const missing = parts.filter((part) => !loaded.has(part))
  await Promise.all(
    missing.map(async (part) => {
      const { texts } = await HINDI[part]()
      i18next.addResourceBundle('hi', 'translation', texts, true)
      loaded.add(part)
    }),
  )
}

async function showLanguage(language: Language): Promise<void> {
  if (language === 'hi') await loadHindi()
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** The first of the languages that an application asks for (OpenID Connect `ui_locales`) which we have. */
function wishedLanguage(): string | undefined {
  const wishes = new URLSearchParams(location.search).get('ui_locales')?.split(' ') ?? []
  return firstKnown(wishes)
}

/** The first of the browser's languages which we have; `start.js` looks alike before anything is drawn. */
function browserLanguage(): string | undefined {
  return firstKnown(navigator.languages)
}

function firstKnown(wishes: readonly string[]): string | undefined {
  return wishes.map((wish) => wish.split('-')[0]).find((wish) => LANGUAGES.some(({ code }) => code === wish))
}

function readLanguage(): string | null {
  try {
    return localStorage.getItem('language')
  } catch {
    return null
  }
}

import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

export type Language = 'en' | 'hi'

/** Each language under its own name. */
export const LANGUAGES: readonly { code: Language; name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'hi', name: 'हिन्दी' },
]

/** English texts are their own keys (decision G11); only what differs by number stands here,
 * and what a word means of several. */
const ENGLISH = {
  '{{count}} characters_one': '{{count}} character',
  '{{count}} checks passed_one': '{{count}} check passed',
  '{{count}} clients_one': '{{count}} client',
  '{{count}} messages_one': '{{count}} message',
  '{{action}}: {{number}} people_one': '{{action}}: {{number}} person',
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
    react: { useSuspense: false },
  })
  // A missing catalogue must not keep the page from starting.
  if ((readLanguage() ?? wishedLanguage() ?? browserLanguage()) === 'hi') await showLanguage('hi').catch(console.error)
}

/** Changes the language of the page and remembers it in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language)
  localStorage.setItem('language', language)
}

async function showLanguage(language: Language): Promise<void> {
  if (language === 'hi' && !i18next.hasResourceBundle('hi', 'translation')) {
    const catalogue = await import('./hi.json')
    i18next.addResourceBundle('hi', 'translation', catalogue.default)
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** The first of the languages that an application asks for (OpenID Connect `ui_locales`) which we have. */
function wishedLanguage(): string | undefined {
  const wishes = new URLSearchParams(location.search).get('ui_locales')?.split(' ') ?? []
  return firstKnown(wishes)
}

/** The first of the browser's languages which we have; `theme.js` looks alike before anything is drawn. */
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

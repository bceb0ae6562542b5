import { setPreferences, type Theme } from '@gatehouse/contract/own-preferences.ts'
import type { Session } from '@gatehouse/contract/session.ts'
import { call } from '../api.ts'
import { handshake } from '../handshake.ts'
import { showTimeZone } from '../i18n/shown-time-zone.ts'
import { chooseLanguage, type Language } from '../i18n/start-i18n.ts'
import { showTheme } from './theme.ts'

export type Choice = { language?: Language; theme?: Theme }

/** What was chosen in this tab and is not stored with an account yet; `of` is the person, or `null` before a sign-in. */
type Unsent = Choice & { of: string | null }

const STORED_AS = 'unsent-preferences'

/**
 * Shows what somebody has chosen, remembers it in this browser, and stores it with the account, for their other browsers. Before
 * a sign-in the account is not known yet: it gets the choice at the sign-in.
 *
 * @throws ApiError when the account could not be changed; the page shows the choice all the same, and the next page tries again
 */
export async function choosePreference(choice: Choice): Promise<void> {
  if (choice.theme) showTheme(choice.theme)
  if (choice.language) await chooseLanguage(choice.language)
  const { session } = await handshake()
  // It is not a choice of the person for whom somebody acts.
  if (session?.acting) return
  const of = session?.user._id ?? null
  writeUnsent({ ...readUnsent(of), ...choice, of })
  if (session) await send(session)
}

let followed: Session | null = null

/** Shows the page as the person who is signed in has chosen it, once for each answer of the server. */
export async function followPreferences(session: Session | null): Promise<void> {
  if (session === followed) return
  followed = session
  // The release before does not say them.
  const { language, theme, timeZone } = session?.preferences ?? {}
  showTimeZone(timeZone ?? null)
  if (session === null) return
  const unsent = readUnsent(session.user._id)
  if (theme && !unsent.theme) showTheme(theme)
  // A missing catalogue must not keep the page from being shown.
  if (language && !unsent.language) await chooseLanguage(language).catch(console.error)
  if (session.acting) return
  // What fails stays unsent, and the next page tries again.
  void send(session).catch(() => {})
}

/** One after the other, so that the last choice is the one that is stored. */
let sending: Promise<unknown> = Promise.resolve()

function send(session: Session): Promise<void> {
  const sent = sending.then(async () => {
    const { of: _, ...choice } = readUnsent(session.user._id)
    if (choice.language === undefined && choice.theme === undefined) return
    await call(setPreferences, choice)
    forget(session.user._id, choice)
  })
  sending = sent.catch(() => {})
  return sent
}

/** Something else may have been chosen meanwhile. */
function forget(of: string, { language, theme }: Choice): void {
  const { language: newLanguage, theme: newTheme } = readUnsent(of)
  writeUnsent({
    ...{ of },
    ...(newLanguage !== undefined && newLanguage !== language && { language: newLanguage }),
    ...(newTheme !== undefined && newTheme !== theme && { theme: newTheme }),
  })
}

/** Those of this person, or of the visitor who has become them; others' are not theirs. */
function readUnsent(userId: string | null): Unsent {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null') as Unsent | null
    return stored !== null && (stored.of === null || stored.of === userId) ? stored : { of: userId }
  } catch {
    return { of: userId }
  }
}

function writeUnsent({ of, language, theme }: Unsent): void {
  try {
    if (language === undefined && theme === undefined) sessionStorage.removeItem(STORED_AS)
    else sessionStorage.setItem(STORED_AS, JSON.stringify({ of, language, theme }))
  } catch {
    // A browser that stores nothing forgets it with the page.
  }
}

// A classic script that runs before everything else on a page.

// Theme and language are set before the first paint, so that neither flashes.
;(() => {
  const root = document.documentElement
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    const known = navigator.languages.map((wish) => wish.split('-')[0]).find((wish) => wish === 'en' || wish === 'hi')
    if ((localStorage.getItem('language') ?? known) === 'hi') root.lang = 'hi'
  } catch {
    // Storage may be forbidden; the page then follows the system.
  }
})()

// During an update, a server of the former release may be asked for the files of a page that a new one has sent. Until
// the new one has put them into the database, it does not have them, and the page would stay blank (ADR 0069, 0126).
;(() => {
  const root = document.documentElement
  const COUNT = 'reloads'
  /** Before each reload; the other server may be replaced meanwhile. */
  const PAUSES_MS = [200, 1000, 2000]
  const WORDS = {
    en: ['This page could not be loaded', 'The portal may be in the middle of an update. Retry in a minute.', 'Retry'],
    hi: ['यह पेज लोड नहीं हो सका', 'हो सकता है पोर्टल अपडेट हो रहा हो। एक मिनट बाद फिर से कोशिश करें।', 'फिर से कोशिश करें'],
  }
  let hasFailed = false

  // Such errors do not bubble.
  window.addEventListener('error', ({ target }) => isNeeded(target) && handleFailure(), true)
  window.addEventListener('load', () => hasFailed || setCount(0))

  /** What is loaded later is loaded by the app, which says itself what fails (load-part.ts). */
  function isNeeded(target) {
    const isFile =
      target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
    return isFile && root.dataset.page === undefined
  }

  function handleFailure() {
    if (hasFailed) return
    hasFailed = true
    const count = readCount()
    if (count < PAUSES_MS.length && setCount(count + 1)) setTimeout(() => location.reload(), PAUSES_MS[count])
    else if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', explain)
    else explain()
  }

  /** No style sheet is needed for this. */
  function explain() {
    const [heading, reason, retry] = WORDS[root.lang] ?? WORDS.en
    const main = document.createElement('main')
    const button = document.createElement('button')
    main.setAttribute('role', 'alert')
    const title = textOf('h1', heading)
    main.append(title, textOf('p', reason), button)
    button.textContent = retry
    button.addEventListener('click', () => {
      setCount(0)
      location.reload()
    })
    root.style.colorScheme = root.dataset.theme ?? 'light dark'
    main.style.cssText =
      'max-width: 32rem; margin: 20vh auto 0; padding: 0 1.5rem; font: 1rem/1.5 system-ui, sans-serif'
    title.style.fontSize = '1.5rem'
    button.style.cssText = 'padding: 0.6rem 1.2rem; font: inherit'
    document.body.replaceChildren(main)
  }

  function textOf(name, text) {
    const element = document.createElement(name)
    element.textContent = text
    return element
  }

  function readCount() {
    try {
      return Number(sessionStorage.getItem(COUNT))
    } catch {
      return PAUSES_MS.length
    }
  }

  /** False when nothing can be stored: then the page would be reloaded for ever. */
  function setCount(count) {
    try {
      if (count > 0) sessionStorage.setItem(COUNT, String(count))
      else sessionStorage.removeItem(COUNT)
      return true
    } catch {
      return false
    }
  }
})()

// A classic script that blocks the first paint, so that neither the theme nor the language flashes.
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

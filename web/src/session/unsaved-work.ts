/** Forms and dialogs with fields that somebody has been at. */
const touched = new Set<Element>()

/**
 * Notes, for every form and dialog there is, that somebody types or chooses in it: none has to say so itself. Gives what
 * stops that.
 */
export function watchForWork(): () => void {
  document.addEventListener('input', handleTouch, true)
  document.addEventListener('click', handleTouch, true)
  return () => {
    document.removeEventListener('input', handleTouch, true)
    document.removeEventListener('click', handleTouch, true)
  }
}

/** Whether what was typed or chosen on the page would be lost by leaving it. */
export function hasUnsavedWork(): boolean {
  for (const place of touched) if (!place.isConnected) touched.delete(place)
  return touched.size > 0
}

function handleTouch({ target }: Event) {
  // Searches and selections of a list stand in its address; they are in no form.
  const place = target instanceof Element ? target.closest(WORK) : null
  if (place?.querySelector(FIELDS)) touched.add(place)
}

const WORK = 'form, [data-holds-work]'
const FIELDS = 'input, select, textarea, [contenteditable]'

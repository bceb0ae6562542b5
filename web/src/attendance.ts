/** For this long after an action of a person, the calls of the page may result from it. */
const ATTENDED_MS = 60_000

/** Everything that a person does on a page begins with one of these. */
const ACTIONS = ['pointerdown', 'keydown', 'click', 'input', 'wheel', 'touchmove']

/** When somebody last did something on this page. They have just opened it. */
let lastActionAt = Date.now()

const watched: AddEventListenerOptions = { capture: true, passive: true }
for (const action of ACTIONS)
  window.addEventListener(
    action,
    ({ isTrusted }) => {
      if (isTrusted) lastActionAt = Date.now()
    },
    watched,
  )

/** Whether somebody is at this page. What a page left open asks by itself must not keep its session alive. */
export const isAttended = () => Date.now() - lastActionAt < ATTENDED_MS

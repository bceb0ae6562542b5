import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../announcements.ts'
import { reasonOf } from '../reason-of.ts'
import { workUnderWay } from '../use-action.ts'
import { askBeforeLeaving, isLeaving } from './leaving.ts'

/** The sending of a form. */
type Sending = {
  isBusy: boolean
  /** What is sent: the title of the dialog or page, translated. */
  title: string
  /** What is announced when it ends well after it was left, translated; without it, its work says so itself. */
  success?: string | undefined
  /** Links beside it can be pressed, as no dialog has them. */
  isPage?: boolean
}

/** The session is to end; `isHeld`: what was sent waits for the person. */
type Ending = { isHeld: boolean }

type Replacement = { replace: () => void }

const BY_HISTORY = ['BACK', 'FORWARD', 'GO']

/**
 * Asks before unsaved input is lost: on closing the form, on navigation, on leaving the site, and before the session is ended
 * from this page. What is being sent is not lost: the question says so, and the end is announced to who has left.
 */
export function useUnsaved(hasUnsaved: boolean, onDiscard: () => void, sending: Sending) {
  const { t, i18n } = useTranslation()
  const { isBusy, title, success, isPage = false } = sending
  const [isClosing, setIsClosing] = useState(false)
  const [ending, setEnding] = useState<Ending | null>(null)
  /** What would take the place of the input. */
  const [replacement, setReplacement] = useState<Replacement | null>(null)
  const answer = useRef<(mayEnd: boolean) => void>(null)
  const isUnsaved = hasUnsaved && !isBusy
  const isSent = isBusy && !ending?.isHeld
  const leaving = useBlocker({
    // The end of the work of a dialog may itself lead to another page.
    shouldBlockFn: ({ action }) => !isLeaving() && (isUnsaved || (isBusy && (isPage || BY_HISTORY.includes(action)))),
    enableBeforeUnload: () => hasUnsaved && !isLeaving(),
    withResolver: true,
  })
  const asked = useRef({ keep, ask, endAsking })
  asked.current = { keep, ask, endAsking }

  // The end answers the question whether to wait for it.
  useEffect(() => {
    if (!isBusy) asked.current.keep()
  }, [isBusy])

  useEffect(() => {
    const stopAsking = askBeforeLeaving((isHeld) => asked.current.ask(isHeld))
    return () => {
      stopAsking()
      asked.current.endAsking(false)
    }
  }, [])

  async function ask(isHeld: boolean): Promise<boolean> {
    if (!hasUnsaved && (isHeld || !isBusy)) return true
    // The answer is for whoever asked last.
    endAsking(false)
    setEnding({ isHeld })
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }

  function keep() {
    setIsClosing(false)
    setReplacement(null)
    endAsking(false)
    leaving.reset?.()
  }

  function endAsking(mayEnd: boolean) {
    answer.current?.(mayEnd)
    answer.current = null
    setEnding(null)
  }

  async function announceEnd() {
    try {
      await workUnderWay()
      if (success) announce({ text: success, isFailure: false })
    } catch (error) {
      const reason = reasonOf(error, t, i18n.language)
      announce({ text: t('“{{title}}” was not done. {{reason}}', { title, reason }), isFailure: true })
    }
  }

  return {
    isAsking: isClosing || replacement !== null || ending !== null || leaving.status === 'blocked',
    isBusy: isSent,
    requestClose() {
      if (isUnsaved || isBusy) setIsClosing(true)
      else onDiscard()
    },
    /** Puts something else in the place of the input, after the same question. */
    requestReplace(replace: () => void) {
      if (isUnsaved || isBusy) setReplacement({ replace })
      else replace()
    },
    discard() {
      if (isSent) void announceEnd()
      if (ending) endAsking(true)
      else if (leaving.status === 'blocked') leaving.proceed()
      else if (replacement) {
        setReplacement(null)
        replacement.replace()
      } else onDiscard()
    },
    keep,
  }
}

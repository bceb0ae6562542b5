import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../announcements.ts'
import { reasonOf } from '../reason-of.ts'
import { workUnderWay } from '../use-action.ts'

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

const BY_HISTORY = ['BACK', 'FORWARD', 'GO']

/**
 * Asks before unsaved input is lost: on closing the form, on navigation, and on leaving the site. What is being sent is not
 * lost: the question says so, and the end is announced to who has left.
 */
export function useUnsaved(hasUnsaved: boolean, onDiscard: () => void, sending: Sending) {
  const { t, i18n } = useTranslation()
  const { isBusy, title, success, isPage = false } = sending
  const [isClosing, setIsClosing] = useState(false)
  const isUnsaved = hasUnsaved && !isBusy
  const leaving = useBlocker({
    // The end of the work of a dialog may itself lead to another page.
    shouldBlockFn: ({ action }) => isUnsaved || (isBusy && (isPage || BY_HISTORY.includes(action))),
    enableBeforeUnload: () => hasUnsaved,
    withResolver: true,
  })
  const asked = useRef(keep)
  asked.current = keep

  // The end answers the question whether to wait for it.
  useEffect(() => {
    if (!isBusy) asked.current()
  }, [isBusy])

  function keep() {
    setIsClosing(false)
    leaving.reset?.()
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
    isAsking: isClosing || leaving.status === 'blocked',
    isBusy,
    requestClose() {
      if (isUnsaved || isBusy) setIsClosing(true)
      else onDiscard()
    },
    discard() {
      if (isBusy) void announceEnd()
      if (leaving.status === 'blocked') leaving.proceed()
      else onDiscard()
    },
    keep,
  }
}

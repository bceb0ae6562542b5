import { type RefObject, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from './reason-of.ts'

/**
 * Whether a field of the form says what the error says. It stays so when the field is changed: whoever mends it needs to read
 * nothing more.
 *
 * @param part an element of the form
 */
export function useSaidAtField(error: unknown, part: RefObject<HTMLElement | null>): boolean {
  const { t, i18n } = useTranslation()
  const [said, setSaid] = useState<unknown>(null)
  // At each drawing: the fields get the messages of the server after the error is known.
  useLayoutEffect(() => {
    if (!error || error === said) return
    const messages = part.current?.closest('form')?.querySelectorAll('.field-error') ?? []
    const reason = reasonOf(error, t, i18n.language)
    if ([...messages].some((message) => message.textContent.trim() === reason)) setSaid(error)
  })
  return Boolean(error) && error === said
}

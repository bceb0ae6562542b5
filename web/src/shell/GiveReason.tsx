import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ReasonNeeded, reasonNeeded } from '../api.ts'
import type { ApiError } from '../api-error.ts'
import { ReasonDialog } from '../ui/ReasonDialog.tsx'
import { peopleConcerned } from '../ui/sentence-of.ts'

type Asked = { refusal: ApiError['data']; answer: (reason: string | null) => void }

/** Over whatever is open: asks why a change is made about which a rule asks. */
export function GiveReason() {
  const { t, i18n } = useTranslation()
  const [asked, setAsked] = useState<Asked | null>(null)

  useEffect(() => {
    function handleNeeded(event: Event) {
      const needed = event as ReasonNeeded
      const { promise, resolve } = Promise.withResolvers<string | null>()
      needed.given = promise
      setAsked((open) => {
        // A reason is about one change: another one that is refused meanwhile says so where it was made.
        if (open !== null) resolve(null)
        return open ?? { refusal: needed.refusal.data, answer: resolve }
      })
    }
    reasonNeeded.addEventListener('needed', handleNeeded)
    return () => reasonNeeded.removeEventListener('needed', handleNeeded)
  }, [])

  if (asked === null) return null
  const people = peopleConcerned(asked.refusal, t, i18n.language)
  function handleDone(reason: string | null) {
    setAsked(null)
    asked?.answer(reason)
  }
  return (
    <ReasonDialog
      title={t('Give a reason')}
      confirmLabel={t('Continue')}
      isBusy={false}
      error={null}
      onConfirm={handleDone}
      onClose={() => handleDone(null)}
    >
      <p>{t('Somebody gets what a rule of separation of duties keeps apart:')}</p>
      <ul>
        {(asked.refusal.missing as string[]).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {people !== '' && <p>{people}</p>}
      <p>{t('The reason is stored with your name, and shown where people are listed who break a rule.')}</p>
    </ReasonDialog>
  )
}

import type { Decided } from '@gatehouse/contract/decided.ts'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../i18n/format.ts'

const WORDS: Record<Decided['what'], string> = {
  approved: 'Approved meanwhile',
  declined: 'Declined meanwhile',
  withdrawn: 'Withdrawn meanwhile',
  'step-approved': 'This step was approved meanwhile',
  published: 'Confirmed and published meanwhile',
  dated: 'Confirmed for its date meanwhile',
  stopped: 'Confirmed meanwhile',
  'sent-back': 'Sent back meanwhile',
  completed: 'The review was completed meanwhile',
  cancelled: 'The review was cancelled meanwhile',
  keep: 'Somebody else has decided meanwhile: keep',
  revoke: 'Somebody else has decided meanwhile: revoke',
  shorten: 'Somebody else has decided meanwhile: shorten',
  ended: 'Ended meanwhile',
  'recovery-cancelled': 'The recovery was cancelled meanwhile',
  'recovery-stopped': 'The owner has stopped the recovery meanwhile',
  recovered: 'The account was recovered meanwhile',
}

/** How somebody has decided, who and when, and what they answered. */
export function DecisionFacts({ decided: { what, by, at, role, note } }: { decided: Decided }) {
  const { t, i18n } = useTranslation()
  const facts = [by, formatMoment(new Date(at), new Date(), i18n.language), role]
  return (
    <>
      <p>
        <strong>{t(WORDS[what])}</strong>
      </p>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {note !== '' && <p>“{note}”</p>}
    </>
  )
}

import { CircleCheck, CircleOff, Plus, Shield, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import type { Selection } from '../../engine/list/selection/use-selection.ts'
import { BulkDialog } from './BulkDialog.tsx'
import './bulk-bar.css'
import { type BulkAction, KIND_WORDS } from '../../jobs/job-words.ts'

const ACTIONS = [
  { action: 'activate', Icon: CircleCheck },
  { action: 'deactivate', Icon: CircleOff },
  { action: 'assign', Icon: Plus },
  { action: 'attachRole', Icon: Shield },
  { action: 'delete', Icon: Trash2 },
] as const satisfies { action: BulkAction; Icon: typeof Plus }[]

/** The bulk actions for the selected people. Each starts a job and shows its progress and result. */
export function BulkBar({ selection, onDone }: { selection: Selection; onDone: () => void }) {
  const { t } = useTranslation()
  // Kept at the click, because the job changes which people the list selects.
  const [started, setStarted] = useState<{ action: BulkAction; selection: Selection } | null>(null)

  function handleClose() {
    setStarted(null)
    onDone()
  }

  return (
    <div className="bulk-bar">
      {ACTIONS.map(({ action, Icon }) => (
        <Button key={action} variant="quiet" onClick={() => setStarted({ action, selection })}>
          <Icon size={16} aria-hidden />
          {t(KIND_WORDS[action])}
        </Button>
      ))}
      {started && <BulkDialog {...started} onClose={handleClose} />}
    </div>
  )
}

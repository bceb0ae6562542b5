import { startMend } from '@gatehouse/contract/admin/approvals/mends.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { Finding } from '../approval-finding.ts'
import { useDraftChange } from '../versions/use-draft-change.ts'
import { MendChoice } from './MendChoice.tsx'
import { useMends } from './use-mends.ts'

type Props = { finding: Finding; place: { applicationId: string; clientId: string }; onClose: () => void }

/** Begins a draft that mends a finding of what counts, and opens its comparison. */
export function StartMend({ finding, place, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [offered] = useState(() => t('Mend of a finding'))
  const [name, setName] = useState(offered)
  const asked = { ...place, finding: finding.key }
  const { loaded, value, asks, choose } = useMends(asked)
  const submit = useDraftChange(
    startMend,
    ({ _id }) =>
      void navigate({ to: '/dashboard/approvalVersions', search: { draft: _id, view: 'comparison' } as never }),
  )
  const { data } = loaded
  return (
    <ConfirmDialog
      title={t('Mend this problem')}
      confirmLabel={t('Make a draft')}
      hasUnsaved={name !== offered}
      isBusy={submit.isBusy}
      error={submit.error}
      isBlocked={asks === undefined || name.trim() === ''}
      onConfirm={() => {
        if (data && asks) void submit.run({ ...asked, version: data.version, name, ...asks })
      }}
      onClose={onClose}
    >
      <MendChoice finding={finding} loaded={loaded} value={value} onChange={choose} />
      {data && data.mends.length > 0 && (
        <>
          <p>{t('The change is made in a draft. Nothing that counts changes until you publish it.')}</p>
          <TextField
            label={t('Name')}
            value={name}
            maxLength={100}
            required
            onChange={(event) => setName(event.target.value)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}

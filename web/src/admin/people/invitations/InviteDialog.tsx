import type { Invited } from '@gatehouse/contract/admin/people/invitations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import type { InvitationForm } from './gift-form.ts'
import { InviteByAddresses } from './InviteByAddresses.tsx'
import { InviteByFile } from './InviteByFile.tsx'
import { InviteResults } from './InviteResults.tsx'
import './invitations.css'

/** Invites people by their addresses or by a file, and shows what became of each. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [way, setWay] = useState<'addresses' | 'file'>('addresses')
  const [results, setResults] = useState<readonly Invited[] | null>(null)
  const [former, setFormer] = useState<InvitationForm | null>(null)

  function handleSent(sent: readonly Invited[], filled: InvitationForm | null = null) {
    setResults(sent)
    setFormer(filled)
    void cache.invalidateQueries({ queryKey: ['invitations'] })
  }

  return (
    <WorkDialog
      title={t('Invite people')}
      size="large"
      success={t('“{{title}}” is done.', { title: t('Invite people') })}
      onClose={onClose}
    >
      {results !== null ? (
        <div className="form">
          <InviteResults results={results} />
          <FormEnd>
            <Button variant="neutral" onClick={() => setResults(null)}>
              {t('Invite others')}
            </Button>
            <Button onClick={onClose}>{t('Close')}</Button>
          </FormEnd>
        </div>
      ) : (
        <>
          <div className="invitation-way">
            <SegmentedControl
              label={t('Where the addresses are')}
              choices={[
                { value: 'addresses', label: t('Enter addresses') },
                { value: 'file', label: t('CSV file') },
              ]}
              value={way}
              onChange={setWay}
            />
          </div>
          {way === 'addresses' ? (
            <InviteByAddresses start={former} onSent={handleSent} />
          ) : (
            <InviteByFile onSent={handleSent} />
          )}
        </>
      )}
    </WorkDialog>
  )
}

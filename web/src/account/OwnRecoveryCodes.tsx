import {
  makeRecoveryCodes,
  readRecoveryCodes,
  removeRecoveryCodes,
} from '@gatehouse/contract/factors/recovery-codes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { RecoveryCodesLeft } from '../factors/RecoveryCodesLeft.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { PartFailure } from '../ui/PartFailure.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import './recovery-codes.css'
import { RemoveOwnFactor } from './RemoveOwnFactor.tsx'
import { ShowRecoveryCodes } from './ShowRecoveryCodes.tsx'

const KEY = ['recoveryCodes']
/** Time to make new ones. */
const FEW = 2

/** One's own recovery codes: make, replace, remove. */
export function OwnRecoveryCodes() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [made, setMade] = useState<string[] | null>(null)
  const [asked, setAsked] = useState<'make' | 'remove' | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => call(readRecoveryCodes, {}),
    staleTime: 0,
  })
  const make = useAction(async () => {
    const answer = await call(makeRecoveryCodes, {})
    setAsked(null)
    setMade(answer.codes)
    void cache.invalidateQueries({ queryKey: KEY })
  })

  function handleRemoved() {
    setAsked(null)
    void cache.invalidateQueries({ queryKey: KEY })
  }

  function handleClose() {
    setAsked(null)
    make.clear()
  }

  return (
    <>
      {!data && !error && <Spinner size={24} />}
      <PartFailure error={error} onRetry={() => void refetch()} />
      {data && data.madeAt === null && !data.hasPassword && (
        <p>{t('You sign in without a password, so no second step follows.')}</p>
      )}
      {data && data.madeAt === null && data.hasPassword && (
        <>
          <p>{t('You have no recovery codes.')}</p>
          <ErrorAlert error={make.error} />
          <Button isBusy={make.isBusy} onClick={() => void make.run()}>
            {t('Make recovery codes')}
          </Button>
        </>
      )}
      {data && data.madeAt !== null && (
        <>
          <RecoveryCodesLeft left={data.left} madeAt={data.madeAt} />
          {data.isWeak && (
            <Alert tone="warning">
              {t(
                'These codes were made without your passkey or app, so they do not take its place. Sign in with it, then make new codes.',
              )}
            </Alert>
          )}
          {!data.isWeak && data.left <= FEW && (
            <Alert tone="warning">{t('Make new codes before the last one is used.')}</Alert>
          )}
          <div className="recovery-actions">
            <Button variant="neutral" onClick={() => setAsked('make')}>
              {t('Make new codes')}
            </Button>
            <Button variant="neutral" onClick={() => setAsked('remove')}>
              {t('Remove the codes')}
            </Button>
          </div>
        </>
      )}
      {asked === 'make' && (
        <ConfirmDialog
          title={t('Make new recovery codes?')}
          confirmLabel={t('Make new codes')}
          isBusy={make.isBusy}
          error={make.error}
          onConfirm={() => void make.run()}
          onClose={handleClose}
        >
          <p>{t('The codes that you have now stop working.')}</p>
        </ConfirmDialog>
      )}
      {asked === 'remove' && (
        <RemoveOwnFactor
          title={t('Remove your recovery codes?')}
          message={t(removeRecoveryCodes.message)}
          onRemove={(endsSessions) => call(removeRecoveryCodes, { endsSessions })}
          onRemoved={handleRemoved}
          onClose={handleClose}
        >
          <p>{t('None of them signs you in any more.')}</p>
        </RemoveOwnFactor>
      )}
      {made && <ShowRecoveryCodes codes={made} onClose={() => setMade(null)} />}
    </>
  )
}

import type { Decided } from '@gatehouse/contract/decided.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { DecisionFacts } from './DecisionFacts.tsx'
import { FormEnd } from './FormEnd.tsx'

/** Takes the place of a form whose decision somebody else has made. */
export function DecidedMeanwhile({ decided, onClose }: { decided: Decided; onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    alert.current?.focus()
    // The list behind it, and with it this dialog, changes only when it is closed.
    return () => void cache.invalidateQueries()
  }, [cache])
  return (
    <div className="form">
      <Alert tone="info" ref={alert}>
        <DecisionFacts decided={decided} />
      </Alert>
      <FormEnd>
        <Button onClick={onClose}>{t('Close')}</Button>
      </FormEnd>
    </div>
  )
}

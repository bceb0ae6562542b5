import { codeDelivery } from '@gatehouse/contract/signin.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { Alert } from '../ui/Alert.tsx'

/** When to ask, after the code was asked for: a mail server that is down refuses at once, a slow one takes its time. */
const ASK_AFTER_MS = [700, 2000, 5000, 10_000]

/** Says when the code could not be sent. It is tried again all the same. */
export function CodeDelivery() {
  const { t } = useTranslation()
  const isFailed = useFailedDelivery()
  if (!isFailed) return null
  return (
    <Alert tone="error">
      <p>{t('We could not send the code. Try again in a moment.')}</p>
    </Alert>
  )
}

function useFailedDelivery(): boolean {
  const [isFailed, setIsFailed] = useState(false)
  useEffect(() => {
    const timers = ASK_AFTER_MS.map((wait) => setTimeout(() => void ask(), wait))
    const end = () => timers.forEach(clearTimeout)
    async function ask() {
      // Without an answer nothing is claimed: the code may be there already.
      const state = await call(codeDelivery, {}).then(
        (answer) => answer.state,
        () => 'waiting' as const,
      )
      setIsFailed(state === 'failed')
      if (state === 'sent') end()
    }
    return end
  }, [])
  return isFailed
}

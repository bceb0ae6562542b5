import type { Launch } from '@gatehouse/contract/launch.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { submitForm } from '../session/open-launch.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'

/** A launch token lives 60 seconds; a link that may no longer work is taken away. */
const LINK_MS = 55_000

type Props = { name: string; launch: Launch; onDone: () => void }

/** The way in when the browser opened no tab: a press of one's own. */
export function BlockedLaunch({ name, launch, onDone }: Props) {
  const { t } = useTranslation()
  const latest = useRef(onDone)
  latest.current = onDone

  useEffect(() => {
    const timer = setTimeout(() => latest.current(), LINK_MS)
    return () => clearTimeout(timer)
  }, [])

  function handlePost() {
    submitForm(launch.url, launch.fields, '_blank')
    onDone()
  }

  return (
    <Alert tone="warning">
      <p>{t('Your browser did not open a new tab.')}</p>
      {launch.method === 'GET' ? (
        // Once followed the token is spent, hence gone after the press.
        <a href={launch.url} target="_blank" rel="noopener noreferrer" onClick={() => setTimeout(onDone)}>
          {t('Open {{name}}', { name })}
        </a>
      ) : (
        <Button variant="link" onClick={handlePost}>
          {t('Open {{name}}', { name })}
        </Button>
      )}
    </Alert>
  )
}

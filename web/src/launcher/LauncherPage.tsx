import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePasskeyOffer } from '../factors/use-passkey-offer.ts'
import { useHandedOver } from '../session/use-handed-over.ts'
import { useScreenTitle } from '../session/use-screen-title.ts'
import { Alert } from '../ui/Alert.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Greeting } from './Greeting.tsx'
import { Launcher } from './Launcher.tsx'
import './launcher.css'
import './tiles.css'
import { PartFailure } from '../ui/PartFailure.tsx'
import { TileSkeletons } from './TileSkeletons.tsx'
import { tilesQuery } from './tiles-query.ts'

const PasskeyOffer = lazyPart(() => import('../factors/PasskeyOffer.tsx'), 'PasskeyOffer', { pending: null })

/** The dashboard: the applications one may open. */
export function LauncherPage() {
  const { t } = useTranslation()
  const { data: tiles, error, isFetching, refetch } = useQuery(tilesQuery)
  const { notice } = useHandedOver()
  const isPasskeyOffered = usePasskeyOffer()
  useScreenTitle()

  return (
    <div className="launcher">
      <Greeting />
      {notice && <Alert tone="error">{t(notice)}</Alert>}
      {tiles ? (
        <Launcher tiles={tiles} />
      ) : error ? (
        <PartFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <TileSkeletons />
      )}
      {tiles && isPasskeyOffered && <PasskeyOffer />}
    </div>
  )
}

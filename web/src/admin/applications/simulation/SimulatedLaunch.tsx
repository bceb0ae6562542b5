import { previewLaunch } from '@gatehouse/contract/admin/applications/preview-launch.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { LaunchRequest } from '../launch-fields/LaunchRequest.tsx'

type Props = { applicationId: string; asked: { userId: string; client: string } }

/** What the browser sends when the person opens the application by its tile. */
export function SimulatedLaunch({ applicationId, asked: { userId, client } }: Props) {
  const { t } = useTranslation()
  const preview = useQuery({
    queryKey: ['launchRequest', applicationId, userId, client],
    queryFn: () => call(previewLaunch, { applicationId, client, ...(userId === '' ? {} : { userId }) }),
    staleTime: 0,
  })
  return (
    <div className="simulation-settings">
      <p>{t('What the browser sends when this person opens the tile.')}</p>
      <PartFailure error={preview.error} onRetry={() => void preview.refetch()} />
      {preview.isPending && <Spinner size={24} />}
      {preview.data && <LaunchRequest preview={preview.data} />}
    </div>
  )
}

import { listOwnStandIns } from '@gatehouse/contract/stand-ins.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { useScreenTitle } from '../session/use-screen-title.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyNotice } from '../ui/EmptyNotice.tsx'
import { PartFailure } from '../ui/PartFailure.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { AddStandIn } from './AddStandIn.tsx'
import { OwnStandIns } from './OwnStandIns.tsx'
import './request-access.css'
import './sessions-page.css'

/** Who approves documents for one, and for whom one approves them (ADR 0067). */
export function StandInsPage() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const [isAdding, setAdding] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['ownStandIns'],
    queryFn: () => call(listOwnStandIns, {}),
    staleTime: 0,
  })
  return (
    <div className="own-sessions">
      <h1>{title}</h1>
      <PartFailure error={error} onRetry={() => void refetch()} />
      {!data && !error && <Spinner size={24} />}
      {data && (
        <>
          <section aria-labelledby="lent-heading">
            <h2 id="lent-heading">{t('Who stands in for you')}</h2>
            {data.lendable.length === 0 ? (
              <EmptyNotice title={t('You do not approve documents at present, so there is nothing to lend.')} />
            ) : (
              <>
                <p>
                  {t(
                    'While you are away, a colleague can approve documents for you: never more than you, and no document that one of you created.',
                  )}
                </p>
                <Button onClick={() => setAdding(true)}>{t('Add a stand-in')}</Button>
              </>
            )}
            <OwnStandIns standIns={data.standIns.filter(({ isLender }) => isLender)} />
          </section>
          <section aria-labelledby="borrowed-heading">
            <h2 id="borrowed-heading">{t('For whom you stand in')}</h2>
            {data.standIns.every(({ isLender }) => isLender) && (
              <EmptyNotice title={t('You stand in for nobody.')}>
                {t('When a colleague makes you their stand-in, it stands here.')}
              </EmptyNotice>
            )}
            <OwnStandIns standIns={data.standIns.filter(({ isLender }) => !isLender)} />
          </section>
        </>
      )}
      {isAdding && data && <AddStandIn lendable={data.lendable} onClose={() => setAdding(false)} />}
    </div>
  )
}

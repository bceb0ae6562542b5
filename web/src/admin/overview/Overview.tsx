import type { overview } from '@gatehouse/contract/admin/overview/overview.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActivityCard } from './ActivityCard.tsx'
import { AttentionList } from './AttentionList.tsx'
import { BusiestApplications } from './BusiestApplications.tsx'
import { FiguresCard } from './FiguresCard.tsx'
import { FirstHour } from './FirstHour.tsx'

type Props = { data: Output<typeof overview> }

/** All of it that the person may see: what needs attention, and the figures, of which some may be missing. */
export function Overview({ data }: Props) {
  const { t } = useTranslation()
  const { firstHour, days, attention, signIns, launches, applications, people, messages } = data
  // The server shows the last step as done once; here it stays until the person goes.
  const [finished, setFinished] = useState<typeof firstHour>(null)
  if (firstHour?.every(({ isDone }) => isDone) && firstHour !== finished) setFinished(firstHour)
  const steps = firstHour ?? finished
  const yesterday = days.at(-2) ?? ''
  const hasMain = signIns !== null || applications !== null
  const hasSide = people !== null || messages !== null

  return (
    <>
      {steps && <FirstHour steps={steps} onHidden={() => setFinished(null)} />}
      <AttentionList attention={attention} days={days} />
      {!hasMain && !hasSide && (
        <p className="overview-none">{t('Your permissions include no figures. Use the menu to open your screens.')}</p>
      )}
      <div className="overview-figures">
        {hasMain && (
          <div className="overview-main">
            {signIns && (
              <ActivityCard
                title={t('Sign-ins')}
                none={t('No sign-ins or attempts.')}
                days={days}
                series={[
                  { name: t('Signed in'), event: 'signin.completed', values: signIns.completed },
                  { name: t('Failed'), event: 'signin.failed', values: signIns.failed },
                ]}
              />
            )}
            {launches && (
              <ActivityCard
                title={t('Applications opened')}
                none={t('No applications were opened.')}
                days={days}
                isCalm
                series={[
                  { name: t('From the dashboard'), event: 'launch.granted', values: launches.tiles },
                  { name: t('With OpenID Connect'), event: 'oidc.signed-in', values: launches.openId },
                ]}
              />
            )}
            {applications && <BusiestApplications applications={applications} from={days[0] ?? ''} />}
          </div>
        )}
        {hasSide && (
          <div className="overview-side">
            {people && (
              <FiguresCard
                title={t('People')}
                figures={[
                  { label: t('Active'), figure: people.active, to: '/dashboard/user', search: { isActive: 'true' } },
                  {
                    label: t('Inactive'),
                    figure: people.inactive,
                    to: '/dashboard/user',
                    search: { isActive: 'false' },
                  },
                  {
                    label: t('Deleted, can be restored'),
                    figure: people.deleted,
                    to: '/dashboard/user',
                    search: { deleted: 'true' },
                  },
                ]}
              />
            )}
            {messages && (
              <FiguresCard
                title={t('Messages')}
                note={t('Today and yesterday')}
                figures={[
                  {
                    label: t('Sent'),
                    figure: messages.sent,
                    to: '/dashboard/messages',
                    search: { state: 'sent', from: yesterday },
                  },
                  {
                    label: t('Failed'),
                    figure: messages.failed,
                    isBad: true,
                    to: '/dashboard/messages',
                    search: { state: 'failed', from: yesterday },
                  },
                  {
                    label: t('Waiting now'),
                    figure: messages.waiting,
                    to: '/dashboard/messages',
                    search: { state: 'waiting' },
                  },
                ]}
              />
            )}
          </div>
        )}
      </div>
    </>
  )
}

import type { Output } from '@gatehouse/contract/endpoint.ts'
import { NOTICES } from '@gatehouse/contract/notices.ts'
import {
  FIXED_REASONS,
  type FixedReason,
  fixedFor,
  getOwnNotices,
  type OptionalNotice,
  putOffNotice,
} from '@gatehouse/contract/own-notices.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { mayUseConsole } from '../session/home.ts'
import { useSession } from '../session/use-session.ts'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { SwitchField } from '../ui/SwitchField.tsx'
import { useAction } from '../ui/use-action.ts'
import { useToasts } from '../ui/use-toasts.ts'
import { noticesFor } from './notice-words.ts'
import './own-notices.css'
import { PartFailure } from '../ui/PartFailure.tsx'

const KEY = ['own-notices']

/** Which messages one gets, and which everybody gets and why. */
export function OwnNotices() {
  const { t } = useTranslation()
  const session = useSession()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => call(getOwnNotices, {}),
    staleTime: 0,
  })
  const reasons = (Object.keys(FIXED_REASONS) as FixedReason[]).filter(
    (reason) => reason !== 'operation' || mayUseConsole(session),
  )
  return (
    <section className="own-notices" aria-labelledby="own-notices-heading">
      <h2 id="own-notices-heading">{t('Messages to you')}</h2>
      <PartFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      {!data && !error && <Spinner size={20} />}
      {data && <Choices putOff={data.putOff} />}
      <h3>{t('Always sent')}</h3>
      <dl>
        {reasons.map((reason) => (
          <div key={reason}>
            <dt>{t(FIXED_REASONS[reason])}</dt>
            <dd>
              {fixedFor(reason)
                .map((name) => t(NOTICES[name].title))
                .join(' · ')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Choices({ putOff }: Output<typeof getOwnNotices>) {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <>
      <p>{t('Choose what you want to get by email, and by SMS where the portal sends one.')}</p>
      <ul>
        {noticesFor(session).map(({ name, label }) => (
          <li key={name}>
            <OneChoice notice={name} label={t(label)} isPutOff={putOff.includes(name)} />
          </li>
        ))}
      </ul>
    </>
  )
}

type Choice = { notice: OptionalNotice; label: string; isPutOff: boolean }

function OneChoice({ notice, label, isPutOff }: Choice) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const saving = useAction(async (isNowPutOff: boolean) => {
    await call(putOffNotice, { notice, isPutOff: isNowPutOff })
    // Only this one: answers to two choices may arrive in any order.
    cache.setQueryData<Output<typeof getOwnNotices>>(KEY, (before) => ({
      putOff: [...(before?.putOff ?? []).filter((one) => one !== notice), ...(isNowPutOff ? [notice] : [])],
    }))
    toasts.success(t(putOffNotice.message))
  })
  return (
    <>
      <SwitchField label={label} checked={!isPutOff} onChange={({ target }) => void saving.run(!target.checked)} />
      <ErrorAlert error={saving.error} takesFocus={false} />
    </>
  )
}

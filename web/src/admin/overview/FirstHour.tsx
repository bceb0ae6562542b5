import {
  mayDoFirstHour,
  type FirstHour as Steps,
  showFirstHour,
} from '@gatehouse/contract/admin/overview/first-hour.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useSession, useSettings } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { useAction } from '../../ui/use-action.ts'
import './first-hour.css'
import { reasonOf, titleOf, waysOf } from './first-hour-steps.ts'

/** What leads from an empty portal to the first tile that works. The portal itself finds what is done. */
export function FirstHour({ steps, onHidden }: { steps: Steps; onHidden: () => void }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const cache = useQueryClient()
  const hiding = useAction(async () => {
    await call(showFirstHour, { isShown: false })
    await cache.invalidateQueries({ queryKey: ['overview'] })
    onHidden()
  })
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone, waitsFor }) => !isDone && waitsFor === null)

  return (
    <section className="overview-card first-hour" aria-labelledby="first-hour">
      <div className="first-hour-head">
        <div>
          <h2 id="first-hour">{t('First steps')}</h2>
          <p role="status">
            {done === steps.length
              ? t('All done. Your first application has signed someone in.')
              : t('{{done}} of {{total}} done. Steps are checked automatically.', {
                  done,
                  total: steps.length,
                })}
          </p>
        </div>
        {mayDoFirstHour(permissions) && (
          <Button variant="neutral" isBusy={hiding.isBusy} onClick={() => void hiding.run()}>
            {t('Hide the first steps')}
          </Button>
        )}
      </div>
      <ErrorAlert error={hiding.error} />
      <ol className="first-hour-steps">
        {steps.map((step) => (
          <li key={step.kind} data-step={step.kind} data-done={step.isDone || undefined}>
            <Step step={step} isNext={step === next} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Step({ step, isNext }: { step: Steps[number]; isNext: boolean }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { inbox } = useSettings()
  const { kind, isDone, waitsFor } = step
  const Icon = isDone ? CircleCheck : Circle
  return (
    <>
      <Icon size={20} role="img" aria-label={isDone ? t('Done') : t('Open')} />
      <div className="first-hour-text">
        <h3>{titleOf(kind)}</h3>
        {!isDone && <p>{reasonOf(step, inbox)}</p>}
        {!isDone && waitsFor && (
          <p className="first-hour-waits">{t('Before that: {{step}}', { step: titleOf(waitsFor) })}</p>
        )}
      </div>
      {!isDone && waitsFor === null && (
        <div className="first-hour-ways">
          {waysOf(step, user._id).map(({ label, to, search, start }, index) => (
            <Link
              key={label}
              to={to}
              search={search}
              state={start ? { start } : {}}
              className={`button ${isNext && index === 0 ? 'button-primary' : 'button-neutral'}`}
            >
              {label}
            </Link>
          ))}
        </div>
      )}
    </>
  )
}

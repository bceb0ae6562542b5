import {
  type Finding,
  SIMULATION_TEXTS,
  type simulateRequest,
} from '@gatehouse/contract/admin/applications/simulate-request.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { CircleCheck, CircleHelp, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../../ui/Alert.tsx'

type SimulationResult = Output<typeof simulateRequest>

const ICONS: Record<Finding['verdict'], LucideIcon> = {
  passes: CircleCheck,
  warns: TriangleAlert,
  asks: CircleHelp,
  fails: CircleX,
}

/** The findings shown first, in this order. Passed checks are collapsed. */
const IN_SIGHT: Finding['verdict'][] = ['fails', 'asks', 'warns']

/** The findings of the dry run, step by step. */
export function SimulationFindings({ result }: { result: SimulationResult }) {
  const { t } = useTranslation()
  const steps: Record<Finding['step'], string> = {
    application: t('Application'),
    redirect: t('Redirect address'),
    response: t('Response type'),
    mode: t('Response mode'),
    prompt: t('Prompt'),
    age: t('Sign-in age'),
    scope: t('Scope'),
    claims: t('Claims'),
    resource: t('Resource'),
    pkce: t('PKCE'),
    person: t('Person'),
    access: t('Access'),
    demand: t('Needed sign-in'),
    consent: t('Consent'),
    redemption: t('Redemption'),
  }
  const verdicts: Record<Finding['verdict'], string> = {
    passes: t('Right'),
    warns: t('Note'),
    asks: t('Asks the person'),
    fails: t('Fails'),
  }
  const toItem = ({ step, verdict, reason, values }: Finding) => {
    const Icon = ICONS[verdict]
    return (
      <li key={step} data-verdict={verdict}>
        <Icon size={18} role="img" aria-label={verdicts[verdict]} />
        <div>
          <h3>{steps[step]}</h3>
          <p>{t(SIMULATION_TEXTS[reason], values)}</p>
        </div>
      </li>
    )
  }
  const ofVerdict = (verdict: Finding['verdict']) => result.findings.filter((finding) => finding.verdict === verdict)
  const inSight = IN_SIGHT.flatMap(ofVerdict)
  const passed = ofVerdict('passes')
  return (
    <div className="simulation-findings">
      <Outcome result={result} />
      {inSight.length > 0 && <ol>{inSight.map(toItem)}</ol>}
      {passed.length > 0 && (
        <details className="simulation-more">
          <summary>{t('{{count}} checks passed', { count: passed.length })}</summary>
          <ol>{passed.map(toItem)}</ol>
        </details>
      )}
    </div>
  )
}

function Outcome({ result: { findings, error, isRedirected } }: { result: SimulationResult }) {
  const { t } = useTranslation()
  const failing = findings.find(({ verdict }) => verdict === 'fails')
  if (failing)
    return (
      <Alert tone="error">
        <p>
          {error === null
            ? t('The request fails, before or after it reaches the portal.')
            : isRedirected
              ? t('The request fails: the application receives {{error}}.', { error })
              : t('The request fails without a redirect: a page of the portal shows {{error}}.', { error })}
        </p>
        <p>{t(SIMULATION_TEXTS[failing.reason], failing.values)}</p>
      </Alert>
    )
  if (findings.some(({ verdict }) => verdict === 'asks'))
    return <Alert tone="info">{t('The request succeeds after the person completes a page of the portal.')}</Alert>
  return <Alert tone="success">{t('The request succeeds without showing a page of the portal.')}</Alert>
}

import { endOwnStandIn, type OwnStandIn } from '@gatehouse/contract/stand-ins.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EndStandIn } from '../stand-ins/EndStandIn.tsx'
import { authorityInWords, limitsInWords, STATE_WORDS, timeInWords } from '../stand-ins/stand-in-words.ts'
import { Button } from '../ui/Button.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

/** Stand-ins, each under the name of the other person. Those that are not over can be ended. */
export function OwnStandIns({ standIns }: { standIns: OwnStandIn[] }) {
  const { t, i18n } = useTranslation()
  const [ending, setEnding] = useState<OwnStandIn | null>(null)
  return (
    <>
      <ul className="requestable">
        {standIns.map((one) => {
          const { name } = one.isLender ? one.standIn : one.lender
          return (
            <li key={one._id}>
              <div className="requestable-text">
                <p className="requestable-name">{name}</p>
                <p>{timeInWords(t, i18n.language, one)}</p>
                <p>{authorityInWords(t, one)}</p>
                {limitsInWords(t, one) && <p>{limitsInWords(t, one)}</p>}
                {one.note && <p>{one.note}</p>}
              </div>
              <div className="requestable-end">
                <StatusBadge status={STATE_WORDS[one.state]} tone={one.state === 'current' ? 'success' : 'neutral'} />
                {one.state !== 'past' && (
                  <Button variant="link" aria-label={t('End: {{name}}', { name })} onClick={() => setEnding(one)}>
                    {t('End')}
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {ending && <EndStandIn endpoint={endOwnStandIn} standIn={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

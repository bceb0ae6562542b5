import { useTranslation } from 'react-i18next'
import { formatFullMoment } from '../../i18n/format.ts'
import { type AnsweredBy, isCounting } from './case-matrix.ts'

/** By which matrix it is answered, where that is not the one that counts now. */
export function ByWhich({ answer: { draft, at, version } }: { answer: AnsweredBy }) {
  const { t, i18n } = useTranslation()
  if (isCounting({ draft, at })) return null
  return (
    <p className="approval-act">
      {draft !== null
        ? t('As the draft {{name}} would make it, on version {{version}}.', { name: draft.name, version })
        : t('As it was until {{moment}}, by version {{version}}, with the people of now.', {
            moment: formatFullMoment(new Date(at ?? ''), i18n.language),
            version,
          })}
    </p>
  )
}

import type { AuditLine } from '@gatehouse/contract/admin/engine/audit-line.ts'
import type { Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChangedValue } from '../../../activity/ChangedValue.tsx'
import { eventWords } from '../../../activity/event-words.ts'
import { valueInWords, wordsOf } from '../../../activity/field-words.ts'
import { call } from '../../../api.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { actorName } from '../actor-name.ts'
import type { FormField } from '../fields/field.ts'
import './history-lines.css'
import { shortText } from '../text-of.ts'
import { shownChanges } from './shown-changes.ts'

type Props = {
  resource: Pick<Resource, 'name' | 'history'>
  id: string
  fields: readonly FormField[]
}

/** The changes of a record: who, when, and the values before and after. */
export function HistoryLines({ resource, id, fields }: Props) {
  const { t } = useTranslation()
  const history = useQuery({
    queryKey: [resource.name, 'history', id],
    queryFn: () => call(resource.history, { id }),
    staleTime: 0,
  })
  return (
    <>
      {history.isPending && <Spinner size={24} />}
      <ErrorAlert error={history.error}>
        <Button variant="neutral" onClick={() => void history.refetch()}>
          {t('Retry')}
        </Button>
      </ErrorAlert>
      {history.data?.length === 0 && <p>{t('Nothing is recorded about it.')}</p>}
      <ol className="history">
        {history.data?.map((line) => (
          <HistoryLine key={line._id} line={line} fields={fields} />
        ))}
      </ol>
    </>
  )
}

type LineProps = { line: AuditLine; fields: readonly FormField[] }

function HistoryLine({ line, fields }: LineProps) {
  const { t, i18n } = useTranslation()
  const labelOf = (name: string) => t(fields.find((field) => field.name === name)?.label ?? wordsOf(name))
  const textOf = (name: string, value: unknown) => {
    const show = fields.find((field) => field.name === name)?.Input.show
    return show && value !== null ? show(value, t) : valueInWords(name, shortText(value), t, i18n.language)
  }
  const changes = shownChanges(line, textOf)
  return (
    <li>
      <p className="history-what">{t(eventWords(line.event, line.changes))}</p>
      <p className="history-who">
        {line.actor ? actorName(line.actor, t) : t('The system')} · <Moment at={line.at} />
      </p>
      {changes.length > 0 && (
        <dl className="history-changes">
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{labelOf(field)}</dt>
              <dd>
                <ChangedValue before={before} after={after} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

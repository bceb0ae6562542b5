import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../i18n/format.ts'
import { useSession } from '../../../session/use-session.ts'
import { screenAt } from '../../../shell/screens.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useToasts } from '../../../ui/use-toasts.ts'
import { useResource } from '../use-resource.ts'
import type { RecordDefinition } from './record.ts'

type Props<Row extends RecordRow> = {
  record: RecordDefinition<Row>
  /** The record where it can be restored. */
  deleted: Row | undefined
}

/** Stands where a record would, of an id that is unknown or deleted. */
export function RecordMissing<Row extends RecordRow>({ record: { screen, missing }, deleted }: Props<Row>) {
  const { t, i18n } = useTranslation()
  const { permissions } = useSession()
  const toasts = useToasts()
  const { restore } = useResource(screen.resource)
  const { to, heading } = screenAt(screen.page)
  const restoring = useAction(async (row: Row) => {
    await restore.mutateAsync(row)
    toasts.success(t(screen.resource.restore.message))
  })
  const moment = deleted?.deletedAt && formatMoment(new Date(deleted.deletedAt), new Date(), i18n.language)
  const name = deleted && screen.nameOf(deleted)

  return (
    <div className="list-notice record-missing">
      <SearchX size={28} aria-hidden />
      <h1>{deleted ? t('{{name}} is deleted', { name }) : t(missing)}</h1>
      <p>
        {deleted
          ? deleted.deletedBy
            ? t('Deleted by {{name}}, {{moment}}. It can be restored for 30 days.', { name: deleted.deletedBy, moment })
            : t('Deleted {{moment}}. It can be restored for 30 days.', { moment })
          : t('The address may be mistyped, or it was deleted more than 30 days ago.')}
      </p>
      <ErrorAlert error={restoring.error} />
      {deleted && permissions.includes(screen.resource.write) && (
        <Button isBusy={restoring.isBusy} onClick={() => void restoring.run(deleted)}>
          {t('Restore')}
        </Button>
      )}
      <Link to={to} className="button button-neutral">
        {t('Back to {{list}}', { list: t(heading) })}
      </Link>
    </div>
  )
}

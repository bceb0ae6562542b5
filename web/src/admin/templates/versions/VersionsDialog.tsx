import type { Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import { listTemplateVersions, type TemplateVersion } from '@gatehouse/contract/admin/templates/versions.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { formatMoment } from '../../../i18n/format.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { FormEnd, type Success } from '../../../ui/FormEnd.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useAction } from '../../../ui/use-action.ts'
import '../../engine/form/form-dialog.css'
import { useResource } from '../../engine/use-resource.ts'
import type { TemplateRow } from '../template-row.ts'
import { TextDiff } from './TextDiff.tsx'
import './versions-dialog.css'

type Props<Row extends TemplateRow> = { row: Row; onClose: () => void }

/** A dialog for the templates of one channel. */
export function versionsOf<Row extends TemplateRow>(
  resource: Resource<Row>,
  toForm: (row: Row) => Record<string, unknown>,
): ComponentType<Props<Row>> {
  return ({ row, onClose }) => <VersionsDialog resource={resource} toForm={toForm} row={row} onClose={onClose} />
}

type DialogProps<Row extends TemplateRow> = Props<Row> & {
  resource: Resource<Row>
  toForm: (row: Row) => Record<string, unknown>
}

/** The saved versions of a template: compares two, and restores one. */
function VersionsDialog<Row extends TemplateRow>({ resource, toForm, row, onClose }: DialogProps<Row>) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const versions = useQuery({
    queryKey: [resource.name, 'versions', row._id],
    queryFn: () => call(listTemplateVersions, { id: row._id }),
    staleTime: 0,
  })
  const { update } = useResource(resource)
  const [restored, setRestored] = useState<Success | null>(null)
  const restore = useAction(async ({ version, Subject, Template, TemplateId }: TemplateVersion) => {
    setRestored(null)
    const text = 'Subject' in row ? { Subject, Template, TemplateId } : { Template, TemplateId }
    await update.mutateAsync({ row, form: { ...toForm(row), ...text } })
    setRestored({ text: t('Version {{version}} was restored.', { version }) })
  })

  return (
    <Dialog title={t('Versions - {{name}}', { name: row.TemplateName })} size="large" onClose={onClose}>
      <div className="form form-dialog versions">
        {versions.isPending && <Spinner size={24} />}
        <ErrorAlert error={versions.error}>
          <Button variant="neutral" onClick={() => void versions.refetch()}>
            {t('Retry')}
          </Button>
        </ErrorAlert>
        {versions.data && (
          <Comparison
            key={versions.data[0]?.version}
            versions={versions.data}
            onRestore={permissions.includes(resource.write) ? restore.run : undefined}
            isBusy={restore.isBusy}
          />
        )}
        <FormEnd error={restore.error} success={restored} onClear={() => setRestored(null)}>
          <Button variant="neutral" onClick={onClose}>
            {t('Close')}
          </Button>
        </FormEnd>
      </div>
    </Dialog>
  )
}

type ComparisonProps = {
  versions: readonly TemplateVersion[]
  onRestore: ((version: TemplateVersion) => Promise<void>) | undefined
  isBusy: boolean
}

function Comparison({ versions, onRestore, isBusy }: ComparisonProps) {
  const { t, i18n } = useTranslation()
  const [newest, previous = newest] = versions
  const [older, setOlder] = useState(previous?.version)
  const [newer, setNewer] = useState(newest?.version)
  const before = versions.find(({ version }) => version === older)
  const after = versions.find(({ version }) => version === newer)
  const when = ({ at }: TemplateVersion) => formatMoment(new Date(at), new Date(), i18n.language)
  const who = ({ by }: TemplateVersion) => (by === '' ? t('Somebody') : (by ?? t('The system')))
  const options = versions.map((one) => (
    <option key={one.version} value={one.version}>
      {t('Version {{version}}', { version: one.version })} · {who(one)}, {when(one)}
    </option>
  ))
  const isSame =
    before?.Template === after?.Template &&
    before?.Subject === after?.Subject &&
    before?.TemplateId === after?.TemplateId

  return (
    <>
      {versions.length === 1 ? (
        <p>{t('Saved once so far. After the next change, you can compare versions here.')}</p>
      ) : (
        <div className="versions-chosen">
          <Select label={t('Compare version')} value={older} onChange={(event) => setOlder(Number(event.target.value))}>
            {options}
          </Select>
          <Select label={t('With version')} value={newer} onChange={(event) => setNewer(Number(event.target.value))}>
            {options}
          </Select>
        </div>
      )}
      {versions.length > 1 && before && after && (
        <>
          {isSame && <p className="field-hint">{t('Both versions are identical.')}</p>}
          <TextDiff label={t('Subject')} before={before.Subject} after={after.Subject} />
          <TextDiff label={t('Template Id')} before={before.TemplateId} after={after.TemplateId} />
          <TextDiff label={t('Template')} before={before.Template} after={after.Template} />
        </>
      )}
      <ol className="versions-list">
        {versions.map((one) => (
          <li key={one.version}>
            <p>
              <strong>{t('Version {{version}}', { version: one.version })}</strong>
              {one === newest && <span className="versions-current">{t('Current')}</span>}
              <span className="versions-who">
                {who(one)} · <time dateTime={one.at}>{when(one)}</time>
              </span>
            </p>
            {one !== newest && onRestore && (
              <Button variant="neutral" isBusy={isBusy} onClick={() => void onRestore(one)}>
                {t('Restore this version')}
                <span className="visually-hidden"> ({one.version})</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

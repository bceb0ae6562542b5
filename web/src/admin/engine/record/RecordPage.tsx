import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../../session/use-page-title.ts'
import { useSession } from '../../../session/use-session.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { isFocusLost } from '../../../ui/give-back-focus.ts'
import '../admin-screen.css'
import { ListFailure } from '../list/ListFailure.tsx'
import { type Opened, RecordDialogs } from '../RecordDialogs.tsx'
import { RecordCrumbs } from './RecordCrumbs.tsx'
import { RecordHead } from './RecordHead.tsx'
import { RecordMissing } from './RecordMissing.tsx'
import { RecordSections } from './RecordSections.tsx'
import { RecordSkeleton } from './RecordSkeleton.tsx'
import './record.css'
import type { RecordDefinition } from './record.ts'
import { useRecord } from './use-record.ts'

/** One record with all that belongs to it, in sections; the address says which record and which section. */
export function RecordPage<Row extends RecordRow>({ record }: { record: RecordDefinition<Row> }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const { id = '', section: asked } = useParams({ strict: false })
  // Ids are written in lower case; a copied address may have them in capitals.
  const { row, deleted, ...loaded } = useRecord(record, id.toLowerCase())
  const [opened, setOpened] = useState<Opened<Row> | null>(null)
  const handleClose = useCallback(() => setOpened(null), [])
  const { screen, sections } = record
  const open = sections.filter(({ permission }) => permissions.includes(permission))
  const section = open.find(({ path }) => path === asked) ?? open[0]
  const name = row && screen.nameOf(row)
  const part = useRef<HTMLDivElement>(null)
  const former = useRef(section?.path)
  // A link in the section before, such as "Why?", is gone with it.
  useEffect(() => {
    if (former.current !== section?.path && isFocusLost()) part.current?.focus({ preventScroll: true })
    former.current = section?.path
  }, [section?.path])
  usePageTitle(name === undefined ? t(record.missing) : [section && t(section.label), name].filter(Boolean).join(' · '))

  return (
    <div className="console record">
      <RecordCrumbs list={screen.page} name={name ?? (deleted && screen.nameOf(deleted))} />
      {loaded.isPending && <RecordSkeleton />}
      {Boolean(loaded.error) && <ListFailure error={loaded.error} isBusy={loaded.isFetching} onRetry={loaded.retry} />}
      {!row && !loaded.isPending && !loaded.error && <RecordMissing record={record} deleted={deleted} />}
      {row && (
        <>
          <RecordHead record={record} row={row} onOpen={setOpened} />
          {loaded.isChangedElsewhere && (
            <Alert tone="info">
              <p>{t('Someone else changed this after you opened it.')}</p>
              <Button variant="neutral" onClick={loaded.reload}>
                {t('Show the latest version')}
              </Button>
            </Alert>
          )}
          <RecordSections page={screen.page} id={row._id} sections={open} shown={section} />
          {section && (
            <div key={section.path} ref={part} className="record-section" tabIndex={-1}>
              <h2 className="visually-hidden">{t(section.label)}</h2>
              <section.Content row={row} />
            </div>
          )}
        </>
      )}
      <RecordDialogs
        screen={screen}
        opened={opened}
        latest={(one) => row ?? one}
        onClose={handleClose}
        onSaved={handleClose}
      />
    </div>
  )
}

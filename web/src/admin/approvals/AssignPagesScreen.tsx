import { listOptions } from '@gatehouse/contract/admin/engine/options.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useScreenTitle } from '../../session/use-screen-title.ts'
import { useSession } from '../../session/use-session.ts'
import { AttachedRecords } from '../engine/attach/AttachedRecords.tsx'
import { Checklist } from '../engine/attach/Checklist.tsx'
import { type RecordChecklist, useRecordChecklist } from '../engine/attach/use-record-checklist.ts'
import './assign-pages.css'
import { UnsavedQuestion } from '../../ui/unsaved/UnsavedQuestion.tsx'
import { useUnsaved } from '../../ui/unsaved/use-unsaved.ts'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { useRolePages } from './role-pages.ts'

// Loaded together: each file that is loaded on its own lengthens the first file of every page.
export { PageAccessScreen } from './page-access/PageAccessScreen.tsx'

const ApplicationInput = pickerOf({ kind: 'applications' })
const ClientInput = pickerOf({ kind: 'clients' })
const RoleInput = pickerOf({
  kind: 'applicationRoles',
  within: { applicationId: 'applicationId', clientId: 'clientId' },
})

type Chosen = { applicationId: string; clientId: string; roleId: string }

/** The pages of an application role. Everyone may see them; changes need the permission (requirement C2). */
export function AssignPagesScreen() {
  const { t } = useTranslation()
  const canChange = useSession().permissions.includes('approvals:write')
  const form = useForm<Chosen>({ defaultValues: { applicationId: '', clientId: '', roleId: '' } })
  const asked = useWatch({ control: form.control, name: ['applicationId', 'clientId', 'roleId'] }).join()
  /** The role whose pages are shown. It follows what is chosen, but not before unsaved changes are given up. */
  const [shown, setShown] = useState<Chosen | null>(null)
  const title = useScreenTitle()

  function follow() {
    const chosen = form.getValues()
    setShown(Object.values(chosen).includes('') ? null : chosen)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is chosen
  useEffect(() => {
    if (shown === null || !canChange) follow()
  }, [asked])

  return (
    <div className="console list-page assign-pages">
      <h1>{title}</h1>
      <div className="assign-pages-card">
        <FormProvider {...form}>
          <div className="form">
            <ApplicationInput name="applicationId" label={t('Application')} />
            <ClientInput name="clientId" label={t('Client')} />
            <RoleInput name="roleId" label={t('Role')} />
          </div>
        </FormProvider>
        {shown && (
          <PagesOfRole
            key={shown.roleId}
            {...shown}
            canChange={canChange}
            asked={asked}
            onLeave={follow}
            onStay={() => form.reset(shown)}
          />
        )}
      </div>
    </div>
  )
}

type PagesProps = Chosen & {
  canChange: boolean
  /** What is chosen now. */
  asked: string
  onLeave: () => void
  onStay: () => void
}

function PagesOfRole({ applicationId, clientId, roleId, canChange, ...leaving }: PagesProps) {
  const named = [
    useName('applications', applicationId),
    useName('clients', clientId),
    useName('applicationRoles', roleId),
  ]
  const [applicationName, clientName, roleName] = named.map(({ data }) => data?.[0]?.name)
  const names = applicationName && clientName && roleName ? { applicationName, clientName, roleName } : null
  const ofRole = useRolePages(roleId, applicationId, names)
  const unnamed = named.filter(({ error }) => error)
  const pages = {
    ...ofRole,
    failure: unnamed[0]?.error ?? ofRole.failure,
    onRetry: () => (unnamed.length > 0 ? unnamed.forEach(({ refetch }) => void refetch()) : ofRole.onRetry()),
  }
  if (canChange) return <PagesToCheck pages={pages} {...leaving} />
  const { attached, failure, onRetry, emptyText } = pages
  return <AttachedRecords attached={attached} failure={failure} onRetry={onRetry} emptyText={emptyText} />
}

type CheckProps = Pick<PagesProps, 'asked' | 'onLeave' | 'onStay'> & { pages: RecordChecklist }

function PagesToCheck({ pages, asked, onLeave, onStay }: CheckProps) {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const shown = useRecordChecklist(pages)
  const unsaved = useUnsaved(shown.list.changes.length > 0, onLeave, {
    isBusy: shown.list.isBusy,
    title,
    success: t('“{{title}}” is done.', { title }),
    isPage: true,
  })

  const [begun] = useState(asked)

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is chosen
  useEffect(() => {
    if (asked !== begun) unsaved.requestClose()
  }, [asked])

  function keep() {
    unsaved.keep()
    onStay()
  }

  return (
    <>
      <Checklist {...shown} />
      <UnsavedQuestion unsaved={{ ...unsaved, keep }} />
    </>
  )
}

function useName(kind: 'applications' | 'clients' | 'applicationRoles', id: string) {
  return useQuery({
    queryKey: ['options', kind, { id }],
    queryFn: () => call(listOptions, { kind, id }),
  })
}

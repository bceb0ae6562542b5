import { listOptions } from '@gatehouse/contract/admin/engine/options.ts'
import { useQuery } from '@tanstack/react-query'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useScreenTitle } from '../../session/use-screen-title.ts'
import { useSession } from '../../session/use-session.ts'
import { Attachments } from '../engine/attach/Attachments.tsx'
import './assign-pages.css'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { useRolePages } from './role-pages.ts'

const ApplicationInput = pickerOf({ kind: 'applications' })
const ClientInput = pickerOf({ kind: 'clients' })
const RoleInput = pickerOf({
  kind: 'applicationRoles',
  within: { applicationId: 'applicationId', clientId: 'clientId' },
})

/** The pages of an application role. Everyone may see them; changes need the permission (requirement C2). */
export function AssignPagesScreen() {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { applicationId: '', clientId: '', roleId: '' } })
  const { applicationId, clientId, roleId } = useWatch({ control: form.control }) as Record<string, string>
  const title = useScreenTitle()
  return (
    <div className="console assign-pages">
      <h1>{title}</h1>
      <div className="assign-pages-card">
        <FormProvider {...form}>
          <div className="form">
            <ApplicationInput name="applicationId" label={t('Application')} />
            <ClientInput name="clientId" label={t('Client')} />
            <RoleInput name="roleId" label={t('Role')} />
          </div>
        </FormProvider>
        {applicationId && clientId && roleId && (
          <PagesOfRole key={roleId} applicationId={applicationId} clientId={clientId} roleId={roleId} />
        )}
      </div>
    </div>
  )
}

function PagesOfRole({ applicationId, clientId, roleId }: Record<'applicationId' | 'clientId' | 'roleId', string>) {
  const { permissions } = useSession()
  const applicationName = useName('applications', applicationId)
  const clientName = useName('clients', clientId)
  const roleName = useName('applicationRoles', roleId)
  const names = applicationName && clientName && roleName ? { applicationName, clientName, roleName } : null
  const pages = useRolePages(roleId, applicationId, names)
  return <Attachments {...pages} canChange={permissions.includes('approvals:write')} />
}

function useName(kind: 'applications' | 'clients' | 'applicationRoles', id: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['options', kind, { id }],
    queryFn: () => call(listOptions, { kind, id }),
  })
  return data?.[0]?.name
}

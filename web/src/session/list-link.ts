import type { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import type { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import type { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import type { roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import type { clans } from '@gatehouse/contract/admin/clients/clans.ts'
import type { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import type { pocs } from '@gatehouse/contract/admin/clients/pocs.ts'
import type { Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import type { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import type { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import type { users } from '@gatehouse/contract/admin/people/users.ts'
import type { permissions } from '@gatehouse/contract/admin/roles/permissions.ts'
import type { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import type { serviceAccounts } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import type { emailTemplates, smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import type { webhooks } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import type { ListQuery } from '@gatehouse/contract/paging.ts'

/** What the list of a resource is asked for. */
export type QueryOf<R> = R extends Resource<infer _Row, infer _Form, infer _Changes, infer Query> ? Query : never
/** What it can be searched by. */
export type FieldOf<R> = NonNullable<QueryOf<R>['field']>
/** What it can be narrowed by besides. */
export type FilterOf<R> = Exclude<keyof QueryOf<R> & string, keyof ListQuery>

/** Where the records are listed that other screens lead to. */
type Lists = {
  '/dashboard/user': typeof users
  '/dashboard/role': typeof roles
  '/dashboard/permission': typeof permissions
  '/dashboard/eaiapplication': typeof applications
  '/dashboard/Eroleclient': typeof applicationRoles
  '/dashboard/appPage': typeof pages
  '/dashboard/separationOfDuties': typeof roleConflicts
  '/dashboard/client': typeof clients
  '/dashboard/poc': typeof pocs
  '/dashboard/clan': typeof clans
  '/dashboard/configurationEmail': typeof emailConfigurations
  '/dashboard/configurationSms': typeof smsConfigurations
  '/dashboard/emailTemplate': typeof emailTemplates
  '/dashboard/smsTemplate': typeof smsTemplates
  '/dashboard/webhooks': typeof webhooks
  '/dashboard/serviceAccounts': typeof serviceAccounts
}

/** A list that is narrowed to what belongs to one record. */
export type ListFilter = { [To in keyof Lists]: { to: To; filter: FilterOf<Lists[To]> } }[keyof Lists]

/** A list that is searched for the name of a record. */
export type ListSearchFor = { [To in keyof Lists]: { to: To; field: FieldOf<Lists[To]> } }[keyof Lists]

/** The address of a list, narrowed to a record, whose form opens there by `open` for people who may change it. */
export function recordLink(link: ListFilter | ListSearchFor, record: { _id: string; name: string }) {
  const { to, search } = listLink(link, record)
  return { to, search: { ...search, open: record._id } }
}

/** The address of a list, narrowed to a record. */
export function listLink(link: ListFilter | ListSearchFor, { _id, name }: { _id: string; name: string }) {
  const search: Record<string, string> = 'filter' in link ? { [link.filter]: _id } : { field: link.field, search: name }
  return { to: link.to, search }
}

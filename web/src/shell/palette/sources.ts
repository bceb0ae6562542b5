import { listOptions } from '@gatehouse/contract/admin/engine/options.ts'
import type { RecordRow, Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import { listMessages } from '@gatehouse/contract/admin/messages/messages.ts'
import { emailTemplates, smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { listTiles } from '@gatehouse/contract/launch.ts'
import { NOTICES, type NoticeName } from '@gatehouse/contract/notices.ts'
import { foldedText } from '@gatehouse/contract/sought-text.ts'
import { call } from '../../api.ts'
import { type ListFilter, type ListSearchFor, recordLink } from '../../session/list-link.ts'
import type { StartValues } from '../../session/start-values.ts'
import { pageLink } from '../page-link.ts'
import type { Screen } from '../screens.ts'

/** A screen, perhaps narrowed and with what is begun there, or the page of a record. */
type Link =
  | { to: Screen['to']; search: Record<string, string>; state?: { start: StartValues } }
  | NonNullable<ReturnType<typeof pageLink>>

/** One way to go. */
export type Destination = {
  id: string
  name: string
  /** A value, or English of ours, which is translated. */
  detail: string
  link: Link
}

export type Source = {
  /** English. */
  heading: string
  /** Only who may open this screen finds anything here. */
  to: Screen['to']
  find: (search: string) => Promise<Destination[]>
}

export const RECORDS_MAX = 5
/** Fewer letters are in nearly every message. */
const MESSAGE_MIN_LETTERS = 3

/** What the palette searches besides the screens, in the order in which it stands there. */
export const SOURCES: readonly Source[] = [
  options('People', 'people', { to: '/dashboard/user', filter: 'userId' }),
  options('Applications', 'applications', { to: '/dashboard/eaiapplication', field: 'description' }),
  options('Clients', 'clients', { to: '/dashboard/client', field: 'displayName' }),
  options('Roles', 'roles', { to: '/dashboard/role', field: 'name' }),
  {
    heading: 'Templates',
    to: '/dashboard/emailTemplate',
    find: async (search) => {
      const found = await Promise.all([
        findTemplates(emailTemplates, search, { to: '/dashboard/emailTemplate', field: 'name' }, 'Email Template'),
        findTemplates(smsTemplates, search, { to: '/dashboard/smsTemplate', field: 'name' }, 'SMS Template'),
      ])
      return found.flat()
    },
  },
  { heading: 'Messages', to: '/dashboard/messages', find: findMessages },
  { heading: 'My applications', to: '/dashboard/app', find: findTiles },
]

type OptionKind = 'people' | 'applications' | 'clients' | 'roles'

function options(heading: string, kind: OptionKind, list: ListFilter | ListSearchFor): Source {
  return {
    heading,
    to: list.to,
    find: async (search) => {
      const records = await call(listOptions, { kind, search })
      return records.map((record) => ({
        ...{ id: record._id, name: record.name, detail: record.detail },
        link: linkTo(list, record),
      }))
    },
  }
}

/** The page of a record, where its kind has pages; otherwise its form in its list. */
function linkTo(list: ListFilter | ListSearchFor, record: { _id: string; name: string }): Link {
  return pageLink(list.to, record._id) ?? recordLink(list, record)
}

type TemplateRow = RecordRow & { TemplateName: string }

async function findTemplates(
  { list }: Resource<TemplateRow>,
  search: string,
  link: ListSearchFor,
  detail: string,
): Promise<Destination[]> {
  const answer = await call(list, { field: 'name', search, page: 0, pageSize: RECORDS_MAX })
  const rows = 'rows' in answer ? answer.rows : answer
  return rows.map(({ _id, TemplateName: name }) => ({ id: _id, name, detail, link: linkTo(link, { _id, name }) }))
}

/** The newest that go to an address or a number. */
async function findMessages(search: string): Promise<Destination[]> {
  if ([...search].length < MESSAGE_MIN_LETTERS) return []
  const { rows } = await call(listMessages, { search, page: 0, pageSize: RECORDS_MAX })
  return rows.map(({ _id, recipient, notice }) => ({
    ...{ id: _id, name: recipient, detail: NOTICES[notice as NoticeName]?.title ?? notice },
    link: { to: '/dashboard/messages', search: { search, open: _id } },
  }))
}

async function findTiles(search: string): Promise<Destination[]> {
  const tiles = await call(listTiles, {})
  return tiles
    .filter(({ name }) => foldedText(name).includes(foldedText(search)))
    .map(({ _id, name, summary }) => ({
      id: `tile-${_id}`,
      name,
      detail: summary,
      link: { to: '/dashboard/app', search: { q: name } },
    }))
}

import type { emailTemplates, smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { lineAt, problemInWords } from '@gatehouse/contract/template-problems.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { TemplatePool } from '../../notifications/template-pool.ts'
import { type ListSource, textColumn } from '../engine/list.ts'
import { refuseFields } from '../engine/refuse-fields.ts'
import { idOrNull, requireScope, requireScopeOf } from '../engine/scope.ts'
import type { Store } from '../engine/store.ts'
import { tableStore } from '../engine/table-store.ts'
import { usesOfText } from './uses-of-text.ts'
import { keepOrigin, keepVersion } from './versions.ts'

type SmsRow = Output<typeof smsTemplates.create>
type SmsForm = Input<typeof smsTemplates.create>
type Query = Input<typeof smsTemplates.list>
type EmailRow = Output<typeof emailTemplates.create>
type EmailForm = Input<typeof emailTemplates.create>

/** Problems that a refusal lists: as many as are looked for in the HTML of a mail. */
const LISTED_MAX = 100

const SELECT = {
  Application: `coalesce(t.application_id::text, 'All')`,
  ApplicationName: `json_build_object('description', coalesce(a.name, 'All'))`,
  Client: `coalesce(t.client_id::text, 'All')`,
  ClientName: `coalesce(c.display_name, 'All')`,
  TemplateId: 't.template_id',
  TemplateName: 't.name',
  Template: 't.body',
  Language: 't.language',
  Status: 't.status',
}

export const smsTemplatesStore = ({ templates }: Pick<Deps, 'templates'>): Store<SmsRow, SmsForm> =>
  templatesStore<SmsRow, SmsForm>(templates, 'sms', SELECT, () => '')

export const emailTemplatesStore = ({ templates }: Pick<Deps, 'templates'>): Store<EmailRow, EmailForm> =>
  templatesStore<EmailRow, EmailForm>(templates, 'email', { ...SELECT, Subject: 't.subject' }, ({ Subject }) => Subject)

/** The templates of one channel. Templates of the other channel are never returned. */
function templatesStore<Row extends SmsRow, Form extends SmsForm>(
  templates: TemplatePool,
  channel: 'email' | 'sms',
  select: ListSource<Row>['select'],
  subjectOf: (form: Form) => string,
): Store<Row, Form> {
  const store = tableStore<Row, Query, Form>({
    table: 'templates',
    nameOf: ({ TemplateName }) => TemplateName,
    source: {
      from: `(select * from templates where channel = '${channel}') t
        left join applications a on a.id = t.application_id left join clients c on c.id = t.client_id`,
      select,
      columns: {
        application: textColumn(`coalesce(a.name, 'All')`),
        client: textColumn(`coalesce(c.display_name, 'All')`),
        name: textColumn('t.name'),
        status: textColumn('t.status'),
      },
    },
    toColumns: (form) => ({
      channel,
      application_id: idOrNull(form.Application),
      client_id: idOrNull(form.Client),
      template_id: form.TemplateId,
      name: form.TemplateName,
      subject: subjectOf(form),
      body: form.Template,
      language: form.Language,
      status: form.Status,
    }),
    // An email is then written by another template or by the built-in text, a text message perhaps by nothing.
    uses: channel === 'email' ? { none: 'Another template or the built-in text takes its place.' } : usesOfText,
  })
  // The old console's editor sends HTML, even for text messages.
  const asStored = async (form: Form): Promise<Form> =>
    channel === 'sms' ? { ...form, Template: await templates.textOf(form.Template) } : form
  const requireSound = async (tx: Tx, form: Form) => {
    const written = { channel, name: form.TemplateName, subject: subjectOf(form), body: form.Template }
    const problems = await templates.findProblems(written)
    const texts = { Subject: written.subject, Template: written.body }
    const listed = problems.slice(0, LISTED_MAX).map((problem) => ({
      field: problem.field,
      line: lineAt(texts[problem.field], problem.from),
      problem: problemInWords(problem),
    }))
    const firstIn = (field: keyof typeof texts) => {
      const first = problems.find((problem) => problem.field === field)
      return first ? problemInWords(first) : null
    }
    refuseFields({ Subject: firstIn('Subject'), Template: firstIn('Template') }, { problems: listed })
    await requireScope(tx, { application: form.Application, client: form.Client })
  }
  return {
    ...store,
    create: async (tx, id, given, by) => {
      const form = await asStored(given)
      await requireSound(tx, form)
      await store.create(tx, id, form, by)
      await requireOnlyOne(tx, id)
      await keepVersion(tx, id, sql`t.version`, by)
    },
    update: async (tx, id, given, by) => {
      const form = await asStored(given)
      await requireSound(tx, form)
      await keepOrigin(tx, id)
      await store.update(tx, id, form, by)
      await requireOnlyOne(tx, id)
      await keepVersion(tx, id, sql`t.version + 1`, by)
    },
    restore: async (tx, id) => {
      if ((await store.find(tx, id)) === null) throw new AppError('not_found')
      await requireScopeOf(tx, store.table, id)
      await requireOnlyOne(tx, id)
    },
  }
}

/**
 * Refuses a second template with the same name, language and scope. A unique index cannot do this, because 'All' is
 * `null`; templates are therefore written one after another.
 *
 * @throws AppError already_exists
 */
async function requireOnlyOne(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('templates', 0))`)
  const { rowCount } = await tx.execute(sql`
    select 1 from templates t join templates other on other.id <> t.id and other.deleted_at is null
      and other.channel = t.channel and lower(other.name) = lower(t.name) and other.language = t.language
      and other.application_id is not distinct from t.application_id and other.client_id is not distinct from t.client_id
    where t.id = ${id}`)
  if (rowCount !== 0) throw new AppError('already_exists')
}

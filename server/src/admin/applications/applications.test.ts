import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { aClient, anAddress, anApplication, anAssignment, aPerson, signIn } from '../../../test/builders.ts'
import { behavesAsResource } from '../../../test/conformance.ts'
import { anAdministrator, someoneWith } from '../../../test/console.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'

const server = useTestServer()
let admin: Visitor
let adminEmail: string
beforeAll(async () => {
  const { visitor, person } = await anAdministrator(server)
  admin = visitor
  adminEmail = person.email
})

let count = 0

/** As the specified call sends it (requirement A18), with its 'NA' literals. */
const aForm = (changes: object = {}) => ({
  name: { description: `Survey Desk ${++count}`, applicationLogo: '', applicationType: 'NA' },
  applicationSecret: {
    applicationLogin: 'NA',
    applicationLogoutUri: 'https://survey.example.com/out',
    GrantTypes: 'NA',
  },
  applicationAllowedUrl: `https://survey-${count}.example.com`,
  applicationRedirectUrl: 'https://survey.example.com/sso',
  authenticationType: 'NA',
  status: 'ACTIVE',
  createdBy: 'somebody.else@example.com',
  ...changes,
})

const named = (name: object) => ({ name: { ...aForm().name, ...name } })
const UNSAFE = 'Enter an address that begins with https://; http:// is for localhost only.'
const NOT_WHOLE = 'Enter a full web address, such as https://app.example.com/login'
const CHOICE = 'Choose one from the list'

behavesAsResource(() => server, {
  resource: applications,
  table: 'applications',
  form: async () => aForm(),
  change: { applicationRedirectUrl: 'https://new.example.com/sso', status: 'INACTIVE', updatedBy: 'x@example.com' },
  shown: ({ name }) => ({
    name: { ...(name as object), summary: '' },
    applicationSecret: {
      applicationLogin: '',
      applicationLogoutUri: 'https://survey.example.com/out',
      GrantTypes: 'NA',
    },
    applicationRedirectUrl: 'https://survey.example.com/sso',
    launchMode: 'query',
    launchIdentity: 'full',
    hasSecret: false,
    status: 'ACTIVE',
  }),
  changed: { applicationRedirectUrl: 'https://new.example.com/sso', status: 'INACTIVE' },
  values: {
    description: ({ name }) => name.description,
    applicationType: ({ name }) => name.applicationType,
    GrantTypes: ({ applicationSecret }) => applicationSecret.GrantTypes,
    authenticationType: ({ authenticationType }) => authenticationType,
    status: ({ status }) => status,
  },
  duplicate: async ({ name }) =>
    aForm(named({ description: (name as { description: string }).description.toUpperCase() })),
  refused: [
    [{ name: undefined }, 'Description is required'],
    [named({ description: undefined }), 'Description is required'],
    [named({ description: '   ' }), 'Description is required'],
    [named({ description: 'x'.repeat(101) }), 'Too Long!'],
    [named({ applicationType: 'Toaster' }), CHOICE],
    [named({ applicationLogo: 'https://elsewhere.example.com/logo.png' }), 'please select file'],
    [{ status: 'DELETED' }, CHOICE],
    [{ authenticationType: 'None' }, CHOICE],
    [{ launchMode: 'fragment' }, CHOICE],
    [{ launchIdentity: 'everything' }, CHOICE],
    [{ applicationRedirectUrl: 'survey.example.com' }, NOT_WHOLE],
    [{ applicationRedirectUrl: 'javascript:alert(1)' }, NOT_WHOLE],
    [{ applicationRedirectUrl: 'http://survey.example.com/sso' }, UNSAFE],
    [{ applicationAllowedUrl: 'https://user:secret@survey.example.com' }, UNSAFE],
    [{ applicationAllowedUrl: 'https://survey.example.com\\@evil.example.com' }, UNSAFE],
    [{ applicationSecret: { applicationLogoutUri: 'https://survey.example.com/#out' } }, UNSAFE],
    [{ applicationSecret: { applicationLogin: 'http://10.0.0.1/login' } }, UNSAFE],
  ],
})

const create = async (changes: object = {}) => (await admin.call(applications.create, aForm(changes))).data

describe('an application', () => {
  test('records its creator and its last editor from their sessions', async () => {
    const row = await create()
    expect(row).toMatchObject({ createdBy: adminEmail, updatedBy: adminEmail })
    const other = await anAdministrator(server)
    const sent = { ...aForm(), id: row._id, updatedBy: 'somebody.else@example.com' }
    const { data } = await other.visitor.call(applications.update, sent)
    expect(data).toMatchObject({ createdBy: adminEmail, updatedBy: other.person.email })
  })

  test('may have addresses on localhost, or none yet', async () => {
    const local = {
      applicationRedirectUrl: 'http://localhost:4000/sso',
      applicationAllowedUrl: 'http://127.0.0.1:4000',
    }
    expect(await create(local)).toMatchObject(local)
    expect(await create({ applicationRedirectUrl: '', applicationAllowedUrl: 'NA' })).toMatchObject({
      applicationRedirectUrl: '',
      applicationAllowedUrl: '',
    })
  })

  test('is refused with the field of the wrong address', async () => {
    const sent = aForm({
      applicationAllowedUrl: 'http://a.example.com',
      applicationRedirectUrl: 'http://b.example.com',
    })
    expect((await admin.call(applications.create, sent)).data).toEqual({
      fields: { applicationAllowedUrl: UNSAFE, applicationRedirectUrl: UNSAFE },
    })
  })

  test('keeps the fields that a change omits or cannot change', async () => {
    const rules = { rename: { userName: 'login' } }
    const { id } = await anApplication(server, { launchMode: 'form_post', launchIdentity: 'none', launchFields: rules })
    const { data } = await admin.call(applications.update, { ...aForm({ status: undefined }), id })
    expect(data).toMatchObject({
      launchMode: 'form_post',
      launchIdentity: 'none',
      status: 'ACTIVE',
      name: { summary: 'What it is for' },
      hasSecret: true,
    })
    const { rows } = await server.db.execute(sql`select launch_fields as rules from applications where id = ${id}`)
    expect(rows).toEqual([{ rules }])
  })

  test('cannot be changed without its type', async () => {
    const { _id: id } = await create()
    const sent = { ...aForm(named({ applicationType: undefined })), id }
    expect(await admin.call(applications.update, sent)).toMatchObject({
      status: 400,
      msg: 'Application Type is required',
    })
  })

  test('is identified by the path, not by an id in the body', async () => {
    const [one, other] = [await create(), await create()]
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/application/deleteApplication/${one._id}`,
      payload: { id: other._id, userId: other._id, isActive: false },
      headers: { host: 'localhost:3000', authorization: await bearer() },
    })
    expect(answer.json()).toMatchObject({ code: 200, msg: 'Application Deleted', data: { _id: one._id } })
    const { rows } = await server.db.execute(sql`select deleted_at from applications where id = ${other._id}`)
    expect(rows).toEqual([{ deleted_at: null }])
  })
})

describe('an Allowed URL', () => {
  const URL_OF = { applicationAllowedUrl: 'https://shared.example.com/api' }
  const TAKEN = 'Another application has this Allowed URL. A token for it is for one application only.'
  const names = async () => {
    const { rows } = await server.db.execute<{ name: string }>(sql`
      select name from applications where allowed_url = ${URL_OF.applicationAllowedUrl} and deleted_at is null`)
    return rows.map(({ name }) => name)
  }

  test('that another application has is refused, and that one is named to whoever may read applications', async () => {
    const first = await create(URL_OF)
    const refused = { status: 400, data: { fields: { applicationAllowedUrl: TAKEN } } }
    const named = { msg: `This Allowed URL belongs to the application ${first.name.description}` }
    expect(await admin.call(applications.create, aForm(URL_OF))).toMatchObject({ ...refused, ...named })
    const other = await create()
    expect(await admin.call(applications.update, { ...aForm(URL_OF), id: other._id })).toMatchObject({
      ...refused,
      ...named,
    })
    const { visitor: writer } = await someoneWith(server, ['applications:write'])
    const blind = await writer.call(applications.create, aForm(URL_OF))
    expect(blind).toMatchObject({ ...refused, msg: TAKEN })
    expect(JSON.stringify(blind)).not.toContain(first.name.description)

    expect(await admin.call(applications.remove, { id: first._id })).toMatchObject({ status: 200 })
    expect(await admin.call(applications.update, { ...aForm(URL_OF), id: other._id })).toMatchObject({ status: 200 })
    expect(await admin.call(applications.restore, { id: first._id })).toMatchObject(refused)
    expect(await names()).toHaveLength(1)
    await admin.call(applications.remove, { id: other._id })
    expect(await admin.call(applications.restore, { id: first._id })).toMatchObject({ status: 200 })
    await admin.call(applications.remove, { id: first._id })
  })

  test('is had by one of several that ask for it at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => admin.call(applications.create, aForm(URL_OF))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    expect(await names()).toHaveLength(1)
    await server.db.execute(sql`update applications set deleted_at = now() where name = any(${await names()}::text[])`)
  })

  test('that two have since before stays with both, and may be given up', async () => {
    const [one, other] = [await create(), await create()]
    await server.db.execute(sql`
      update applications set allowed_url = ${URL_OF.applicationAllowedUrl} where id = any(${[one._id, other._id]}::uuid[])`)
    const save = (changes: object) => admin.call(applications.update, { ...aForm(changes), id: other._id })
    expect(await save(URL_OF)).toMatchObject({ status: 200 })
    expect(await save({ applicationAllowedUrl: '' })).toMatchObject({ status: 200 })
    expect(await save(URL_OF)).toMatchObject({ status: 400 })
    // None at all is no address.
    expect(await create({ applicationAllowedUrl: '' })).toMatchObject({ applicationAllowedUrl: '' })
  })
})

/** The token that an administrator's program sends instead of a cookie. */
async function bearer() {
  const program = server.visitor({ web: false, ip: anAddress() })
  return `Bearer ${(await signIn(server, program, adminEmail)).AutherisationToken}`
}

test('an application in use is not deleted, and the answer names what uses it', async () => {
  const { id } = await anApplication(server)
  const client = await aClient(server)
  for (const firstName of ['Asha', 'Meera']) {
    const person = await aPerson(server, { firstName })
    await anAssignment(server, person.id, id, client.id)
  }
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id) values (${newId()}, ${id}, ${client.id}, 'Manager', 'M')`)
  await server.db.execute(sql`insert into pages (id, application_id, name) values (${newId()}, ${id}, 'Claims')`)
  await server.db.execute(sql`
    insert into templates (id, channel, application_id, template_id, name, body) values (${newId()}, 'sms', ${id}, 'T', 'login-otp', 'x')`)
  await server.db.execute(sql`
    insert into email_configurations (id, application_id, from_address, host, port) values (${newId()}, ${id}, 'a@example.com', 'mail.example.com', 25)`)
  const uses = [
    { kind: 'people', effect: 'blocks', count: 2, names: ['Asha Rao', 'Meera Rao'] },
    { kind: 'application roles', effect: 'blocks', count: 1, names: ['Manager'] },
    { kind: 'templates', effect: 'blocks', count: 1, names: ['login-otp'] },
    { kind: 'configurations', effect: 'blocks', count: 1, names: ['mail.example.com'] },
    { kind: 'pages', effect: 'blocks', count: 1, names: ['Claims'] },
  ]
  expect((await admin.call(applications.uses, { id })).data).toEqual(uses)
  expect(await admin.call(applications.remove, { id })).toMatchObject({
    status: 409,
    msg: 'In use by people (2), application roles (1), templates (1), configurations (1), pages (1). Detach or delete them first.',
    data: { uses },
  })
  const { rows } = await server.db.execute(sql`select deleted_at from applications where id = ${id}`)
  expect(rows).toEqual([{ deleted_at: null }])
})

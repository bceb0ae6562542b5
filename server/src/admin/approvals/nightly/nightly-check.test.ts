import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { LAKH } from '../../../../test/approval-drafts.ts'
import { aMatrix, type TestMatrix } from '../../../../test/approvals.ts'
import { someoneSignedIn } from '../../../../test/builders.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { useTestServer } from '../../../../test/server.ts'
import { checkDue } from './nightly-check.ts'

const server = useTestServer()

/** A night passes, and three servers come to the check. */
async function night() {
  await server.db.execute(sql`update approval_nights set checked_on = checked_on - 2`)
  await Promise.all([checkDue(server), checkDue(server), checkDue(server)])
}
const anOwner = async ({ application }: TestMatrix, language: 'en' | 'hi' = 'en') => {
  const { person } = await someoneSignedIn(server)
  await server.db.execute(sql`
    with speaks as (update users set language = ${language} where id = ${person.id})
    insert into application_owners (application_id, user_id) values (${application.id}, ${person.id})`)
  return person
}
const hears = async (person: { id: string }) => (await noticesTo(server, person.id)).map(({ notice }) => notice)

test('owners are notified once of errors that are new, by the first night on which an application was there', async () => {
  const matrix = await aMatrix(server)
  const { application, client, row, person } = matrix
  const [owner, second] = [await anOwner(matrix), await anOwner(matrix, 'hi')]
  const low = await row('Director', { action: 'Final Approval', range: [0, LAKH] })
  await person('Director')
  await checkDue(server)
  expect(await hears(owner)).toEqual([])

  await night()
  expect([await hears(owner), await hears(second)]).toEqual([['approval-errors'], ['approval-errors']])
  const [mail] = await server.inbox(owner.email)
  expect(mail?.subject).toBe(`New errors in the approvals of ${application.name}: 1`)
  expect(mail?.text).toContain(`Claims: Nobody approves ₹1,00,000.01 and more.`)
  expect(mail?.text).toContain(`checkApplication=${application.id}&checkClient=${client.id}`)
  const [inHindi] = await server.inbox(second.email)
  expect(inHindi?.text).toContain('Claims: ₹1,00,000.01 और अधिक का अनुमोदन कोई नहीं करता।')

  // The same errors, and a gap that is smaller, are not new.
  await night()
  await row('Chairman', { action: 'Final Approval', range: [2 * LAKH, null] })
  await person('Chairman')
  await night()
  expect(await hears(owner)).toEqual(['approval-errors'])

  // What was gone is new when it is there again.
  await server.db.execute(sql`update application_roles set range_to = ${2 * LAKH - 1} where id = ${low.roleId}`)
  await night()
  await server.db.execute(sql`update application_roles set range_to = ${LAKH} where id = ${low.roleId}`)
  await night()
  expect(await hears(owner)).toEqual(['approval-errors', 'approval-errors'])
})

test('whoever becomes the owner is notified of what nobody was notified of; inactive applications and clients are left out', async () => {
  const matrix = await aMatrix(server)
  await matrix.row('Director', { action: 'Final Approval', range: [0, LAKH] })
  await checkDue(server)
  await night()
  const owner = await anOwner(matrix)
  const state = (table: 'applications' | 'clients', to: string) =>
    table === 'clients'
      ? server.db.execute(sql`update clients set status = ${to} where id = ${matrix.client.id}`)
      : server.db.execute(sql`update applications set status = ${to} where id = ${matrix.application.id}`)
  await state('clients', 'INACTIVE')
  await night()
  await state('clients', 'ACTIVE')
  await state('applications', 'INACTIVE')
  await night()
  expect(await hears(owner)).toEqual([])
  await state('applications', 'ACTIVE')
  await night()
  expect(await hears(owner)).toEqual(['approval-errors'])
  const [mail] = await server.inbox(owner.email)
  expect(mail?.text).toContain('No active person has the role Director')
  expect(mail?.subject).toContain(': 2')
})

test('a matrix that cannot be checked does not keep the others waiting', async () => {
  const [broken, fine] = [await aMatrix(server), await aMatrix(server)]
  for (const { row } of [broken, fine]) await row('Director', { action: 'Final Approval', range: [0, LAKH] })
  const owner = await anOwner(fine)
  await checkDue(server)
  await server.db.execute(sql`
    update approval_nights set errors = '5' where application_id = ${broken.application.id}`)
  await night()
  expect(await hears(owner)).toEqual(['approval-errors'])
})

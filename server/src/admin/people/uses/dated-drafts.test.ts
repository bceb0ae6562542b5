import { datePublishing } from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { expect, test } from 'vitest'
import { aWiderDraft, inOrder } from '../../../../test/approval-drafts.ts'
import { someoneWith, useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'
import { readDate } from '../../approvals/publish-dates/dates.ts'

const server = useTestServer()
const admin = useAdministrator(server)

/** @see publish-dates/dates.ts: a date of whoever may no longer change approvals is not kept. */
test('whose draft has a date is named before they leave, and what was said is what then happens', async () => {
  const editor = await someoneWith(server, ['approvals:read', 'approvals:write', 'pages:write'])
  const { visitor, person } = editor
  const { draftId, seen } = await aWiderDraft(server, visitor, await inOrder(server))
  const publishAt = new Date(Date.now() + 86_400_000).toISOString()
  const dated = await visitor.call(datePublishing, { draftId, ...(await seen()), reason: 'The board', publishAt })
  expect(dated).toMatchObject({ status: 200 })
  const KIND = 'drafts with a date that they set or confirmed, which are not published then'
  const lost = async () => {
    const { data } = await admin.call(users.uses, { id: person.id })
    return data.filter(({ kind }) => kind === KIND)
  }
  const name = expect.stringMatching(/ · Application \d+$/)
  expect(await lost()).toEqual([{ kind: KIND, effect: 'leaves', count: 1, names: [name], ids: [draftId] }])
  expect((await readDate(server.db, draftId))?.refusal).toBeNull()
  const { email, phoneNumber, firstName, lastName } = { firstName: 'Asha', lastName: 'Rao', ...person }
  const changes = { userId: person.id, firstName, lastName, email, phoneNumber, isActive: false }
  expect(await admin.call(users.update, changes)).toMatchObject({ status: 200 })
  expect((await readDate(server.db, draftId))?.refusal).toBe('person')
})

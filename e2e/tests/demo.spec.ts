import { DEMO_APPLICATIONS } from '@gatehouse/server/src/demo/demo-organisations.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'

type Named = { _id: string; name: { description: string } }

/** Each application of the demo, with a client and a role. */
const TILES: [application: string, client: string, role: string][] = [
  ['Roadside Desk', 'Acme Insurance', 'Dispatcher'],
  ['Eclaims', 'Acme Insurance', 'Finance'],
  ['Vendor Portal', 'Acme Insurance', 'Manager'],
  ['Tow Tracker', 'Bharat Assist', 'Dispatcher'],
  ['Survey Manager', 'Coastal Mutual', 'Surveyor'],
  ['Policy Desk', 'Himalaya Health', 'Agent'],
  ['Expense Book', 'Acme Insurance', 'Employee'],
  ['Leave Planner', 'Zenith General', 'Employee'],
]

test('every tile of the demo opens the sample application, signed in', async ({ admin, signIn }) => {
  expect(TILES.map(([name]) => name)).toEqual(DEMO_APPLICATIONS.map(({ name }) => name))
  const person = await admin.employ('Damini', ['roles:read'])
  const people = await admin.list<{ _id: string; email: string }>('/api/users/listAllActiveUser')
  const clients = await admin.list<{ _id: string; displayName: string }>('/api/client/getAllClient')
  const applications = await admin.list<Named>('/api/application/getAllApplication')
  for (const [application, client, role] of TILES)
    await admin.call('/api/users/addUserApplicationClinetRole', {
      userId: people.find(({ email }) => email === person.email)?._id,
      applicationId: applications.find(({ name }) => name.description === application)?._id,
      clientId: clients.find(({ displayName }) => displayName === client)?._id,
      role,
    })

  const { page: own } = await signIn(person, null)
  await own.goto('/dashboard/app')
  await arrived(own, '**/dashboard/app')
  for (const [application, client, role] of TILES) {
    const opening = own.context().waitForEvent('page')
    await own.getByRole('button', { name: new RegExp(`^${application}`) }).click()
    const tab = await opening
    await expect(tab.getByText(`Signed in as Damini Kapoor for ${client} as ${role}`), application).toBeVisible()
    await expect(tab).toHaveTitle(new RegExp(application))
    expect(tab.url()).not.toContain('elt_')
    await tab.close()
  }
})

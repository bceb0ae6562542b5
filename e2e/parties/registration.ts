import type { Locator } from '@playwright/test'
import { type Console, expect } from '../console.ts'
import { type Settings, settingsOf } from './guide.ts'

/** A third-party application as registered in the portal. */
export type Registered = { id: string; secret: string; name: string }

export const toEnvironment = ({ id, secret }: Registered) => ({ APPLICATION_ID: id, APPLICATION_SECRET: secret })

/**
 * Registers an application at `origin` with the values of the guide for its kind, and assigns it to a person.
 *
 * @param changes fields that differ from the guide
 */
export async function register(
  admin: Console,
  { kind, name, origin, changes = [] }: { kind: string; name: string; origin: string; changes?: Settings },
  person: { email: string },
): Promise<Registered> {
  await admin.open('/dashboard/eaiapplication', 'Applications')
  const form = await admin.openNew('New Application', 'New Application')
  await admin.fill(form, { Description: name })
  for (const [label, values] of [...settingsOf(kind), ...changes]) {
    const placed = values.map((value) => value.replace(/https:\/\/(app|api)\.example\.com/, origin))
    if (placed.length > 0) await enter(form, label, placed)
  }
  await admin.save(form, 'Application Created')

  const applications = await admin.list<{ _id: string; name: { description: string } }>(
    '/api/application/getAllApplication',
  )
  const id = applications.find((one) => one.name.description === name)?._id ?? ''
  const { secret } = await admin.call<{ secret: string }>('/api/application/renewSecret', { applicationId: id })
  const people = await admin.list<{ _id: string; email: string }>('/api/users/listAllActiveUser')
  const clients = await admin.list<{ _id: string }>('/api/client/getAllClient')
  await admin.call('/api/users/addUserApplicationClinetRole', {
    userId: people.find(({ email }) => email === person.email)?._id,
    applicationId: id,
    clientId: clients[0]?._id,
    role: 'User',
  })
  return { id, secret, name }
}

/** Fills in one field of the form, of any kind. */
async function enter(form: Locator, label: string, values: string[]) {
  const boxes = form.getByRole('group', { name: label, exact: true })
  if ((await boxes.count()) > 0) {
    for (const value of values) await boxes.getByRole('checkbox', { name: `(${value})` }).check()
    return
  }
  const control = form.getByLabel(label, { exact: true })
  const kind = await control.evaluate((element) => element.getAttribute('role') ?? element.localName)
  const [value = ''] = values
  if (kind === 'switch') await control.setChecked(value === 'on')
  else if (kind === 'select') await choose(control, value)
  else await control.fill(values.join('\n'))
}

async function choose(select: Locator, text: string) {
  const option = select.getByRole('option').filter({ hasText: text })
  await expect(option).toHaveCount(1)
  await select.selectOption((await option.getAttribute('value')) ?? '')
}

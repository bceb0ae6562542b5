import { users } from '@gatehouse/contract/admin/people/users.ts'
import { PASSWORD } from './builders.ts'
import type { Visitor } from './server.ts'

let count = 0

/** A new person in the form of the specified call (requirement A18). */
export function aUserForm(changes: Record<string, unknown> = {}) {
  const number = String(++count).padStart(8, '0')
  return {
    name: 'Meera Nair',
    email: `meera${number}@example.com`,
    firstName: 'Meera',
    lastName: 'Nair',
    // Not 80: from a part that begins with zeros the search removes two, and the rest occurs in other people's numbers.
    phoneNumber: `81${number}`,
    userName: `meera.nair-${number}`,
    password: PASSWORD,
    ...changes,
  }
}

/** A person created in the console, who can sign in with `PASSWORD`. */
export async function aUser(by: Visitor, changes: Record<string, unknown> = {}) {
  const form = aUserForm(changes)
  const { data, status, msg } = await by.call(users.create, form)
  if (status !== 200) throw new Error(`create answered ${status}: ${msg}`)
  return { id: data._id, form, email: form.email }
}

/** An update that changes only these fields. */
export function userUpdate({ id, form }: { id: string; form: ReturnType<typeof aUserForm> }, changes: object = {}) {
  const { firstName, lastName, phoneNumber, email, userName } = form
  return {
    userId: id,
    firstName,
    lastName,
    phoneNumber,
    email,
    username: userName,
    status: 'Active',
    isActive: true,
    ...changes,
  }
}

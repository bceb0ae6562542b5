import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { expect, test } from 'vitest'
import { requiredNames } from './required-names.ts'

test('a form marks what its schema does not do without', () => {
  const values = {
    firstName: '',
    lastName: '',
    email: '',
    phoneNumber: '',
    userName: '',
    password: '',
    profileImage: '',
  }
  // A password is asked for only where no link is sent, and its field says so.
  expect([...requiredNames(users.create.request, values)].sort()).toEqual(
    ['email', 'firstName', 'lastName', 'phoneNumber', 'userName'].sort(),
  )
})

test('what is filled in already is required all the same', () => {
  const values = { applicationId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', role: 'Manager', regions: ['All'] }
  expect(requiredNames(applicationRoles.create.request, values)).toEqual(
    new Set(['applicationId', 'role', 'roleId', 'clientId']),
  )
})

test('values inside of others are marked by their path', () => {
  const values = { name: { description: '', applicationType: 'NA' }, applicationSecret: { applicationLogin: '' } }
  expect(requiredNames(applications.create.request, values)).toEqual(new Set(['name.description']))
})

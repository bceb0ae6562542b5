import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { expect, test } from 'vitest'
import { requiredNames } from './required-names.ts'

test('a form marks the fields that its schema requires', () => {
  const values = {
    firstName: '',
    lastName: '',
    email: '',
    phoneNumber: '',
    userName: '',
    password: '',
    profileImage: '',
  }
  // The password is required only if no link is sent, which its field explains.
  expect([...requiredNames(users.create.request, values)].sort()).toEqual(
    ['email', 'firstName', 'lastName', 'phoneNumber', 'userName'].sort(),
  )
})

test('a field that is already filled in is still marked as required', () => {
  const values = { applicationId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', role: 'Manager', regions: ['All'] }
  expect(requiredNames(applicationRoles.create.request, values)).toEqual(
    new Set(['applicationId', 'role', 'roleId', 'clientId']),
  )
})

test('nested fields are marked by their path', () => {
  const values = { name: { description: '', applicationType: 'NA' }, applicationSecret: { applicationLogin: '' } }
  expect(requiredNames(applications.create.request, values)).toEqual(new Set(['name.description']))
})

import type { Known, Sent } from './old-forms.ts'

export type OldCall = {
  call: string
  /** Every call is for another record. */
  send: (known: Known, number: number) => Sent
  /** The expected answer when it is not 200. */
  refusal?: { status: number; msg: string }
}

/** Lists, which need no parameters. */
export const OLD_LISTS = [
  ...['/api/users/listAllActiveUser', '/api/users/ListAllRole', '/api/users/listAllPermission'],
  ...['/api/application/getAllApplication', '/api/application/getApplicationRoleMaste', '/api/page/getAllPage'],
  ...['/api/application/getDocumentApprovalMaster', '/api/client/getAllClient', '/api/client/getAllPoc'],
  ...['/api/client/getAllClains', '/api/emailNotification/getEmailNotification'],
  ...['/api/notificationConfiguration/allList', '/api/smsMaster/allList', '/api/emailMaster/allList'],
]

const pair = ({ userId, applicationId, clientId }: Known) => ({ userId, applicationId, clientId })

/** All other calls, in an order in which each finds the records that it needs. */
export const OLD_CALLS: OldCall[] = [
  { call: '/api/users/roleBasedOnUserId', send: ({ userId }) => ({ userId }) },
  { call: '/api/users/assignedApplicationWithClient', send: ({ userId }) => ({ userId }) },
  {
    call: '/api/users/clientBasedOnApplicationAndUser',
    send: ({ userId, applicationId }) => ({ userId, applicationId }),
  },
  { call: '/api/application/getApplicationDetails', send: (known) => ({ name: known.application }) },
  { call: '/api/client/getClientdetails', send: (known) => ({ name: known.client }) },
  { call: '/api/users/attachRoleToUser', send: ({ userId, roleId }) => ({ userId, roleId }) },
  { call: '/api/users/detachRoleToUser', send: ({ userId, roleId }) => ({ userId, roleId }) },
  { call: '/api/users/attachPermissionsToRole', send: ({ roleId, permissionId }) => ({ roleId, permissionId }) },
  { call: '/api/users/detachPermissionsToRole', send: ({ roleId, permissionId }) => ({ roleId, permissionId }) },
  {
    call: '/api/users/roleBasedOnAapplication',
    send: ({ applicationId, clientId }) => ({ applicationId, clientId }),
  },
  { call: '/api/users/addUserApplicationClinetRole', send: (known) => ({ ...pair(known), role: known.role }) },
  { call: '/api/users/detachClient', send: pair },
  {
    call: '/api/users/addUserApplicationClinetRole',
    send: (known) => ({ ...pair(known), role: '' }),
    refusal: { status: 400, msg: 'Status is required' },
  },
  {
    call: '/api/application/pagesOfRole',
    send: (known) => ({ roleName: known.role, applicationName: known.application, clientName: known.client }),
  },
  {
    call: '/api/application/detachPagesFromRole',
    send: ({ applicationRoleId, pageId }) => ({ id: applicationRoleId, pageId }),
  },
  {
    call: '/api/application/attachPagesToRole',
    send: ({ applicationRoleId, pageId }) => ({ id: applicationRoleId, pageId }),
  },
  {
    call: '/api/users/resetPassword',
    send: () => ({ email: 'nobody@example.com', newPassword: 'Heron#Meadow58*Oar' }),
    refusal: { status: 404, msg: 'Not found' },
  },
]

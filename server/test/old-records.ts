import {
  application,
  applicationRole,
  approval,
  client,
  type Known,
  ME,
  mail,
  name,
  person,
  poc,
  right,
  type Sent,
  sms,
  template,
} from './old-forms.ts'

type Kind = {
  create: string
  update: string
  remove: string
  idKey: string
  form: (known: Known, number: number) => Sent
  also?: Sent
  removal?: Sent
}

/** Records that are created, changed and deleted; `also` are further fields of a change. */
export const OLD_RECORDS: Kind[] = [
  {
    ...{ create: '/api/users/createUserWithoutAppClientAndRole', update: '/api/users/updateUser' },
    ...{ remove: '/api/users/deleteUser', idKey: 'userId' },
    form: (_known, number) => ({
      ...person(number),
      name: 'Meera Nair',
      userName: `old.user-${number}`,
      password: 'Heron#Meadow58*Oar',
    }),
    also: { username: 'ignored', status: 'Active', isActive: true },
  },
  {
    ...{ create: '/api/users/createRole', update: '/api/users/updateRole', remove: '/api/users/deleteRole' },
    ...{ idKey: 'roleId', form: (_known, number) => right(number) },
  },
  {
    ...{ create: '/api/users/createPermission', update: '/api/users/updatePermission' },
    ...{ remove: '/api/users/deletePermission', idKey: 'permissionId', form: (_known, number) => right(number) },
  },
  {
    ...{ create: '/api/application/registerApplication', update: '/api/application/updateApplication/:id' },
    ...{ remove: '/api/application/deleteApplication/:id', idKey: 'id' },
    form: (_known, number) => ({ ...application(number), createdBy: ME }),
    also: { updatedBy: ME },
    removal: { userId: 'whoever', isActive: false },
  },
  {
    ...{ create: '/api/application/addApplicationRoleMaster', update: '/api/application/updateApplicationRoleMaste' },
    ...{ remove: '/api/application/deleteApplicationRoleMaste', idKey: 'applicationRoleMasteId' },
    form: ({ applicationId, clientId }, number) => ({ ...applicationRole(number), applicationId, clientId }),
    also: { clientId: undefined, regions: ['All'], sequence: '', rangeFrom: 0, rangeTo: '' },
  },
  {
    ...{ create: '/api/application/createDocumentApprovalMaster' },
    ...{ update: '/api/application/updateDocumentApprovalMaster' },
    ...{ remove: '/api/application/deleteDocumentApprovalMaster', idKey: 'documnetMasteId', form: approval },
  },
  {
    ...{ create: '/api/page/createPage', update: '/api/page/updatePage', remove: '/api/page/deletePage' },
    idKey: 'pageId',
    form: ({ applicationId }, number) => ({
      ...{ page: name(number), description: '', applicationId, applicationName: '', status: 'ACTIVE' },
    }),
    also: { description: undefined, applicationId: undefined },
  },
  {
    ...{ create: '/api/page/createPage', update: '/api/users/updatePage', remove: '/api/page/deletePage' },
    idKey: 'pageId',
    form: ({ applicationId }, number) => ({ page: name(number), applicationId, applicationName: '', status: 'ACTIVE' }),
  },
  {
    ...{ create: '/api/client/createClient', update: '/api/client/updateClient', remove: '/api/client/deleteClient' },
    ...{ idKey: 'clientId', form: (_known, number) => client(number), also: { isDeleted: false } },
  },
  {
    ...{ create: '/api/client/createPoc', update: '/api/client/updatePoc', remove: '/api/client/deletePoc' },
    ...{ idKey: 'pocId', form: ({ clientId }, number) => ({ ...poc(number), clientId, createdBy: 'me' }) },
    also: { zip: '', updatedBy: 'me' },
  },
  {
    ...{ create: '/api/client/createClains', update: '/api/client/updateClains', remove: '/api/client/deleteClains' },
    idKey: 'clainsId',
    form: ({ clientId }, number) => ({ clientId, name: name(number), count: '12', type: 'INTERNAL', createdBy: 'me' }),
  },
  {
    ...{ create: '/api/emailNotification/createEmailNotification' },
    ...{ update: '/api/emailNotification/updateEmailNotification' },
    ...{ remove: '/api/emailNotification/deleteEmailNotification', idKey: 'emailNotificationId' },
    form: (_known, number) => mail(number),
  },
  {
    ...{ create: '/api/notificationConfiguration/create', update: '/api/notificationConfiguration/update' },
    ...{ remove: '/api/notificationConfiguration/delete', idKey: 'notificationId' },
    form: (_known, number) => sms(number),
  },
  {
    ...{ create: '/api/smsMaster/create', update: '/api/smsMaster/update', remove: '/api/smsMaster/delete' },
    ...{ idKey: '_id', form: (_known, number) => template(number), removal: { TemplateId: 'T' } },
  },
  {
    ...{ create: '/api/emailMaster/create', update: '/api/emailMaster/update', remove: '/api/emailMaster/delete' },
    ...{ idKey: '_id', form: (_known, number) => ({ ...template(number), Subject: 'Hello' }) },
    removal: { TemplateId: 'T' },
  },
]

import type { Console } from './console.ts'

type Asked = { name: string; client: string; role: string; url: string; owner?: { email: string } }

/** An application that people can ask for, with one role for one client. */
export async function aRequestable(
  admin: Console,
  { name, client, role, url, owner }: Asked,
): Promise<Record<'applicationId' | 'clientId', string>> {
  const { _id: applicationId } = await admin.call<{ _id: string }>('/api/application/registerApplication', {
    ...{ name: { description: name, summary: `${name} by request` }, isRequestable: true, applicationRedirectUrl: url },
    ...(owner && { owners: [owner.email] }),
  })
  const { _id: clientId } = await admin.call<{ _id: string }>('/api/client/createClient', {
    ...{ actualName: client, displayName: client, email: `office@${name.toLowerCase()}.example.com` },
    ...{ officeContact: 9876543210, status: 'ACTIVE', uuid: `${name.toUpperCase()}-1` },
  })
  await admin.call('/api/application/addApplicationRoleMaster', {
    ...{ applicationId, clientId, role, roleId: `${role[0]}-1`, regions: ['All'], status: 'ACTIVE' },
  })
  return { applicationId, clientId }
}

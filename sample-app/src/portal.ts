import { connect, type Identity } from '@gatehouse/client/index.ts'

/** The portal and our credentials there. */
export type Portal = { url: string; clientId: string; clientSecret: string }

/** The person whom the portal has identified. `sid` is their session at the portal, which a sign-out names. */
export type Person = {
  id: string
  name: string
  email: string
  client: string
  clientId: string
  role: string
  sid: string
}

/** The calls to the portal by launch tokens and about approvals. */
export const gatehouseOf = ({ url, clientId, clientSecret }: Portal) =>
  connect({ portal: url, applicationId: clientId, applicationSecret: clientSecret })

/** The fields that the browser sends beside a launch token prove nothing; only what it is exchanged for does. */
export function toPerson({ sub, sid, firstName, lastName, email, clientName, clientIDE, role }: Identity): Person {
  const name = `${firstName} ${lastName}`.trim() || email
  return { id: sub, name, email, client: clientName, clientId: clientIDE, role, sid }
}

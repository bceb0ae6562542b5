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
  /** The administrator who has opened it in the name of this person, to look, and until when; `null`: the person has. */
  actor: { name: string; endsAt: number } | null
}

type Act = { name?: unknown } | undefined
type Acting = { until?: unknown } | undefined

/** Whoever acts for a person changes nothing here, whatever the portal says of it. */
export const toActor = (act: Act, acting: Acting): Person['actor'] =>
  act === undefined ? null : { name: String(act.name ?? ''), endsAt: Number(acting?.until ?? 0) * 1000 }

/** The calls to the portal by launch tokens and about approvals. */
export const gatehouseOf = ({ url, clientId, clientSecret }: Portal) =>
  connect({ portal: url, applicationId: clientId, applicationSecret: clientSecret })

/** The fields that the browser sends beside a launch token prove nothing; only what it is exchanged for does. */
export function toPerson({ sub, sid, act, acting, ...identity }: Identity): Person {
  const { firstName, lastName, email, clientName, clientIDE, role } = identity
  const name = `${firstName} ${lastName}`.trim() || email
  return { id: sub, name, email, client: clientName, clientId: clientIDE, role, sid, actor: toActor(act, acting) }
}

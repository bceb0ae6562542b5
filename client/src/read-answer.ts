import { PortalRefused, PortalUnavailable } from './portal-error.ts'

/** The data of an answer. @throws PortalUnavailable, PortalRefused */
export async function readAnswer<Data>(response: Response): Promise<Data> {
  const answer = (await response.json().catch((cause: unknown) => {
    throw new PortalUnavailable(cause)
  })) as { msg?: string; data?: Data | null } | null
  // A proxy may answer in a form of its own.
  if (typeof answer !== 'object' || answer === null) throw new PortalUnavailable(answer)
  if (response.ok) {
    if (typeof answer.data !== 'object' || answer.data === null) throw new PortalUnavailable(answer.msg)
    return answer.data
  }
  if (response.status >= 500 || response.status === 429) throw new PortalUnavailable(answer.msg)
  throw new PortalRefused(response.status, answer.msg ?? 'The portal refused this call.')
}

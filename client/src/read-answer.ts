import { PortalRefused, PortalUnavailable } from './portal-error.ts'

/** The data of an answer. @throws PortalUnavailable, PortalRefused */
export async function readAnswer<Data>(response: Response): Promise<Data> {
  const answer = (await response.json().catch((cause: unknown) => {
    throw new PortalUnavailable(cause)
  })) as { msg?: string; data: Data }
  if (response.ok) return answer.data
  if (response.status >= 500 || response.status === 429) throw new PortalUnavailable(answer.msg)
  throw new PortalRefused(response.status, answer.msg ?? 'The portal refused this call.')
}

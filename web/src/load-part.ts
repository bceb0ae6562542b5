import { getSession } from '@gatehouse/contract/session.ts'
import { VISITOR_ERRORS } from '@gatehouse/contract/visitor-errors.ts'
import { ApiError, UNREACHABLE } from './api-error.ts'

/** A part of the web app, loaded when it is first shown, could not be had. */
export class PartNotLoaded extends ApiError {
  /** The server answers: only a page that is loaded again gets its files. */
  readonly isOutdated: boolean

  /** @param status of an answer of the server, 0 without one */
  constructor(status: number, cause?: unknown) {
    const isOutdated = status !== 0 && status < 500
    super(
      status,
      isOutdated ? whyOutdated() : status === 0 ? UNREACHABLE : VISITOR_ERRORS.database_unavailable.msg,
      null,
      cause,
    )
    this.isOutdated = isOutdated
  }
}

/** A browser repeats no `import()` that has failed, as long as the page lives. */
let hasFailedOffline = false

const whyOutdated = () =>
  hasFailedOffline
    ? 'The connection was lost and is back. Reload this page to continue.'
    : 'The portal has been updated. Reload this page to continue.'

/**
 * Loads a part of the web app: the one way to `import()` something, so that people are given the reason when it fails
 * instead of the browser's own words.
 *
 * @throws PartNotLoaded
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  // Not begun where it would fail: it could not be tried again without losing what was typed.
  if (!navigator.onLine && (await serverStatus()) === 0) throw new PartNotLoaded(0)
  return load().catch(async (cause: unknown) => {
    const status = await serverStatus()
    const failure = new PartNotLoaded(status, cause)
    if (status === 0) hasFailedOffline = true
    throw failure
  })
}

/** The status with which the server answers now, 0 when it does not. */
function serverStatus(): Promise<number> {
  return fetch(getSession.path, { cache: 'no-store' }).then(
    ({ status }) => status,
    () => 0,
  )
}

import { getSession } from '@gatehouse/contract/session.ts'
import { ApiError } from './api-error.ts'

/** A part of the web app, loaded when it is first shown, could not be had. */
export class PartNotLoaded extends ApiError {
  /** The server answers: only a page that is loaded again gets its files. */
  readonly isOutdated: boolean

  constructor(isOutdated: boolean, cause?: unknown) {
    super(0, isOutdated ? whyOutdated() : OFFLINE, null, cause)
    this.isOutdated = isOutdated
  }
}

const OFFLINE = 'The server cannot be reached. Check your connection and try again.'

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
  if (!navigator.onLine && !(await isServerReachable())) throw new PartNotLoaded(false)
  return load().catch(async (cause: unknown) => {
    const isReachable = await isServerReachable()
    const failure = new PartNotLoaded(isReachable, cause)
    if (!isReachable) hasFailedOffline = true
    throw failure
  })
}

function isServerReachable(): Promise<boolean> {
  return fetch(getSession.path, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

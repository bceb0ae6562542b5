import { getSession } from '@gatehouse/contract/session.ts'
import { ApiError } from './api-error.ts'

/** A part of the web app, loaded when it is first shown, could not be had. */
export class PartNotLoaded extends ApiError {
  /** The server answers: it has a newer web app, which names its files otherwise. */
  readonly isOutdated: boolean

  constructor(isOutdated: boolean, cause: unknown) {
    const why = isOutdated
      ? 'The portal has been updated. Reload this page to go on.'
      : 'The server cannot be reached. Check your connection and try again.'
    super(0, why, null, cause)
    this.isOutdated = isOutdated
  }
}

/** For `catch` after `import()`: finds out why, so that people are told instead of being left with the browser's own words. */
export async function notLoaded(cause: unknown): Promise<never> {
  const isReachable = await fetch(getSession.path, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  throw new PartNotLoaded(isReachable, cause)
}

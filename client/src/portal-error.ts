/** The portal refused the call: the application's id or secret is wrong, or the question is malformed. */
export class PortalRefused extends Error {
  /** Of the HTTP answer. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'PortalRefused'
    this.status = status
  }
}

/** The portal could not be asked, or did not answer in time. Nothing is allowed meanwhile. Ask again later. */
export class PortalUnavailable extends Error {
  constructor(cause?: unknown) {
    super('The portal could not be asked.', { cause })
    this.name = 'PortalUnavailable'
  }
}

/** Another server asks not to be called for so many seconds. */
export class TryLater extends Error {
  readonly seconds: number

  constructor(reason: string, seconds: number) {
    super(reason)
    this.seconds = seconds
  }
}

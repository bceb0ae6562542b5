import { isTimeZone } from '@gatehouse/contract/own-preferences.ts'

let chosen: string | null = null
let ofBrowser: string | null = null

/** The time zone in which the pages show times. */
export const timeZone = (): string => chosen ?? browserTimeZone()

export function browserTimeZone(): string {
  ofBrowser ??= new Intl.DateTimeFormat().resolvedOptions().timeZone
  return ofBrowser
}

/** `null`, or one that this browser does not know: the browser's. */
export function showTimeZone(zone: string | null): void {
  chosen = zone !== null && isTimeZone(zone) ? zone : null
}

import * as dates from './publish-dates.ts'
import * as secondPerson from './second-person.ts'

/** How drafts are published beyond at once: by a second person, and from a date. */
export const PUBLISHING_CALLS = [
  secondPerson.readSecondPerson,
  secondPerson.askSecondPerson,
  secondPerson.askToStopSecondPerson,
  secondPerson.askToPublish,
  secondPerson.confirmPublishing,
  secondPerson.sendBackPublishing,
  secondPerson.withdrawPublishing,
  dates.datePublishing,
  dates.callOffPublishing,
] as const

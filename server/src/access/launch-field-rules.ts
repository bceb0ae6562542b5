import {
  areDefaultLaunchFields,
  CONSTANT,
  LAUNCH_FIELDS,
  type LaunchField,
} from '@gatehouse/contract/admin/applications/launch-fields.ts'

/**
 * The launch fields of one application (requirement L3). `list` has all of them in order. The former release knows only
 * the renamed, dropped and added ones.
 */
export type LaunchFieldRules = {
  rename?: Record<string, string>
  drop?: string[]
  add?: Record<string, string>
  list?: LaunchField[]
}

/** The launch fields of an application in their order. */
export function readLaunchFields({ rename = {}, drop = [], add = {}, list }: LaunchFieldRules): LaunchField[] {
  if (list !== undefined) return list
  const fields = LAUNCH_FIELDS.map(
    (field): LaunchField => ({ field, name: rename[field] ?? field, value: '', isSent: !drop.includes(field) }),
  )
  const sent = new Set(fields.flatMap(({ name, isSent }) => (isSent ? [name] : [])))
  const constants = Object.entries(add)
    .filter(([name]) => !sent.has(name))
    .map(([name, value]): LaunchField => ({ field: CONSTANT, name, value, isSent: true }))
  const all = [...constants, ...fields]
  return areDefaultLaunchFields(all) ? [] : all
}

/** The same in the stored form. It also contains the fields of the release before, which does not know `list`. */
export function storedLaunchFields(list: readonly LaunchField[]): LaunchFieldRules {
  if (areDefaultLaunchFields(list)) return {}
  const own = list.filter(({ field }) => field !== CONSTANT)
  const constants = list.filter(({ field, isSent }) => field === CONSTANT && isSent)
  return {
    rename: Object.fromEntries(
      own.flatMap(({ field, name }) => (name === '' || name === field ? [] : [[field, name]])),
    ),
    drop: own.flatMap(({ field, isSent }) => (isSent ? [] : [field])),
    add: Object.fromEntries(constants.map(({ name, value }) => [name, value])),
    list: list.map((one) => (one.field === CONSTANT ? one : { ...one, value: '' })),
  }
}

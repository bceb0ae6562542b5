import { isUuid } from '@gatehouse/contract/uuid.ts'
import { isAssignmentChange } from '../../../activity/event-words.ts'
import { EMPTY } from '../text-of.ts'

type Change = { field: string; before: unknown; after: unknown }
type Shown = { field: string; before: string; after: string }

/** The changes of a line of the audit as texts, without those that nobody would see. */
export function shownChanges(
  { event, changes }: { event: string; changes: readonly Change[] },
  textOf: (field: string, value: unknown) => string,
): Shown[] {
  // The role names the application and the client, also where only the days were changed.
  const kept = isAssignmentChange(event, changes) ? changes[0]?.field : undefined
  return changes
    .flatMap(changedParts)
    .map(({ field, before, after }) => ({ field, before: textOf(field, before), after: textOf(field, after) }))
    .filter((change) => (change.before !== change.after || change.field === kept) && !isOfIds(change))
}

/**
 * The parts of a nested value that differ, each as a change of its own, such as 'name.summary'. What has an id is another record,
 * which its name stands for.
 */
function changedParts({ field, before, after }: Change): Change[] {
  const states = [before, after].map((state) => (isNested(state) ? state : null))
  if (states.every((state) => state === null)) return [{ field, before, after }]
  const [was, is] = states
  const parts = [...new Set(states.flatMap((state) => Object.keys(state ?? {})))]
  return parts
    .map((part) => ({ field: `${field}.${part}`, before: was?.[part] ?? null, after: is?.[part] ?? null }))
    .filter((part) => JSON.stringify(part.before) !== JSON.stringify(part.after))
}

function isNested(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('_id' in value)
}

/** Whether a change only contains the id of a record whose name changed with it. The name is more useful. */
export function isOfIds({ before, after }: { before: string; after: string }): boolean {
  return [before, after].every((text) => text === EMPTY || isUuid(text)) && [before, after].some((text) => isUuid(text))
}

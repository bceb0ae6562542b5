import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import type { Success } from '../../../ui/FormEnd.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useIsLeft } from '../../../ui/use-is-left.ts'

export type ChecklistItem = { _id: string; name: string; detail: string }

/** One change of one record: attached or detached. */
type Change = { id: string; attach: boolean }

export type Changing = {
  /** Ids of the attached records. Empty while they load. */
  attached: readonly string[] | undefined
  /** All records that can be checked. Empty while they load. */
  items: readonly ChecklistItem[] | undefined
  /** One record each, because a change is granted or refused for itself. */
  onAttach: (id: string) => Promise<string>
  onDetach: (id: string) => Promise<string>
}

export type Failure = { id: string; name: string; error: unknown }

/**
 * What is checked in a list of records, and the changes that make it so. They are sent one after another; those that fail
 * stay as chosen and are named with their reasons; the others are stored.
 */
export function useChecklist({ attached, items, onAttach, onDetach }: Changing) {
  const { i18n } = useTranslation()
  const cache = useQueryClient()
  // Stored since the attached records were loaded.
  const [stored, setStored] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState<Success | null>(null)

  const loaded = attached?.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other records are attached
  useEffect(() => setStored(new Map()), [loaded])

  const isAttached = (id: string) => stored.get(id) ?? attached?.includes(id) ?? false
  const isChecked = (id: string) => chosen.get(id) ?? isAttached(id)
  // A record that was deleted meanwhile can no longer be changed.
  const changes = [...chosen]
    .map(([id, attach]): Change => ({ id, attach }))
    .filter(({ id, attach }) => attach !== isAttached(id) && items?.some(({ _id }) => _id === id))

  const isLeft = useIsLeft()
  const saving = useAction(async (asked: readonly Change[]) => {
    const failed: Failure[] = []
    const changed: Change[] = []
    const messages = new Map<string, number>()
    setDone(null)
    setFailures([])
    for (const change of asked) {
      try {
        const message = await (change.attach ? onAttach : onDetach)(change.id)
        messages.set(message, (messages.get(message) ?? 0) + 1)
        changed.push(change)
      } catch (error) {
        failed.push({ id: change.id, name: items?.find(({ _id }) => _id === change.id)?.name ?? '', error })
      }
    }
    setStored((before) => new Map([...before, ...changed.map(({ id, attach }) => [id, attach] as const)]))
    setChosen(
      new Map(asked.filter(({ id }) => failed.some((one) => one.id === id)).map(({ id, attach }) => [id, attach])),
    )
    setFailures(failed)
    if (changed.length > 0) {
      const undo = changed.map(({ id, attach }) => ({ id, attach: !attach }))
      setDone({ text: [...messages].map(worded).join(' · '), undo: () => void saving.run(undo) })
      void cache.invalidateQueries()
    }
    // Nobody reads the list of them any more.
    if (failed[0] && isLeft.current) throw failed[0].error
  })

  const worded = ([message, count]: [string, number]) =>
    count === 1 ? message : `${message}: ${formatNumber(count, i18n.language)}`

  return {
    isChecked,
    isAttached,
    changes,
    failures,
    problem,
    isBusy: saving.isBusy,
    done,
    clearDone: () => setDone(null),
    toggle(id: string) {
      setProblem(undefined)
      setChosen(new Map([...chosen, [id, !isChecked(id)]]))
    },
    save() {
      // The message of requirement A17 for a missing selection.
      if (changes.length === 0) setProblem('Status is required')
      else void saving.run(changes)
    },
  }
}

import {
  ROUTING_MODES,
  ROUTING_PARALLELS,
  ROUTING_REJECTIONS,
  type Routing,
  type ShownRouting,
} from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import i18next from 'i18next'

/** The parts that are one of a few choices. */
type Choice = 'mode' | 'parallel' | 'rejection'
export type RoutingPart = Choice | 'catchAll'

export const ROUTING_PARTS = ['mode', 'parallel', 'rejection', 'catchAll'] as const satisfies RoutingPart[]

/** One choice stands for each number. */
export type ParallelChoice = 'all-of' | 'one-of' | 'some-of'
export const parallelChoiceOf = (parallel: Routing['parallel']): ParallelChoice =>
  parallel === 'all-of' || parallel === 'one-of' ? parallel : 'some-of'

/** A sentence about each choice. */
function sentences() {
  const { t } = i18next
  return {
    mode: {
      ladder: t('Every step whose range has the amount approves, from the lowest up to the final approval.'),
      'first-qualified': t(
        'The steps whose range has the amount are asked up to the first one that approves. Higher ones are not asked.',
      ),
    },
    parallel: {
      'all-of': t('Roles with the same sequence all approve, each by another person.'),
      'one-of': t('Of roles with the same sequence, the approval of one is enough.'),
      'some-of': t(
        'Of roles with the same sequence and action, as many approve as you choose, each by another person; all of them where there are no more.',
      ),
    },
    rejection: {
      stop: t('A rejection ends the document.'),
      'back-to-maker': t('A rejection leads back to the creator, and all approvals are needed again.'),
      'back-one-step': t(
        'A rejection leads back to the step before, which approves again; from the first step, to the creator.',
      ),
    },
  } satisfies { [Part in Choice]: Record<Part extends 'parallel' ? ParallelChoice : Routing[Part], string> }
}

/** What a routing means, in sentences: of all its parts, or of some. */
export function routingText(routing: ShownRouting, parts: readonly RoutingPart[] = ROUTING_PARTS): string {
  const { mode, parallel, rejection } = routing
  const about = sentences()
  const of = {
    ...{ mode: about.mode[mode], parallel: parallelText(parallel), rejection: about.rejection[rejection] },
    catchAll: catchAllText(routing),
  }
  return parts.map((part) => of[part]).join(' ')
}

function parallelText(parallel: Routing['parallel']): string {
  const choice = parallelChoiceOf(parallel)
  if (choice !== 'some-of') return sentences().parallel[choice]
  return i18next.t(
    'Of roles with the same sequence and action, {{number}} approve, each by another person; all of them where there are no more.',
    { number: Number.parseInt(parallel, 10) },
  )
}

function catchAllText({ catchAllRole: role, catchAllClientId, catchAllClient: client }: ShownRouting): string {
  const { t } = i18next
  if (role === '') return t('What no row covers is denied.')
  return catchAllClientId === null
    ? t('What no row covers is approved by the role {{role}}.', { role })
    : t('What no row covers is approved for {{client}} by the role {{role}}, and denied for other clients.', {
        ...{ role, client },
      })
}

/** Whether two routings are the same in one part. */
export function isSamePart(one: ShownRouting, other: ShownRouting, part: RoutingPart): boolean {
  if (part !== 'catchAll') return one[part] === other[part]
  const isSameClient = one.catchAllRole === '' || one.catchAllClientId === other.catchAllClientId
  return one.catchAllRole === other.catchAllRole && isSameClient
}

/** How many of equals approve: all, one, or a number that is chosen apart. */
export function parallelChoices() {
  const { t } = i18next
  const about = sentences().parallel
  const names = {
    'all-of': ROUTING_PARALLELS['all-of'],
    'one-of': ROUTING_PARALLELS['one-of'],
    'some-of': 'Some of them',
  }
  return (['all-of', 'one-of', 'some-of'] as const).map((value) => ({
    value,
    ...{ label: t(names[value]), about: about[value] },
  }))
}

/** What can be chosen for a part of a routing. */
export function routingChoices<Part extends Exclude<Choice, 'parallel'>>(part: Part) {
  const { t } = i18next
  const names = { mode: ROUTING_MODES, rejection: ROUTING_REJECTIONS }[part]
  const about: Record<string, string> = sentences()[part]
  return Object.entries(names).map(([value, name]) => ({
    // The keys of the names are the values of the part.
    value: value as Routing[Part],
    label: t(name),
    about: about[value] ?? '',
  }))
}

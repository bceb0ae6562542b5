import {
  ROUTING_MODES,
  ROUTING_PARALLELS,
  ROUTING_REJECTIONS,
  type Routing,
} from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import i18next from 'i18next'

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
    },
    rejection: {
      stop: t('A rejection ends the document.'),
      'back-to-maker': t('A rejection leads back to the creator, and all approvals are needed again.'),
      'back-one-step': t(
        'A rejection leads back to the step before, which approves again; from the first step, to the creator.',
      ),
    },
  } satisfies { [Part in keyof Routing]: Record<Routing[Part], string> }
}

/** What a routing means, in sentences: of all its parts, or of some. */
export function routingText({ mode, parallel, rejection }: Routing, parts?: readonly (keyof Routing)[]): string {
  const about = sentences()
  const of = { mode: about.mode[mode], parallel: about.parallel[parallel], rejection: about.rejection[rejection] }
  return (parts ?? (['mode', 'parallel', 'rejection'] as const)).map((part) => of[part]).join(' ')
}

/** What can be chosen for a part of a routing. */
export function routingChoices<Part extends keyof Routing>(part: Part) {
  const { t } = i18next
  const names = { mode: ROUTING_MODES, parallel: ROUTING_PARALLELS, rejection: ROUTING_REJECTIONS }[part]
  const about: Record<string, string> = sentences()[part]
  return Object.entries(names).map(([value, name]) => ({
    // The keys of the names are the values of the part.
    value: value as Routing[Part],
    label: t(name),
    about: about[value] ?? '',
  }))
}

/** The body that the partner portal reads; the names are its own. */
export type PartnerCall = { userId: string; appName: string; ClientName: string; ClientID: string }

export type PartnerChange = 'assigned' | 'removed'

/**
 * The content of an outbox row. A server of the release before sends it unchanged to the address for new assignments: a
 * removal is then a body without `userId`, which the partner refuses, and never a wrong assignment.
 */
export type PartnerContent = PartnerCall | { removed: PartnerCall }

export function contentOf(change: PartnerChange, call: PartnerCall): PartnerContent {
  return change === 'assigned' ? call : { removed: call }
}

export function readContent(content: PartnerContent): { change: PartnerChange; call: PartnerCall } {
  return 'removed' in content ? { change: 'removed', call: content.removed } : { change: 'assigned', call: content }
}

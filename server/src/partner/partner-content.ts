/** What the partner portal reads; the names are its own. */
export type PartnerCall = { userId: string; appName: string; ClientName: string; ClientID: string }

export type PartnerChange = 'assigned' | 'removed'

/**
 * As the outbox holds it. A server of the release before sends everything to the address of new assignments, as it
 * stands: there a removal is a body without `userId`, which the partner refuses, and never an assignment.
 */
export type PartnerContent = PartnerCall | { removed: PartnerCall }

export function contentOf(change: PartnerChange, call: PartnerCall): PartnerContent {
  return change === 'assigned' ? call : { removed: call }
}

export function readContent(content: PartnerContent): { change: PartnerChange; call: PartnerCall } {
  return 'removed' in content ? { change: 'removed', call: content.removed } : { change: 'assigned', call: content }
}

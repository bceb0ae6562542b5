import type { Console } from './console.ts'

/** A new draft of the demo's matrix. */
export async function aDraft(admin: Console, name: string): Promise<{ applicationId: string; draftId: string }> {
  const [application] = await admin.list<{ _id: string }>('/api/admin/options?kind=applications&search=Eclaims')
  const applicationId = application?._id ?? ''
  const { _id: draftId } = await admin.call<{ _id: string }>('/api/admin/approvalDrafts/create', {
    applicationId,
    name,
  })
  return { applicationId, draftId }
}

/** The page is left first. Otherwise it may ask for a part of the draft that no longer exists. */
export async function deleteDraft(admin: Console, draftId: string) {
  await admin.page.goto('about:blank')
  await admin.call('/api/admin/approvalDrafts/delete', { draftId })
}

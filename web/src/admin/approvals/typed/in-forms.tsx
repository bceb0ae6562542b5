import { checkTypedRole, checkTypedRow } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import type { ComponentType } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { FieldInput, FieldInputProps } from '../../engine/fields/field.ts'
import { TypedFindings } from './TypedFindings.tsx'

type Values = Record<string, unknown>

/** The last field of a form, with what the whole form would cause below it. */
export function withFindings(Input: FieldInput, Findings: ComponentType): FieldInput {
  function WithFindings(props: FieldInputProps) {
    return (
      <>
        <Input {...props} />
        <Findings />
      </>
    )
  }
  return Object.assign(WithFindings, Input.show && { show: Input.show })
}

/** Of an application role that is stored: a new one has no document approvals yet. */
export function FindingsOfRole() {
  const { defaultValues = {} } = useFormContext().formState
  const typed = useWatch() as Values
  const { applicationId, clientId, role } = defaultValues as Values
  // It is found by what it is called now.
  return (
    <TypedFindings endpoint={checkTypedRole} typed={{ ...typed, roleId: undefined, applicationId, clientId, role }} />
  )
}

/** Of a document approval, unless it moves to another role or page: that is a second one until it is saved. */
export function FindingsOfRow() {
  const { defaultValues = {} } = useFormContext().formState
  const typed = useWatch() as Values
  const { roleId, pageId } = defaultValues as Values
  const isMoved = roleId !== '' && (roleId !== typed.roleId || pageId !== typed.pageId)
  return <TypedFindings endpoint={checkTypedRow} typed={isMoved ? {} : { ...typed, applicationId: typed.projectId }} />
}

/** In the editors of a draft, which know the role, and for a rule the page. */
export function FindingsInDraft({
  of,
}: {
  of: { draftId: string; applicationId: string; roleId: string; pageId?: string }
}) {
  const typed = useWatch() as Values
  return (
    <TypedFindings endpoint={of.pageId === undefined ? checkTypedRole : checkTypedRow} typed={{ ...typed, ...of }} />
  )
}

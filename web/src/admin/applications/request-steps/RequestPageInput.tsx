import { useWatch } from 'react-hook-form'
import type { FieldInputProps } from '../../engine/fields/field.ts'
import { PickerInput } from '../../engine/fields/PickerInput.tsx'
import { RequestStepsPreview } from './RequestStepsPreview.tsx'

/** The page by whose approvals requests are decided, with the steps that this means for each client. */
export function RequestPageInput(props: FieldInputProps) {
  const [applicationId, pageId]: unknown[] = useWatch({ name: ['_id', props.name] })
  return (
    <>
      <PickerInput {...props} kind="pages" within={{ applicationId: '_id' }} />
      {applicationId && pageId ? (
        <RequestStepsPreview applicationId={String(applicationId)} pageId={String(pageId)} />
      ) : null}
    </>
  )
}
RequestPageInput.kind = 'pages' as const

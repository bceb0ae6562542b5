import { TextField } from '../../../ui/TextField.tsx'
import { type FieldInputProps, useField } from '../../engine/fields/field.ts'
import { useTemplatePreview } from '../preview/use-template-preview.ts'
import { ProblemList } from './ProblemList.tsx'
import { useProblems } from './problems.ts'

/** The subject of an email, checked while it is typed. */
export function SubjectInput(props: FieldInputProps) {
  const { error, ...field } = useField(props)
  const preview = useTemplatePreview('email')
  const problems = useProblems(preview.data, 'Subject')
  return (
    <div className="template-field">
      <TextField {...field} error={problems.length > 0 ? undefined : error} />
      <ProblemList problems={problems} />
    </div>
  )
}

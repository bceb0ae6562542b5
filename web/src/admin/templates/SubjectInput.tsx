import { TextField } from '../../ui/TextField.tsx'
import { type FieldInputProps, useField } from '../fields/field.ts'
import { ProblemList } from './ProblemList.tsx'
import { useProblems } from './problems.ts'
import { useTemplatePreview } from './use-template-preview.ts'

/** The subject of an email, judged while it is typed. */
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

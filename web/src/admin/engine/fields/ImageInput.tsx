import { UPLOAD_TYPES, type Upload } from '@gatehouse/contract/uploads.ts'
import { useMutation } from '@tanstack/react-query'
import { ImageField } from '../../../ui/ImageField.tsx'
import { useFieldError } from '../../../ui/use-field-error.ts'
import { upload } from '../../../upload.ts'
import { type FieldInput, type FieldInputProps, UPLOAD } from './field.ts'
import { useControlledField } from './use-controlled-field.ts'

type Size = { width: number; height: number }

/** A picture, uploaded when it is chosen. The form has its path, and the record changes when the form is saved. */
function ImageInput({ to, preview, ...props }: FieldInputProps & { to: Upload; preview: Size }) {
  const { value, onChange, error, onBlur, label, hint } = useControlledField<string>(props)
  const storing = useMutation({
    mutationKey: UPLOAD,
    mutationFn: (file: File) => upload(to, file),
    onSuccess: onChange,
  })
  const refusal = useFieldError(storing.error)

  return (
    <ImageField
      label={label}
      hint={hint}
      error={refusal ?? error}
      value={value}
      size={preview}
      accept={UPLOAD_TYPES}
      isBusy={storing.isPending}
      onFile={storing.mutate}
      onRemove={() => onChange('')}
      onBlur={onBlur}
    />
  )
}

/** An `Input` for pictures of one kind; they are shown half as large as they are kept, unless `preview` says otherwise. */
export function imageOf(to: Upload, preview?: Size): FieldInput {
  const size = preview ?? { width: to.fit.width / 2, height: to.fit.height / 2 }
  const Input: FieldInput = (props) => <ImageInput {...props} to={to} preview={size} />
  return Object.assign(Input, { isPicture: true })
}

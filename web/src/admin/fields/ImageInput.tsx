import { UPLOAD_TYPES, type Upload } from '@gatehouse/contract/uploads.ts'
import { useMutation } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { messageOf } from '../../api-error.ts'
import { ImageField } from '../../ui/ImageField.tsx'
import { upload } from '../../upload.ts'
import { type FieldInputProps, UPLOAD } from './field.ts'
import { useControlledField } from './use-controlled-field.ts'

/** A picture, stored as soon as it is chosen; the form holds its path. */
function ImageInput({ to, ...props }: FieldInputProps & { to: Upload }) {
  const { value, onChange, error, onBlur, label, hint } = useControlledField<string>(props)
  const storing = useMutation({
    mutationKey: UPLOAD,
    mutationFn: (file: File) => upload(to, file),
    onSuccess: onChange,
  })

  return (
    <ImageField
      label={label}
      hint={hint}
      error={storing.error ? messageOf(storing.error) : error}
      value={value}
      size={{ width: to.fit.width / 2, height: to.fit.height / 2 }}
      accept={UPLOAD_TYPES}
      isBusy={storing.isPending}
      onFile={storing.mutate}
      onRemove={() => onChange('')}
      onBlur={onBlur}
    />
  )
}

/** An `Input` for pictures of one kind. */
export function imageOf(to: Upload): ComponentType<FieldInputProps> {
  return (props) => <ImageInput {...props} to={to} />
}

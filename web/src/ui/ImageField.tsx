import { ImageUp } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { describedBy, Field, type FieldProps } from './Field.tsx'
import './image-field.css'

type Props = FieldProps & {
  /** The address of the picture, or empty. */
  value: string
  /** The shape of the preview in pixels. */
  size: { width: number; height: number }
  /** MIME types to offer when choosing. */
  accept: readonly string[]
  /** A picture is on its way. */
  isBusy?: boolean
  onFile: (file: File) => void
  onRemove: () => void
  onBlur?: () => void
}

/** A picture: dropped or chosen, shown, replaced, removed. Who uses it stores the file. */
export function ImageField({ label, error, hint, value, size, accept, isBusy = false, ...rest }: Props) {
  const { t } = useTranslation()
  const { onFile, onRemove, onBlur } = rest
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  function take(file: File | undefined) {
    if (file && !isBusy) onFile(file)
  }

  function handleChoice(event: ChangeEvent<HTMLInputElement>) {
    take(event.target.files?.[0])
    event.target.value = '' // So that the same file can be chosen again.
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files[0])
  }

  function handleRemove() {
    onRemove()
    input.current?.focus()
  }

  return (
    <Field id={id} label={label} hint={hint}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's short cut; the input does the same */}
      <div
        className="image-field"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={handleDrop}
      >
        <div
          className="image-field-preview"
          style={{ aspectRatio: `${size.width} / ${size.height}`, width: size.width }}
        >
          {value ? <img src={value} alt={t('Preview')} /> : <ImageUp size={22} aria-hidden />}
          {isBusy && <progress aria-label={t('Uploading…')} />}
        </div>
        <div className="image-field-side">
          <div className="image-field-buttons">
            <label className="button button-neutral button-medium image-field-choose">
              <input
                ref={input}
                id={id}
                type="file"
                className="visually-hidden"
                accept={accept.join(',')}
                onChange={handleChoice}
                onBlur={onBlur}
                {...describedBy(id, { error, hint })}
              />
              {value ? t('Replace') : t('Choose picture')}
            </label>
            {value && !isBusy && (
              <Button variant="quiet" onClick={handleRemove}>
                {t('Remove')}
              </Button>
            )}
          </div>
          <p className="image-field-note" role="status">
            {isBusy ? t('Uploading…') : t('or drop it here. PNG, JPEG or WebP, up to 1 MB.')}
          </p>
        </div>
      </div>
      {/* The answer comes long after the choice, with the focus anywhere: it is announced. */}
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {t(error)}
        </p>
      )}
    </Field>
  )
}

import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../api-error.ts'
import { Alert } from '../Alert.tsx'
import { Field, type FieldProps } from '../Field.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { Spinner } from '../Spinner.tsx'
import { Tabs } from '../Tabs.tsx'
import type { EditorHandle, Marked } from './editor-handle.ts'
import './html-editor.css'
import { whyNotWrite } from './why-not-write.ts'

const WriteEditor = lazyPart(() => import('./WriteEditor.tsx'), 'WriteEditor')
const SourceEditor = lazyPart(() => import('./SourceEditor.tsx'), 'SourceEditor')

const NOTHING: readonly Marked[] = []

type View = 'write' | 'html' | 'preview'

type Props = FieldProps & {
  value: string
  onChange: (html: string) => void
  onBlur: () => void
  required?: boolean
  /** What is wrong, where `tools` say it. */
  problem?: string | undefined
  /** Places that are wrong: they are underlined. */
  marked?: readonly Marked[]
  /** What the third tab shows; without it there is none. */
  preview?: ReactNode
  /** Below the two views that write. */
  tools?: ReactNode
  /** What a form gives the focus to. */
  ref?: Ref<{ focus: () => void }>
  /** Of the view that writes. */
  editor?: Ref<EditorHandle>
}

/**
 * Edits HTML: as text, as source, or looked at. What was not changed by hand stays as it is, byte for byte; HTML that
 * the writing view would not keep cannot be opened in it.
 */
export function HtmlEditor({ label, error, hint, value, onChange, onBlur, required, ref, ...rest }: Props) {
  const { problem, marked = NOTHING, preview, tools, editor } = rest
  const { t } = useTranslation()
  const id = useId()
  const [view, setView] = useState<View>('write')
  const [written, setWritten] = useState<string | null>(null)
  const { isKnown, reason } = useReason(value, written)
  const wished = view === 'preview' && preview === undefined ? 'write' : view
  const shown = wished === 'write' && reason ? 'html' : wished
  const editing = { label, value, onBlur, required, error: error ?? problem, marked, editor }
  const frame = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    focus: () => frame.current?.querySelector<HTMLElement>('[contenteditable], .source-editor')?.focus(),
  }))

  function handleWritten(html: string) {
    setWritten(html)
    onChange(html)
  }

  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <div ref={frame} className="html-editor" data-required={required || undefined}>
        <Tabs
          label={label}
          value={shown}
          onChange={setView}
          note={reason && shown === 'html' && <Alert tone="info">{t(reason)}</Alert>}
          tabs={[
            {
              value: 'write',
              label: t('Write'),
              isDisabled: reason !== null,
              content: isKnown ? (
                <>
                  <WriteEditor {...editing} id={id} hint={hint} onChange={handleWritten} />
                  {tools}
                </>
              ) : (
                <Spinner />
              ),
            },
            {
              value: 'html',
              label: t('HTML'),
              content: (
                <>
                  <SourceEditor {...editing} onChange={onChange} />
                  {tools}
                </>
              ),
            },
            ...(preview === undefined ? [] : [{ value: 'preview' as const, label: t('Preview'), content: preview }]),
          ]}
        />
      </div>
    </Field>
  )
}

/** Why the value cannot be written, once that is known. What was `written` can be. */
function useReason(value: string, written: string | null) {
  const [judged, setJudged] = useState<{ value: string; reason: string | null } | null>(null)
  const isKnown = value === written || value === judged?.value

  useEffect(() => {
    if (isKnown) return
    let isLatest = true
    // What cannot be judged is not written: it could be lost.
    const judge = whyNotWrite(value).catch(messageOf)
    void judge.then((reason) => {
      if (isLatest) setJudged({ value, reason })
    })
    return () => {
      isLatest = false
    }
  }, [value, isKnown])

  return { isKnown, reason: value === written ? null : (judged?.reason ?? null) }
}

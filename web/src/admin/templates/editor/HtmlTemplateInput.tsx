import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorHandle } from '../../../ui/html-editor/editor-handle.ts'
import { HtmlEditor } from '../../../ui/html-editor/HtmlEditor.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import type { FieldInputProps } from '../../engine/fields/field.ts'
import { useControlledField } from '../../engine/fields/use-controlled-field.ts'
import { MailPreview } from '../preview/MailPreview.tsx'
import { BuiltInStart } from './BuiltInStart.tsx'
import { ProblemList } from './ProblemList.tsx'
import { useProblems, withoutProblems } from './problems.ts'
import './template-field.css'
import { useTemplatePreview } from '../preview/use-template-preview.ts'
import { VariablesPanel } from './VariablesPanel.tsx'

/** The HTML of an email, checked and previewed while it is edited. The preview is beside the form if there is room. */
export function HtmlTemplateInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const { error, ...field } = useControlledField<string>(props)
  const preview = useTemplatePreview('email')
  const problems = useProblems(preview.data, 'Template')
  const editor = useRef<EditorHandle>(null)
  const headingId = useId()
  // The same width as in template-field.css.
  const isBeside = useMedia('(min-width: 1100px)')
  // The positions belong to the text that was checked.
  const isCurrent = preview.data?.written.body === field.value
  const list = (
    <ProblemList
      problems={problems}
      {...(isCurrent && { onRemove: () => field.onChange(withoutProblems(field.value, problems)) })}
    />
  )
  return (
    <div className="template-field">
      <BuiltInStart channel="email" />
      <HtmlEditor
        {...field}
        error={problems.length > 0 ? undefined : error}
        editor={editor}
        problem={problems[0]?.message}
        marked={problems}
        preview={
          isBeside ? undefined : (
            <>
              <MailPreview title={t('Preview')} preview={preview} />
              {list}
            </>
          )
        }
        tools={
          <>
            {list}
            <VariablesPanel onInsert={(text) => editor.current?.insert(text)} />
          </>
        }
      />
      {isBeside && (
        <section className="template-beside" aria-labelledby={headingId}>
          <div>
            <h3 id={headingId}>{t('Preview')}</h3>
            <MailPreview title={t('Preview')} preview={preview} />
          </div>
        </section>
      )}
    </div>
  )
}

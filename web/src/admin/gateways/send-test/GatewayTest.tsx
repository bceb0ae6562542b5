import type { TestAnswer } from '@gatehouse/contract/admin/gateways/send-test.ts'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useAction } from '../../../ui/use-action.ts'
import './gateway-test.css'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { CancelButton } from '../../../ui/unsaved/CancelButton.tsx'
import { useBusyPart, useUnsavedPart } from '../../../ui/unsaved/work-in-dialog.ts'
import { failureOf } from './gateway-failure.ts'

type Props<Fields extends FieldValues> = {
  form: UseFormReturn<Fields>
  /** The fields of the test. Enter in them must not submit the surrounding form. */
  children: (onKeyDown: (event: KeyboardEvent) => void) => ReactNode
  /** Describes the test message, translated. */
  hint: string
  send: (typed: Fields) => Promise<TestAnswer>
  /** Whether the dialog holds nothing else. */
  isAlone?: boolean | undefined
}

/** Sends a test through a saved gateway and shows its response. It is not a form element, so it can be used in a form. */
export function GatewayTest<Fields extends FieldValues>({
  form,
  children,
  hint,
  send,
  isAlone = false,
}: Props<Fields>) {
  const { t } = useTranslation()
  useUnsavedPart(form.formState.isDirty)
  const [result, setResult] = useState<TestAnswer | null>(null)
  const sending = useAction(async () => {
    const typed = form.getValues()
    setResult(null)
    setResult(await send(typed))
    // What is sent need not be kept.
    form.reset(typed, { keepValues: true })
  })

  // In the form of a record, the fields beside it are what closing would lose.
  useBusyPart(isAlone && sending.isBusy)

  const success = result?.isSuccess
    ? {
        text: (
          <>
            <p>
              {t('The gateway accepted the message for {{to}} in {{ms}} ms.', { to: result.to, ms: result.tookMs })}
            </p>
            <p className="gateway-test-answer">{result.answer}</p>
          </>
        ),
      }
    : null

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void sending.run()
  }

  return (
    <div className="form gateway-test">
      {children(handleKey)}
      <p className="field-hint">{hint}</p>
      <FormEnd
        error={sending.error}
        success={success}
        failures={
          result &&
          !result.isSuccess && (
            <Alert tone="error">
              <p>{t('Sending to {{to}} failed after {{ms}} ms.', { to: result.to, ms: result.tookMs })}</p>
              {failureOf(result.answer) && <p>{t(failureOf(result.answer))}</p>}
              <p className="gateway-test-answer">{result.answer}</p>
            </Alert>
          )
        }
      >
        {isAlone && <CancelButton label={t('Close')} />}
        <Button variant={isAlone ? 'primary' : 'neutral'} isBusy={sending.isBusy} onClick={() => void sending.run()}>
          {t('Send test')}
        </Button>
      </FormEnd>
    </div>
  )
}

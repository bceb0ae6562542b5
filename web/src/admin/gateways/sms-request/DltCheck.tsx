import { type DltGap, dltGaps } from '@gatehouse/contract/dlt.ts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { UnregisteredTexts } from './UnregisteredTexts.tsx'

/** Whether the form has the settings required by Indian operators (DLT). Hidden for gateways of other countries. */
export function DltCheck() {
  const { t } = useTranslation()
  const values = useWatch() as Record<string, unknown>
  const textOf = (name: string) => String(values[name] ?? '')
  const gaps = dltGaps({
    countryCode: textOf('countryCodeValue'),
    entityId: textOf('entityId'),
    entityIdAttribute: textOf('entityIdAttribute'),
    templateIdAttribute: textOf('templateIdAttribute'),
    senderId: textOf('senderIdValue'),
  })
  const words: Record<DltGap, string> = {
    entityId: t('Entity Id: the 19 digits under which the sender is registered'),
    entityIdAttribute: t('Entity Id Attribute: the name under which it is sent'),
    templateIdAttribute: t('Template Id Attribute: the name under which the id of the text is sent'),
    senderId: t('Sender Id Value: the registered header, 3 to 11 letters or digits'),
  }
  if (gaps === null) return null
  if (gaps.length === 0)
    return (
      <>
        <p className="sms-dlt" data-complete>
          <CircleCheck size={16} aria-hidden />
          {t('The settings are complete for Indian numbers (DLT).')}
        </p>
        <UnregisteredTexts application={textOf('application')} client={textOf('clientName')} />
      </>
    )
  return (
    <div className="sms-dlt">
      <TriangleAlert size={16} aria-hidden />
      <div>
        <p>{t('Indian operators will reject these messages (DLT). Missing:')}</p>
        <ul>
          {gaps.map((gap) => (
            <li key={gap}>{words[gap]}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}

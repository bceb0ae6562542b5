import { PRODUCT_TYPES } from '@gatehouse/contract/admin/price-quotes/price-quotes.ts'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { bindField } from '../../ui/bind-field.ts'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { QuoteFields, QuoteValues } from './quote-values.ts'

type Props = { form: UseFormReturn<QuoteFields, unknown, QuoteValues> }

/** The fields of a price quote (requirement A16). */
export function PriceQuoteForm({ form }: Props) {
  const { t } = useTranslation()
  const bind = (name: FieldPath<QuoteFields>) => bindField(form, name)

  return (
    <div className="quote-fields">
      <TextField {...bind('clientName')} label={t('Client Name')} required />
      <Select {...bind('productType')} label={t('Product Type')} required>
        <option value="" disabled>
          {t('Choose')}
        </option>
        {PRODUCT_TYPES.map((type) => (
          <option key={type} value={type}>
            {t(type)}
          </option>
        ))}
      </Select>
      <TextField {...bind('salesVolume')} label={t('Sales Volume')} />
      <TextField {...bind('interventionPercent')} label={t('Intervention%')} inputMode="decimal" />
      <TextField {...bind('rosPercent')} label={t('ROS%')} inputMode="decimal" />
      <TextField {...bind('towPercent')} label={t('TOW%')} inputMode="decimal" />
      <TextField {...bind('rosAvgKm')} label={t('ROS Avg Km')} inputMode="decimal" />
      <TextField {...bind('towAvgKm')} label={t('TOW Avg km')} inputMode="decimal" />
      <div className="quote-wide">
        <TextArea {...bind('otherServices')} label={t('Other Services')} />
      </div>
      <TextField {...bind('competitivePrice')} label={t('Competitive Price')} inputMode="decimal" />
      <YesOrNo {...bind('marketingCost')} label={t('Marketing Cost')} />
      <YesOrNo {...bind('telecomCost')} label={t('Telecom Cost')} />
      <TextField {...bind('anyIntegrationCost')} label={t('Any Integration Cost')} inputMode="decimal" />
      <div className="quote-wide">
        <TextArea {...bind('comments')} label={t('Comments')} />
      </div>
    </div>
  )
}

function YesOrNo(props: ReturnType<typeof bindField> & { label: string }) {
  const { t } = useTranslation()
  return (
    <Select {...props}>
      <option value="">{t('Choose')}</option>
      <option value="Yes">{t('Yes')}</option>
      <option value="No">{t('No')}</option>
    </Select>
  )
}

import type { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { choiceOf } from '../../engine/fields/ChoiceInput.tsx'
import type { FormField } from '../../engine/fields/field.ts'
import { LettersAndDigitsInput } from '../../engine/fields/LettersAndDigitsInput.tsx'
import { NumberInput } from '../../engine/fields/NumberInput.tsx'
import { SecretInput } from '../../engine/fields/SecretInput.tsx'
import { TextInput } from '../../engine/fields/TextInput.tsx'
import type { InputOf } from '../../engine/screen-of.ts'
import { ConstantsInput } from './ConstantsInput.tsx'
import { MappingIntro, OwnValueInput, onlyFor, onTheRight } from './mapping.tsx'

type Input = FormField['Input']
/** Values of the message itself: shown in the table and not part of the form. */
export type SmsInput = InputOf<typeof smsConfigurations> | 'intro' | 'ownText' | 'ownTemplateId'

const half = (name: SmsInput, label: string, Input: Input = TextInput): FormField<SmsInput> => {
  return { name, label, Input, isHalf: true }
}

/** The form for a new record accepts only letters and digits (requirement A11). */
const filtered = (
  name: SmsInput,
  label: string,
  around: (Input: Input) => Input = (Input) => Input,
): FormField<SmsInput>[] => [
  { ...half(name, label, around(LettersAndDigitsInput)), only: 'create' },
  { ...half(name, label, around(TextInput)), only: 'update' },
]

const MethodInput = choiceOf({ POST: 'POST', GET: 'GET' })
const EncodingInput = choiceOf({ form: 'As a form', json: 'As JSON', query: 'In the address' })
const NumberFormatInput = choiceOf({
  national: 'Ten digits',
  international: 'Country code and ten digits',
  plus: 'Plus sign, country code and ten digits',
})
const SuccessRuleInput = choiceOf({
  status: 'Any 2xx status',
  text: '2xx status and a text in the response',
  json: '2xx status and a value in the JSON response',
})

export const GATEWAY_FIELDS: FormField<SmsInput>[] = [
  { name: 'url', label: 'Url', Input: TextInput, group: 'Gateway' },
  half('method', 'Method', MethodInput),
  half('encoding', 'Fields', onlyFor('method', 'POST', EncodingInput)),
  {
    ...half('nameOfTheGateway', 'Name Of Gateway'),
    hint: 'For your records and for searching the list. It is not sent.',
  },
  ...filtered('gatewayId', 'Gateway Id').map((field) => ({
    ...field,
    hint: 'For your records. If the gateway needs it, add it below as a further attribute.',
  })),
  { ...half('defaultNo', 'Default No.'), hint: 'Where tests are sent, unless you enter another number.' },
  { ...half('perSecond', 'Messages per second', NumberInput), hint: '0 means no limit.' },
]

/** A table with the attribute on the left and its value on the right. */
export const MAPPING_FIELDS: FormField<SmsInput>[] = [
  {
    name: 'intro',
    label: 'Attribute',
    Input: MappingIntro,
    group: 'Fields of the request',
  },
  half('messageAttribute', 'Message Attribute'),
  { ...half('ownText', 'Message', OwnValueInput), hint: 'The text of the message' },
  half('mobileNoAttribute', 'Mobile No Attribute'),
  half('numberFormat', 'Number format', onTheRight(NumberFormatInput)),
  half('userNameAttribute', 'User Name Attribute'),
  half('userNameValue', 'User Name Value', onTheRight(TextInput)),
  half('passwordAttribute', 'Password Attribute'),
  half('passwordValue', 'Password Value', onTheRight(SecretInput)),
  half('apiCodeAttribute', 'API Code Attribute'),
  half('apiCodeValue', 'API Code Value', onTheRight(SecretInput)),
  half('senderIdAttribute', 'Sender Id Attribute'),
  ...filtered('senderIdValue', 'Sender Id Value', onTheRight),
  half('countryCodeAttribute', 'Country Code Attribute'),
  half('countryCodeValue', 'Country Code Value', onTheRight(TextInput)),
  half('entityIdAttribute', 'Entity Id Attribute'),
  half('entityId', 'Entity Id', onTheRight(TextInput)),
  half('templateIdAttribute', 'Template Id Attribute'),
  { ...half('ownTemplateId', 'Template Id', OwnValueInput), hint: 'The DLT id of the template' },
  half('unicodeAttribute', 'Unicode Attribute'),
  {
    ...half('unicodeValue', 'Unicode Value', onTheRight(TextInput)),
    hint: 'Sent with texts that need Unicode, such as Hindi. Replaces a further attribute of the same name.',
  },
  { ...half('tokenHeader', 'Token Header'), hint: 'If empty, the token is not sent.' },
  half('token', 'Token', onTheRight(SecretInput)),
  {
    name: 'constants',
    label: 'Further attributes',
    Input: ConstantsInput,
    hint: 'Sent unchanged with every message.',
  },
]

export const SUCCESS_FIELDS: FormField<SmsInput>[] = [
  {
    name: 'successRule',
    label: 'Accepted if',
    Input: SuccessRuleInput,
    group: 'Success rule',
  },
  { name: 'successText', label: 'Text in the response', Input: onlyFor('successRule', 'text', TextInput) },
  {
    ...half('successPath', 'Path in the JSON', onlyFor('successRule', 'json', TextInput)),
    hint: 'Names and numbers separated by dots, such as messages.0.status',
  },
  half('successValue', 'Expected value', onlyFor('successRule', 'json', TextInput)),
]

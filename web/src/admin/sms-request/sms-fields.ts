import { choiceOf } from '../fields/ChoiceInput.tsx'
import type { FormField } from '../fields/field.ts'
import { LettersAndDigitsInput } from '../fields/LettersAndDigitsInput.tsx'
import { NumberInput } from '../fields/NumberInput.tsx'
import { SecretInput } from '../fields/SecretInput.tsx'
import { TextInput } from '../fields/TextInput.tsx'
import { ConstantsInput } from './ConstantsInput.tsx'
import { MappingIntro, OwnValueInput, onlyFor, onTheRight } from './mapping.tsx'

type Input = FormField['Input']

const half = (name: string, label: string, Input: Input = TextInput): FormField => {
  return { name, label, Input, isHalf: true }
}

/** In the form for a new record only letters and digits can be entered (specification 2 §2.11). */
const filtered = (name: string, label: string, around: (Input: Input) => Input = (Input) => Input): FormField[] => [
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
  status: 'Any status 2xx',
  text: 'Status 2xx, and the answer contains a text',
  json: 'Status 2xx, and a value in the JSON of the answer',
})

export const GATEWAY_FIELDS: FormField[] = [
  { name: 'url', label: 'Url', Input: TextInput, group: 'Gateway' },
  half('method', 'Method', MethodInput),
  half('encoding', 'Fields', onlyFor('method', 'POST', EncodingInput)),
  {
    ...half('nameOfTheGateway', 'Name Of Gateway'),
    hint: 'For your records; the list can be searched for it. It is not sent.',
  },
  ...filtered('gatewayId', 'Gateway Id').map((field) => ({
    ...field,
    hint: 'For your records. What the gateway needs of it stands below, as a further attribute.',
  })),
  { ...half('defaultNo', 'Default No.'), hint: 'Where a test goes, unless you enter another number.' },
  { ...half('perSecond', 'Messages per second', NumberInput), hint: '0: as many as there are.' },
]

/** A table: the attribute on the left, what is sent under it on the right. */
export const MAPPING_FIELDS: FormField[] = [
  {
    name: 'intro',
    label: 'Attribute',
    Input: MappingIntro,
    group: 'What the gateway is sent, and under which names',
  },
  half('messageAttribute', 'Message Attribute'),
  { ...half('ownText', 'Message', OwnValueInput), hint: 'The text of the message' },
  half('mobileNoAttribute', 'Mobile No Attribute'),
  half('numberFormat', 'The number of the person', onTheRight(NumberFormatInput)),
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
    hint: 'Sent with texts beyond the plain alphabet, such as Hindi, and replaces a further attribute of that name.',
  },
  { ...half('tokenHeader', 'Token Header'), hint: 'Empty: the token is not sent.' },
  half('token', 'Token', onTheRight(SecretInput)),
  {
    name: 'constants',
    label: 'Further attributes',
    Input: ConstantsInput,
    hint: 'Sent as they are with every message.',
  },
]

export const SUCCESS_FIELDS: FormField[] = [
  {
    name: 'successRule',
    label: 'A message is accepted with',
    Input: SuccessRuleInput,
    group: 'What counts as success',
  },
  { name: 'successText', label: 'Text in the answer', Input: onlyFor('successRule', 'text', TextInput) },
  {
    ...half('successPath', 'Place in the JSON', onlyFor('successRule', 'json', TextInput)),
    hint: 'Names and numbers between dots, such as messages.0.status',
  },
  half('successValue', 'Value there', onlyFor('successRule', 'json', TextInput)),
]

import type { BuiltInText } from './built-in-texts.ts'
import * as english from './phrases-english.ts'
import * as hindi from './phrases-hindi.ts'

export type StandInNotice = 'stand-in-added' | 'stand-in-ended'
type StandInTexts = Record<StandInNotice, BuiltInText>

/** The messages about authority that is lent: the lender and the stand-in get the same one. */
export const ENGLISH_STAND_INS: StandInTexts = {
  'stand-in-added': {
    subject: '{{ standIn }} stands in for {{ lender }}',
    paragraphs: [
      'Hello {{ firstName }},',
      'From {{ from }} until {{ until }}, {{ standIn }} may approve documents for {{ lender }}: {{ authority }}.',
      'Set up by: {{ by }}',
      'Both of you can see and end this at {{ portal }}/dashboard/standIns',
      english.ASK_OR_LOCK,
    ],
  },
  'stand-in-ended': {
    subject: '{{ standIn }} no longer stands in for {{ lender }}',
    paragraphs: [
      'Hello {{ firstName }},',
      '{{ standIn }} no longer approves documents for {{ lender }}: {{ authority }}.',
      '{% if by %}Ended by: {{ by }}{% else %}It ended because the account of {{ lender }} was suspended, deactivated or locked.{% endif %}',
      english.ASK_OR_LOCK,
    ],
  },
}

export const HINDI_STAND_INS: StandInTexts = {
  'stand-in-added': {
    subject: '{{ lender }} की जगह {{ standIn }}',
    paragraphs: [
      'नमस्ते {{ firstName }},',
      '{{ from }} से {{ until }} तक {{ standIn }}, {{ lender }} की ओर से दस्तावेज़ स्वीकृत कर सकते हैं: {{ authority }}।',
      'इसे जोड़ा: {{ by }}',
      'आप दोनों इसे यहाँ देख और समाप्त कर सकते हैं: {{ portal }}/dashboard/standIns',
      hindi.ASK_OR_LOCK,
    ],
  },
  'stand-in-ended': {
    subject: '{{ standIn }} अब {{ lender }} की जगह नहीं हैं',
    paragraphs: [
      'नमस्ते {{ firstName }},',
      '{{ standIn }} अब {{ lender }} की ओर से दस्तावेज़ स्वीकृत नहीं करते: {{ authority }}।',
      '{% if by %}इसे समाप्त किया: {{ by }}{% else %}यह इसलिए समाप्त हुआ कि {{ lender }} का खाता निलंबित, निष्क्रिय या लॉक किया गया।{% endif %}',
      hindi.ASK_OR_LOCK,
    ],
  },
}

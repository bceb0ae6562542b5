import type { BuiltInText } from './built-in-texts.ts'
import * as english from './phrases-english.ts'
import * as hindi from './phrases-hindi.ts'

export type RequestNotice =
  | 'access-requested'
  | 'access-reminder'
  | 'access-undecided'
  | 'access-step'
  | 'access-declined'
type RequestTexts = Record<RequestNotice, BuiltInText>

// The page leads administrators on to the console.
const PAGE = '{{ requestLink }}'

/** The messages about requests for access, to those who decide and to whoever has asked. */
export const ENGLISH_REQUESTS: RequestTexts = {
  'access-requested': {
    subject: '{{ person }} asks for {{ requested }}',
    paragraphs: [english.HELLO, '{{ person }} asks for {{ requested }}.', `Read the reason and decide at ${PAGE}`],
    button: 'Read and decide',
  },
  'access-reminder': {
    subject: 'Reminder: {{ person }} asks for {{ requested }}',
    paragraphs: [
      english.HELLO,
      '{{ person }} has been waiting for {{ days }} days for your decision about {{ requested }}.',
      `Read the reason and decide at ${PAGE}`,
    ],
    button: 'Read and decide',
  },
  'access-undecided': {
    subject: 'Undecided: {{ person }} asks for {{ requested }}',
    paragraphs: [
      english.HELLO,
      '{{ person }} asked for {{ requested }} {{ days }} days ago, and nobody has decided yet.',
      `Read the reason and decide at ${PAGE}`,
    ],
    button: 'Read and decide',
  },
  'access-step': {
    subject: 'Your request for {{ requested }} waits for step {{ step }} of {{ of }}',
    paragraphs: [
      english.HELLO,
      'A step of your request for {{ requested }} was approved. It now waits for step {{ step }} of {{ of }}.',
    ],
  },
  'access-declined': {
    subject: 'Your request for {{ requested }} was declined',
    paragraphs: [english.HELLO, 'Your request for {{ requested }} was declined: {{ answer }}', english.ASK],
  },
}

export const HINDI_REQUESTS: RequestTexts = {
  'access-requested': {
    subject: '{{ person }} ने {{ requested }} माँगा है',
    paragraphs: [hindi.HELLO, '{{ person }} ने {{ requested }} के लिए अनुरोध किया है।', `कारण पढ़ें और यहाँ निर्णय लें: ${PAGE}`],
    button: 'पढ़ें और निर्णय लें',
  },
  'access-reminder': {
    subject: 'याद दिलाने के लिए: {{ person }} ने {{ requested }} माँगा है',
    paragraphs: [
      hindi.HELLO,
      '{{ person }} {{ days }} दिन से {{ requested }} पर आपके निर्णय की प्रतीक्षा में हैं।',
      `कारण पढ़ें और यहाँ निर्णय लें: ${PAGE}`,
    ],
    button: 'पढ़ें और निर्णय लें',
  },
  'access-undecided': {
    subject: 'निर्णय बाकी: {{ person }} ने {{ requested }} माँगा है',
    paragraphs: [
      hindi.HELLO,
      '{{ person }} ने {{ days }} दिन पहले {{ requested }} माँगा था, और अब तक किसी ने निर्णय नहीं लिया है।',
      `कारण पढ़ें और यहाँ निर्णय लें: ${PAGE}`,
    ],
    button: 'पढ़ें और निर्णय लें',
  },
  'access-step': {
    subject: '{{ requested }} के लिए आपका अनुरोध चरण {{ step }} / {{ of }} की प्रतीक्षा में है',
    paragraphs: [
      hindi.HELLO,
      '{{ requested }} के लिए आपके अनुरोध का एक चरण स्वीकृत हुआ। अब वह चरण {{ step }} / {{ of }} की प्रतीक्षा में है।',
    ],
  },
  'access-declined': {
    subject: '{{ requested }} के लिए आपका अनुरोध अस्वीकार किया गया',
    paragraphs: [hindi.HELLO, '{{ requested }} के लिए आपका अनुरोध अस्वीकार किया गया: {{ answer }}', hindi.ASK],
  },
}

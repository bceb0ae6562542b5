import type { BuiltInText } from './built-in-texts.ts'

/** The messages about an address or number that its person has changed (ADR 0094). */
export type ContactNotice = 'own-email-changed' | 'own-phone-changed'

export const ENGLISH_CONTACT: Record<ContactNotice, BuiltInText> = {
  'own-email-changed': {
    subject: 'Your email address in {{ brand }} was changed',
    paragraphs: [
      'Hello {{ firstName }},',
      'On {{ at }} the email address of your account was changed to {{ newEmail }}. If this was not you, undo it within 72 hours with this link.',
      'Then this address comes back, and everybody who is signed in to the account is signed out.',
    ],
    button: 'Undo the change',
  },
  'own-phone-changed': {
    subject: 'Your phone number in {{ brand }} was changed',
    paragraphs: [
      'Hello {{ firstName }},',
      'On {{ at }} the phone number of your account was changed to {{ number }}. If this was not you, undo it within 72 hours with this link.',
      'Then the former number comes back, and everybody who is signed in to the account is signed out.',
    ],
    button: 'Undo the change',
    sms: '{{ brand }}: the phone number of your account was changed. If this was not you, undo it here: {{ link }}',
  },
}

export const HINDI_CONTACT: Record<ContactNotice, BuiltInText> = {
  'own-email-changed': {
    subject: '{{ brand }} में आपका ईमेल पता बदला गया',
    paragraphs: [
      'नमस्ते {{ firstName }},',
      '{{ at }} को आपके खाते का ईमेल पता बदलकर {{ newEmail }} किया गया। अगर यह आपने नहीं किया है, तो 72 घंटे के भीतर इस लिंक से इसे पलट दें।',
      'तब यह पता वापस आ जाएगा, और खाते में साइन इन किए हुए सभी लोग साइन आउट हो जाएँगे।',
    ],
    button: 'बदलाव पलटें',
  },
  'own-phone-changed': {
    subject: '{{ brand }} में आपका फ़ोन नंबर बदला गया',
    paragraphs: [
      'नमस्ते {{ firstName }},',
      '{{ at }} को आपके खाते का फ़ोन नंबर बदलकर {{ number }} किया गया। अगर यह आपने नहीं किया है, तो 72 घंटे के भीतर इस लिंक से इसे पलट दें।',
      'तब पिछला नंबर वापस आ जाएगा, और खाते में साइन इन किए हुए सभी लोग साइन आउट हो जाएँगे।',
    ],
    button: 'बदलाव पलटें',
    sms: '{{ brand }}: आपके खाते का फ़ोन नंबर बदला गया। अगर यह आपने नहीं किया, तो यहाँ पलटें: {{ link }}',
  },
}

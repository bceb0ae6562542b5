import type { BuiltInText } from './built-in-texts.ts'
import { HELLO, NOT_YOU } from './phrases-english.ts'
import { HELLO as NAMASTE, NOT_YOU as NOT_YOU_IN_HINDI } from './phrases-hindi.ts'

/** The messages about an address or number that its person has changed (ADR 0094). */
export type ContactNotice = 'own-email-changed' | 'own-phone-changed' | 'contact-undone'

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
  'contact-undone': {
    subject: 'A change of your {{ changed }} in {{ brand }} was undone',
    paragraphs: [
      HELLO,
      'On {{ at }} the change of your {{ changed }} was undone{% if byHand %} in the account{% else %} by the link in our message about it{% endif %}. {% if former %}The former one counts again: {{ former }}.{% else %}Your account has none again.{% endif %}',
      '{% if byHand %}No link can bring back what counted in between.{% else %}Everybody was signed out, passkeys, authenticator apps and recovery codes that were added since the change were removed, and for seven days neither your email address nor your phone number can be changed on your own pages.{% endif %}',
      NOT_YOU,
    ],
    sms: '{{ brand }}: the change of your {{ changed }} was undone. If this was not you, lock your account: {{ lockLink }}',
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
  'contact-undone': {
    subject: '{{ brand }} में आपके खाते के बदलाव को पलटा गया: {{ changed }}',
    paragraphs: [
      NAMASTE,
      '{{ at }} को {% if byHand %}खाते में{% else %}बदलाव के बारे में हमारे संदेश के लिंक से{% endif %} आपके खाते का यह बदलाव पलटा गया: {{ changed }}। {% if former %}अब फिर पिछला मान्य है: {{ former }}।{% else %}अब आपके खाते में फिर कोई नहीं है।{% endif %}',
      '{% if byHand %}बीच में जो मान्य था, उसे अब कोई लिंक वापस नहीं ला सकता।{% else %}सभी लोग साइन आउट कर दिए गए, बदलाव के बाद जोड़े गए पासकी, ऑथेंटिकेटर ऐप और रिकवरी कोड हटा दिए गए, और सात दिन तक आपके अपने पेजों पर न ईमेल पता बदला जा सकता है, न फ़ोन नंबर।{% endif %}',
      NOT_YOU_IN_HINDI,
    ],
    sms: '{{ brand }}: आपके खाते का यह बदलाव पलटा गया: {{ changed }}। अगर यह आपने नहीं किया, तो खाता लॉक करें: {{ lockLink }}',
  },
}

import type { BuiltInText } from './built-in-texts.ts'
import * as english from './phrases-english.ts'
import * as hindi from './phrases-hindi.ts'

/** The messages of account recoveries (ADR 0093). */
export type RecoveryNotice =
  | 'recovery-started'
  | 'recovery-link'
  | 'recovery-used'
  | 'recovery-approval'
  | 'recovery-stopped'
  | 'factors-removed'

export const ENGLISH_RECOVERIES: Record<RecoveryNotice, BuiltInText> = {
  'recovery-started': {
    subject: 'Somebody wants to recover your {{ brand }} account',
    paragraphs: [
      'Hello {{ firstName }},',
      '{{ administrator }} has started the recovery of your account, because you are said to have lost every way to sign in. If you have not asked for this, stop it now with this link.',
      'Otherwise you do not need to do anything: on {{ from }} a link to choose a new password goes to {{ newEmail }}. When it is used, your old password, passkeys, authenticator apps and recovery codes end, and that is your new address.',
    ],
    button: 'Stop the recovery',
    sms: '{{ brand }}: {{ administrator }} has started the recovery of your account. If you have not asked for it, stop it here: {{ link }}',
  },
  'recovery-link': {
    subject: 'Recover your {{ brand }} account',
    paragraphs: [
      'Hello {{ firstName }},',
      'The waiting time is over. Open this link to choose a new password; it works once, for three days.',
      'Your old password, passkeys, authenticator apps and recovery codes end, and this becomes the email address of your account. Sign in afterwards and add a passkey or an authenticator app.',
    ],
    button: 'Recover your account',
  },
  'recovery-used': {
    subject: 'Your {{ brand }} account was recovered',
    paragraphs: [
      'Hello {{ firstName }},',
      'Your account was recovered on {{ at }}: it has a new password and the address {{ newEmail }}, and everything that signed in before has ended.',
      english.NOT_YOU,
    ],
  },
  'recovery-approval': {
    subject: 'Approve the recovery of the {{ brand }} account of {{ person }}?',
    paragraphs: [
      'Hello {{ firstName }},',
      '{{ administrator }} has started the recovery of the account of {{ person }}. They have console permissions, so a second administrator must approve it within three days.',
      'Speak with {{ person }} first, and not by an address or number that you were given for this. Then decide at {{ portal }}/dashboard/user',
    ],
  },
  'recovery-stopped': {
    subject: '{{ person }} stopped the recovery of their {{ brand }} account',
    paragraphs: [
      'Hello {{ firstName }},',
      '{{ person }} stopped the recovery of their account on {{ at }}: they have not asked for it.',
      'Find out who did, before anybody starts another one. The reason is in the history of the person at {{ portal }}/dashboard/user',
    ],
  },
  'factors-removed': {
    subject: 'Your sign-in methods for {{ brand }} were removed',
    paragraphs: [
      'Hello {{ firstName }},',
      'An administrator removed all passkeys, authenticator apps and recovery codes of your account on {{ at }}.',
      'Sign in with your new password and add them again.',
      english.NOT_YOU,
    ],
  },
}

export const HINDI_RECOVERIES: Record<RecoveryNotice, BuiltInText> = {
  'recovery-started': {
    subject: 'कोई आपका {{ brand }} खाता वापस पाना चाहता है',
    paragraphs: [
      'नमस्ते {{ firstName }},',
      '{{ administrator }} ने आपके खाते की रिकवरी शुरू की है, क्योंकि बताया गया कि आपके पास साइन इन करने का कोई तरीका नहीं बचा। अगर आपने यह नहीं माँगा है, तो इसे अभी इस लिंक से रोकें।',
      'नहीं तो आपको कुछ नहीं करना है: {{ from }} को नया पासवर्ड चुनने का लिंक {{ newEmail }} पर जाएगा। उसके इस्तेमाल पर आपका पुराना पासवर्ड, पासकी, ऑथेंटिकेटर ऐप और रिकवरी कोड समाप्त हो जाएँगे, और वही आपका नया पता होगा।',
    ],
    button: 'रिकवरी रोकें',
    sms: '{{ brand }}: {{ administrator }} ने आपके खाते की रिकवरी शुरू की है। अगर आपने यह नहीं माँगा, तो यहाँ रोकें: {{ link }}',
  },
  'recovery-link': {
    subject: 'अपना {{ brand }} खाता वापस पाएँ',
    paragraphs: [
      'नमस्ते {{ firstName }},',
      'प्रतीक्षा का समय पूरा हो गया है। नया पासवर्ड चुनने के लिए यह लिंक खोलें; यह तीन दिन तक, एक ही बार काम करता है।',
      'आपका पुराना पासवर्ड, पासकी, ऑथेंटिकेटर ऐप और रिकवरी कोड समाप्त हो जाएँगे, और यह आपके खाते का ईमेल पता बन जाएगा। उसके बाद साइन इन करें और कोई पासकी या ऑथेंटिकेटर ऐप जोड़ें।',
    ],
    button: 'अपना खाता वापस पाएँ',
  },
  'recovery-used': {
    subject: 'आपका {{ brand }} खाता वापस पा लिया गया है',
    paragraphs: [
      'नमस्ते {{ firstName }},',
      '{{ at }} को आपका खाता वापस पाया गया: अब उसका पासवर्ड नया है और पता {{ newEmail }} है, और पहले जिससे भी साइन इन होता था, वह सब समाप्त हो गया है।',
      hindi.NOT_YOU,
    ],
  },
  'recovery-approval': {
    subject: 'क्या {{ person }} के {{ brand }} खाते की रिकवरी स्वीकृत करें?',
    paragraphs: [
      'नमस्ते {{ firstName }},',
      '{{ administrator }} ने {{ person }} के खाते की रिकवरी शुरू की है। उनके पास कंसोल की अनुमतियाँ हैं, इसलिए तीन दिन के भीतर किसी दूसरे व्यवस्थापक की स्वीकृति ज़रूरी है।',
      'पहले {{ person }} से बात करें, पर उस पते या नंबर से नहीं जो आपको इसके लिए दिया गया है। फिर यहाँ निर्णय लें: {{ portal }}/dashboard/user',
    ],
  },
  'recovery-stopped': {
    subject: '{{ person }} ने अपने {{ brand }} खाते की रिकवरी रोक दी',
    paragraphs: [
      'नमस्ते {{ firstName }},',
      '{{ person }} ने {{ at }} को अपने खाते की रिकवरी रोक दी: उन्होंने यह नहीं माँगी थी।',
      'कोई दूसरी रिकवरी शुरू होने से पहले पता करें कि यह किसने माँगी थी। कारण व्यक्ति के इतिहास में है: {{ portal }}/dashboard/user',
    ],
  },
  'factors-removed': {
    subject: '{{ brand }} के लिए आपके साइन-इन के तरीके हटाए गए हैं',
    paragraphs: [
      'नमस्ते {{ firstName }},',
      'किसी व्यवस्थापक ने {{ at }} को आपके खाते की सभी पासकी, ऑथेंटिकेटर ऐप और रिकवरी कोड हटा दिए।',
      'अपने नए पासवर्ड से साइन इन करें और उन्हें फिर से जोड़ें।',
      hindi.NOT_YOU,
    ],
  },
}

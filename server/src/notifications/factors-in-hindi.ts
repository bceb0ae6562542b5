import type { BuiltInText, OwnNotice } from './built-in-texts.ts'
import { HELLO, NOT_YOU } from './phrases-hindi.ts'

/** Where an administrator also ended all sessions: one message instead of two. */
const SIGNED_OUT =
  '{% if signedOut %} व्यवस्थापक ने आपको हर जगह से साइन आउट भी कर दिया है। आप {{ portal }} पर फिर से साइन इन कर सकते हैं।{% endif %}'

/** What people sign in with: added, removed, used. */
export const FACTORS_IN_HINDI = {
  'strong-sign-in-begins': {
    subject: '{{ from }} से आपको {{ brand }} के लिए पासकी या ऑथेंटिकेटर ऐप चाहिए',
    paragraphs: [
      HELLO,
      '{{ from }} से, {{ brand }} पर आप जो कुछ खोल सकते हैं उन सबके लिए ईमेल का कोड काफ़ी नहीं रहेगा।',
      'उस दिन से पहले पासकी या ऑथेंटिकेटर ऐप जोड़ें। इसमें एक मिनट लगता है: {{ portal }}/dashboard/signInMethods',
    ],
  },
  'passkey-begins': {
    subject: '{{ from }} से आपको {{ brand }} के लिए पासकी चाहिए',
    paragraphs: [
      HELLO,
      '{{ from }} से, {{ brand }} पर आप जो कुछ खोल सकते हैं उन सबके लिए ईमेल या ऑथेंटिकेटर ऐप का कोड काफ़ी नहीं रहेगा।',
      'उस दिन से पहले पासकी जोड़ें। इसमें एक मिनट लगता है: {{ portal }}/dashboard/signInMethods',
    ],
  },
  'recovery-codes-made': {
    subject: 'आपके {{ brand }} खाते के लिए रिकवरी कोड बनाए गए हैं',
    paragraphs: [
      HELLO,
      '{{ at }} को आपके खाते के लिए दस रिकवरी कोड बनाए गए: {{ device }}, IP पता {{ ip }}। पासवर्ड के बाद हर कोड से एक बार साइन इन होता है; पुराने कोड अब नहीं चलेंगे।',
      NOT_YOU,
    ],
  },
  'recovery-codes-removed': {
    subject: 'आपके {{ brand }} खाते के रिकवरी कोड हटाए गए हैं',
    paragraphs: [
      HELLO,
      `{{ at }} को आपके खाते के रिकवरी कोड हटाए गए। अब इनमें से किसी से साइन इन नहीं होगा।${SIGNED_OUT}`,
      NOT_YOU,
    ],
  },
  'recovery-code-used': {
    subject: 'आपके {{ brand }} खाते में एक रिकवरी कोड इस्तेमाल हुआ',
    paragraphs: [
      HELLO,
      '{{ at }} को आपके खाते में साइन इन करने के लिए एक रिकवरी कोड इस्तेमाल हुआ: {{ device }}, IP पता {{ ip }}। बचे हुए कोड: {{ left }}।',
      NOT_YOU,
    ],
  },
  'browser-remembered': {
    subject: 'आपके {{ brand }} खाते के लिए एक ब्राउज़र याद रखा गया है',
    paragraphs: [
      HELLO,
      'अब 30 दिन तक {{ device }} से साइन इन करने के लिए आपका पासवर्ड ही काफ़ी है। यह {{ at }} को IP पते {{ ip }} से चुना गया। आप “साइन-इन के तरीके” में जाकर इस ब्राउज़र को भुला सकते हैं।',
      NOT_YOU,
    ],
  },
  'browser-copied': {
    subject: 'आपके {{ brand }} खाते का एक याद रखा गया ब्राउज़र स्वीकार नहीं किया गया',
    paragraphs: [
      HELLO,
      '{{ at }} को IP पते {{ ip }} से किसी ने आपका पासवर्ड डाला, और साथ में याद रखे गए ब्राउज़र का ऐसा मान भेजा जो पहले इस्तेमाल हो चुका था। या तो किसी ने उसकी नकल की है और आपका पासवर्ड जानता है, या आपके ब्राउज़र तक कोई जवाब नहीं पहुँचा। अब यह ब्राउज़र याद नहीं रखा जाता, और कोड माँगा गया।',
      NOT_YOU,
    ],
  },
  'passkey-added': {
    subject: 'आपके {{ brand }} खाते में एक पासकी जोड़ी गई है',
    paragraphs: [
      HELLO,
      '{{ at }} को आपके खाते में पासकी “{{ passkey }}” जोड़ी गई: {{ device }}, IP पता {{ ip }}। इससे पासवर्ड और कोड के बिना साइन इन होता है।',
      NOT_YOU,
    ],
  },
  'passkey-removed': {
    subject: 'आपके {{ brand }} खाते से एक पासकी हटाई गई है',
    paragraphs: [
      HELLO,
      `{{ at }} को आपके खाते से पासकी “{{ passkey }}” हटाई गई। अब इससे साइन इन नहीं होगा। जहाँ यह रखी है, जैसे आपके पासवर्ड मैनेजर में, वहाँ से भी आप इसे मिटा सकते हैं।${SIGNED_OUT}`,
      NOT_YOU,
    ],
  },
  'passkey-copied': {
    subject: 'आपके {{ brand }} खाते की एक पासकी स्वीकार नहीं की गई',
    paragraphs: [
      HELLO,
      '{{ at }} को IP पते {{ ip }} से पासकी “{{ passkey }}” द्वारा साइन इन स्वीकार नहीं किया गया। लगता है कि इस पासकी की कोई प्रति इस्तेमाल हो रही है।',
      'अब इस पासकी से साइन इन नहीं होता, और आपका खाता हर जगह से साइन आउट कर दिया गया है। किसी और तरीके से साइन इन करें, इसे अपने खाते से हटाएँ और अपने व्यवस्थापक को बताएँ। यदि आप जानते हैं कि इसकी कोई प्रति नहीं है, तो वहीं इसे फिर से स्वीकार कर सकते हैं।',
      NOT_YOU,
    ],
  },
  'passkey-accepted': {
    subject: 'आपके {{ brand }} खाते की एक पासकी फिर से स्वीकार की गई',
    paragraphs: [
      HELLO,
      '{{ at }} को IP पते {{ ip }} से पासकी “{{ passkey }}” फिर से स्वीकार की गई, जो इसलिए स्वीकार नहीं की जाती थी कि शायद उसकी प्रति बनाई गई है। अब इससे आपके खाते में साइन इन होता है।',
      NOT_YOU,
    ],
  },
  'authenticator-added': {
    subject: 'आपके {{ brand }} खाते में एक ऑथेंटिकेटर ऐप जोड़ा गया है',
    paragraphs: [
      HELLO,
      '{{ at }} को आपके खाते में ऑथेंटिकेटर ऐप “{{ authenticator }}” जोड़ा गया: {{ device }}, IP पता {{ ip }}। अब पासवर्ड के बाद इसके कोड से साइन इन होता है।',
      NOT_YOU,
    ],
  },
  'authenticator-removed': {
    subject: 'आपके {{ brand }} खाते से एक ऑथेंटिकेटर ऐप हटाया गया है',
    paragraphs: [
      HELLO,
      `{{ at }} को आपके खाते से ऑथेंटिकेटर ऐप “{{ authenticator }}” हटाया गया। अब इसके कोड से साइन इन नहीं होगा; ऐप में भी इस खाते को मिटा दें।${SIGNED_OUT}`,
      NOT_YOU,
    ],
  },
} satisfies { [notice in OwnNotice]?: BuiltInText }

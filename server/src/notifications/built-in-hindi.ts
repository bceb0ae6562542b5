import type { BuiltInText, OwnNotice } from './built-in-texts.ts'
import { FACTORS_IN_HINDI } from './factors-in-hindi.ts'
import { ASK, ASK_OR_LOCK, HELLO, NOT_YOU } from './phrases-hindi.ts'

export const HINDI: Record<OwnNotice, BuiltInText> = {
  ...FACTORS_IN_HINDI,
  'login-otp': {
    subject: '{{ brand }} के लिए आपका साइन-इन कोड',
    paragraphs: [
      HELLO,
      'साइन इन पूरा करने के लिए यह कोड डालें। यह {{ minutes }} मिनट तक मान्य है।',
      'यह कोड किसी को न बताएँ: {{ brand }} की ओर से कोई भी आपसे यह नहीं माँगेगा।',
      'अगर आप साइन इन नहीं कर रहे थे, तो हो सकता है कि किसी और को आपका पासवर्ड पता हो। उसे अभी बदल लें, या इस लिंक से अपना खाता लॉक करें: {{ lockLink }} उसके बाद, जब तक कोई व्यवस्थापक आपसे बात नहीं कर लेता, कोई उसमें साइन इन नहीं कर सकता।',
    ],
    sms: '{{ code }} {{ brand }} के लिए आपका साइन-इन कोड है। यह {{ minutes }} मिनट तक मान्य है।',
  },
  'verify-email': {
    subject: '{{ brand }} के लिए अपने ईमेल की पुष्टि करें',
    paragraphs: [
      HELLO,
      'अपने ईमेल पते की पुष्टि के लिए यह कोड डालें। यह {{ minutes }} मिनट तक मान्य है।',
      'अगर आपने यह कोड नहीं माँगा है, तो इस संदेश को अनदेखा करें। कोड के बिना कुछ नहीं होगा।',
    ],
  },
  'verify-phone': {
    sms: '{{ code }} {{ brand }} के लिए इस फ़ोन नंबर की पुष्टि का कोड है। यह {{ minutes }} मिनट तक मान्य है।',
  },
  'reset-password': {
    subject: '{{ brand }} के लिए नया पासवर्ड चुनें',
    paragraphs: [
      HELLO,
      'नया पासवर्ड चुनने के लिए यह लिंक खोलें। यह {{ minutes }} मिनट तक मान्य है और एक ही बार काम करता है।',
      'अगर आपने इसे नहीं माँगा है, तो आपका पासवर्ड वही रहेगा और इस लिंक पर कुछ करना ज़रूरी नहीं है। अगर ऐसे और संदेश आएँ, तो साइन इन करके “खाते की गतिविधि” देखें, या अपने व्यवस्थापक को बताएँ।',
    ],
    button: 'नया पासवर्ड चुनें',
  },
  invitation: {
    subject: '{{ brand }} में आपका खाता',
    paragraphs: [
      // A person without an account has no name here.
      'नमस्ते{% if firstName %} {{ firstName }}{% endif %},',
      '{% if inviter %}{{ inviter }} की ओर से {% endif %}आपको {{ brand }} {% if applicationName %}पर {{ applicationName }} {% endif %}में आमंत्रित किया गया है। अपना पासवर्ड चुनने के लिए यह लिंक खोलें। यह एक ही बार{% if until %}, {{ until }} तक{% endif %} काम करता है।',
      'इसके बाद आप {{ portal }} पर इसी ईमेल पते से साइन इन करेंगे।',
    ],
    button: 'अपना पासवर्ड चुनें',
  },
  'password-changed': {
    subject: 'आपका {{ brand }} पासवर्ड बदल गया है',
    paragraphs: [HELLO, 'आपके खाते का पासवर्ड {{ at }} को बदला गया।', NOT_YOU],
  },
  'new-device': {
    subject: '{{ brand }} में नए ब्राउज़र से साइन-इन',
    paragraphs: [
      HELLO,
      'आपके खाते में एक ऐसे ब्राउज़र से साइन इन हुआ है जिसे हमने पहले नहीं देखा: {{ device }}, {{ at }} को, IP पते {{ ip }} से।',
      'अगर यह आप ही थे, तो आपको कुछ नहीं करना है।',
      NOT_YOU,
    ],
  },
  'account-locked': {
    subject: 'आपके {{ brand }} खाते में कई बार गलत पासवर्ड डाला गया',
    paragraphs: [
      HELLO,
      'आपके खाते में कई बार गलत पासवर्ड डाला गया, आखिरी बार {{ at }} को IP पते {{ ip }} से। नए ब्राउज़र से साइन इन करने के लिए अब कुछ देर रुकना होगा; जिन ब्राउज़र को आप पहले से इस्तेमाल करते हैं, उन पर कोई असर नहीं है।',
      'अगर यह आप नहीं थे, तब भी कोई अंदर नहीं आया, और आपको अपना खाता लॉक करने की ज़रूरत नहीं है। ध्यान रखें कि आप यही पासवर्ड कहीं और इस्तेमाल न करते हों, या यहाँ नया पासवर्ड चुनें: {{ portal }}/forgetpassword',
    ],
  },
  'data-downloaded': {
    subject: '{{ brand }} में आपका डेटा डाउनलोड किया गया',
    paragraphs: [
      HELLO,
      '{{ brand }} आपके बारे में जो रखता है, वह {{ at }} को डाउनलोड किया गया: {{ device }}, IP पता {{ ip }}।',
      NOT_YOU,
    ],
  },
  'assignment-granted': {
    subject:
      '{% if isChanged %}{{ applicationName }} का आपका एक्सेस बदला गया है{% elsif from %}आप {{ from }} से {{ applicationName }} खोल सकते हैं{% else %}अब आप {{ applicationName }} खोल सकते हैं{% endif %}',
    paragraphs: [
      HELLO,
      '{% if isChanged %}{% if clientName %}{{ clientName }} के लिए {% endif %}{{ applicationName }} का आपका एक्सेस बदला गया है।{% if role %} वहाँ आपकी भूमिका है: {{ role }}।{% endif %}{% else %}{% if clientName %}{{ clientName }} के लिए {% endif %}आपको {{ applicationName }} असाइन किया गया है{% if role %}। आपकी भूमिका है: {{ role }}{% endif %}।{% endif %}{% if from %} आप इसे {{ from }} से खोल सकते हैं।{% endif %}{% if until %} यह {{ until }} को समाप्त होगा।{% elsif isChanged %} इसकी कोई अंतिम तारीख नहीं है।{% endif %}',
      'यह आपको {{ portal }} पर मिलेगा।',
    ],
  },
  'assignment-ends': {
    subject: '{{ applicationName }} का आपका एक्सेस {{ until }} को समाप्त होगा',
    paragraphs: [
      HELLO,
      '{% if clientName %}{{ clientName }} के लिए {% endif %}{{ applicationName }} का आपका एक्सेस {{ until }} को समाप्त होगा।',
      'अगर आपको यह और समय तक चाहिए, तो अपने व्यवस्थापक से कहें।',
    ],
  },
  'assignment-removed': {
    subject: 'अब आप {{ applicationName }} नहीं खोल सकते',
    paragraphs: [
      HELLO,
      '{% if clientName %}{{ clientName }} के लिए {% endif %}{{ applicationName }} अब आपको असाइन नहीं है।',
      ASK,
    ],
  },
  'role-changed': {
    subject: '{{ brand }} में आपकी भूमिका बदल गई है',
    paragraphs: [HELLO, 'अब आपकी भूमिका है: {{ role }}। इसका इस्तेमाल करने के लिए फिर से साइन इन करें।', ASK_OR_LOCK],
  },
  'details-changed': {
    subject: '{{ brand }} में आपकी जानकारी बदली गई है',
    paragraphs: [HELLO, 'व्यवस्थापक ने आपकी यह जानकारी बदली है: {{ changed }}।', ASK_OR_LOCK],
  },
  'email-changed': {
    subject: '{{ brand }} में आपका ईमेल पता बदल गया है',
    paragraphs: [HELLO, 'अब संदेश {{ newEmail }} पर जाएँगे, और आप उसी पते से साइन इन करेंगे।', NOT_YOU],
  },
  'confirm-email': {
    subject: '{{ brand }} के लिए अपने नए ईमेल पते की पुष्टि करें',
    paragraphs: [
      HELLO,
      'व्यवस्थापक ने इसे आपके खाते का ईमेल पता बनाया है। साइन इन करने से पहले इसकी पुष्टि करें: {{ portal }}/verifyemail खोलें, यह पता डालें और कोड मँगाएँ।',
      'तब तक एप्लिकेशन को यही दिखेगा कि इस पते की पुष्टि नहीं हुई है।',
      ASK,
    ],
  },
  'account-deactivated': {
    subject: 'आपका {{ brand }} खाता बंद कर दिया गया है',
    paragraphs: [HELLO, 'आपका खाता बंद कर दिया गया है। अब आप साइन इन नहीं कर सकते।', ASK],
  },
  'acting-started': {
    subject: '{{ administrator }} आपका {{ brand }} खाता देख रहे हैं{% if mayChange %} और उसमें कुछ बातें बदल सकते हैं{% endif %}',
    paragraphs: [
      'नमस्ते {{ firstName }},',
      '{{ at }} से {{ administrator }} पोर्टल को वैसे ही देख रहे हैं जैसे आप देखते हैं, ज़्यादा से ज़्यादा {{ until }} तक। कारण: {{ reason }}',
      '{% if mayChange %}वे आपके लिए कुछ बातें बदल भी सकते हैं: आपका नाम और तस्वीर, पसंदीदा, बंद किए गए संदेश, और एक्सेस के अनुरोध। हर बदलाव उनके नाम के साथ आपकी गतिविधि में रहता है। वे और कुछ नहीं बदल सकते।{% else %}वे आपके पेज पढ़ सकते हैं, पर कुछ बदल नहीं सकते।{% endif %} वे केवल वही एप्लिकेशन खोल सकते हैं जो सहायता को देखने देते हैं। आप इसे अपने खाते में “मेरे एप्लिकेशन और सेशन” के नीचे समाप्त कर सकते हैं।',
      ASK_OR_LOCK,
    ],
  },
  'account-suspended': {
    subject: 'आपका {{ brand }} खाता निलंबित है',
    paragraphs: [
      HELLO,
      'आपका खाता {{ until }} तक निलंबित है, और आपके सेशन समाप्त हो गए हैं।',
      'निलंबन समाप्त होने पर आपको एक संदेश मिलेगा। उसके बाद आप फिर से साइन इन कर सकते हैं।',
      ASK,
    ],
  },
  'suspension-ended': {
    subject: 'आपके {{ brand }} खाते का निलंबन समाप्त हुआ',
    paragraphs: [HELLO, 'आपके खाते का निलंबन समाप्त हो गया है। अब आप {{ portal }} पर फिर से साइन इन कर सकते हैं।'],
  },
  'account-reactivated': {
    subject: 'आपका {{ brand }} खाता फिर से चालू है',
    paragraphs: [HELLO, 'व्यवस्थापक ने आपका खाता फिर से चालू कर दिया है। आप {{ portal }} पर साइन इन कर सकते हैं।'],
  },
  'account-reported': {
    subject: '{{ person }} ने अपना {{ brand }} खाता लॉक किया',
    paragraphs: [
      HELLO,
      '{{ person }} ने {{ at }} को अपना खाता लॉक किया, क्योंकि वे किसी साइन-इन या बदलाव को नहीं पहचानते।',
      'खाता फिर से सक्रिय करने से पहले उनसे बात करें, और पहले ईमेल पता और फ़ोन नंबर जाँचें: जो अंदर आया, उसने उन्हें बदला या मेल पढ़ी हो सकती है। फिर उन्हें नया पासवर्ड चुनने का लिंक मिलता है।',
      'खाता यहाँ खोजें: {{ portal }}/dashboard/user',
    ],
  },
  'gateway-failing': {
    subject: '{{ gateway }} लगातार विफल हो रहा है',
    paragraphs: [
      HELLO,
      '{{ gateway }} से कुछ नहीं जा रहा है: लगातार {{ failures }} प्रयास विफल हुए, आखिरी {{ at }} को।',
      'संदेश देख सकने वाले लोगों को कारण सारांश पेज से पता चलेगा: {{ portal }}/dashboard/overview। जो रुका हुआ है, उसे भेजने की कोशिश अपने आप होती रहती है। ठीक होने पर आपको सूचना मिलेगी।',
    ],
  },
  'gateway-working': {
    subject: '{{ gateway }} फिर से काम कर रहा है',
    paragraphs: [
      HELLO,
      '{{ at }} से {{ gateway }} फिर से काम कर रहा है।',
      'इस बीच जो विफल हुआ, उसे संदेश बदल सकने वाले लोग फिर भेज सकते हैं; वह उन्हें सारांश पेज से मिलेगा: {{ portal }}/dashboard/overview।',
    ],
  },
  'service-key-ends': {
    subject: '{{ account }} की एक कुंजी की समय-सीमा समाप्त होने वाली है',
    paragraphs: [
      HELLO,
      'सेवा खाते {{ account }} की कुंजी “{{ key }}” की समय-सीमा {{ ends }} को समाप्त होगी।',
      'नई कुंजी बनाएँ, उसे प्रोग्राम में डालें और फिर इसे निरस्त करें। एक समय में दो कुंजियाँ मान्य हो सकती हैं: {{ portal }}/dashboard/serviceAccounts।',
    ],
  },
  'sessions-ended': {
    subject: 'आपको {{ brand }} से साइन आउट कर दिया गया है',
    paragraphs: [
      HELLO,
      'व्यवस्थापक ने {{ at }} को आपको हर जगह से साइन आउट कर दिया।',
      'आप {{ portal }} पर फिर से साइन इन कर सकते हैं।',
      ASK_OR_LOCK,
    ],
  },
}

import type { NotPublished } from '@gatehouse/contract/admin/approvals/publish-dates.ts'

/** Why a draft is not published at its date, as the screens say it: the server does not know their texts. A test compares both. */
export const HINDI_NOT_PUBLISHED: Record<NotPublished, string> = {
  changed: 'तारीख तय होने के बाद, जो लागू है वह बदल गया, और इस मसौदे की तुलना पहले के नियमों से हुई थी।',
  errors: 'इसमें नई त्रुटियाँ हैं।',
  reason: 'इसमें ऐसी समस्याएँ हैं जो पहले नहीं थीं, और उनके लिए कोई कारण नहीं दिया गया।',
  unconfirmed: 'इस एप्लिकेशन के बदलावों की पुष्टि अब दूसरा व्यक्ति करता है, और इसकी पुष्टि किसी ने नहीं की है।',
  person: 'जिसने तारीख तय की या उसकी पुष्टि की, वह अब अनुमोदन नहीं बदल सकता।',
  session:
    'जिस सेशन में तारीख तय हुई या उसकी पुष्टि हुई, वह समाप्त कर दिया गया, या उसके बाद पासवर्ड बदला गया। तारीख फिर से तय करें।',
  conflict: 'इसके बदलावों से कोई व्यक्ति कर्तव्यों के पृथक्करण का नियम तोड़ता। कौन-सा, यह देखने के लिए इसे स्वयं प्रकाशित करें।',
  failed: 'इसके बदलाव नहीं किए जा सके। कारण देखने के लिए इसे स्वयं प्रकाशित करें।',
}

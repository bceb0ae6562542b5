/** Sentences of several messages. */
export const HELLO = 'नमस्ते {{ firstName }},'
export const NOT_YOU =
  'अगर यह आपने नहीं किया है, तो इस लिंक से अपना खाता लॉक करें: {{ lockLink }} उसके बाद, जब तक कोई व्यवस्थापक आपसे बात नहीं कर लेता, कोई उसमें साइन इन नहीं कर सकता।'
export const ASK = 'अगर आपको इसकी जानकारी नहीं थी, तो अपने व्यवस्थापक से पूछें।'

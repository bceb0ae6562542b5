import * as messages from './messages.ts'
import * as messageWays from './routing.ts'

/** The calls about messages. */
export const MESSAGE_CALLS = [
  messages.listMessages,
  messages.readMessage,
  messages.resendMessage,
  messages.resendFailed,
  messages.messagesOverview,
  messages.listMessageGateways,
  messages.listGatewayHealth,
  messageWays.listUnregisteredTexts,
  messageWays.explainMessage,
]

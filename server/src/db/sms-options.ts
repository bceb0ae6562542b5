// Not in the table's file, which only the making of migrations needs: a running server does not load drizzle.

/** The names under which an SMS gateway expects its values (requirement M3). */
export type SmsAttributes = {
  userName: string
  password: string
  senderId: string
  countryCode: string
  apiCode: string
  message: string
  mobileNo: string
}

/** How an SMS gateway is called, and how its answer is judged. */
export type SmsOptions = {
  method: 'GET' | 'POST'
  /** The place of the fields; GET supports the query only. */
  encoding: 'query' | 'form' | 'json'
  /** The header for the token, such as Authorization. */
  tokenHeader: string
  entityIdAttribute: string
  templateIdAttribute: string
  numberFormat: 'national' | 'international' | 'plus'
  /** Sent with texts beyond the plain alphabet; replaces a constant of the same name. */
  unicode: { attribute: string; value: string }
  /** Sent unchanged with every message. */
  constants: { attribute: string; value: string }[]
  success:
    | { rule: 'status' }
    | { rule: 'text'; text: string }
    /** `path`: names and numbers with dots between them. */
    | { rule: 'json'; path: string; value: string }
}

/** The settings that most gateways expect. */
export const SMS_OPTIONS: SmsOptions = {
  method: 'POST',
  encoding: 'form',
  tokenHeader: 'Authorization',
  entityIdAttribute: 'entityid',
  templateIdAttribute: 'templateid',
  numberFormat: 'national',
  unicode: { attribute: '', value: '' },
  constants: [],
  success: { rule: 'status' },
}

// Apart from the table, which is read for making migrations only: a server at rest does without its library.

/** The names under which an SMS gateway wants its values (requirement M3). */
export type SmsAttributes = {
  userName: string
  password: string
  senderId: string
  countryCode: string
  apiCode: string
  message: string
  mobileNo: string
}

/** How an SMS gateway is asked, and by what its answer is judged. */
export type SmsOptions = {
  method: 'GET' | 'POST'
  /** Where the fields stand; GET knows the query only. */
  encoding: 'query' | 'form' | 'json'
  /** The header of the token, such as Authorization. */
  tokenHeader: string
  entityIdAttribute: string
  templateIdAttribute: string
  numberFormat: 'national' | 'international' | 'plus'
  /** Sent along with texts beyond the plain alphabet, in the place of a constant of that name. */
  unicode: { attribute: string; value: string }
  /** Sent as they are. */
  constants: { attribute: string; value: string }[]
  success:
    | { rule: 'status' }
    | { rule: 'text'; text: string }
    /** `path`: names and numbers between dots. */
    | { rule: 'json'; path: string; value: string }
}

/** What most gateways want. */
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

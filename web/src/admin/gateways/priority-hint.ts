/** Of email and SMS configurations alike. */
export const PRIORITY_HINT =
  'Of configurations for the same application and client, the highest sends; of equals, the oldest.'

/** Shared by email and SMS configurations. */
export const PRIORITY_HINT =
  'Among configurations for the same application and client, the highest priority is used. If equal, the oldest is used.'

/**
 * What a part of the portal gives: what is kept of the replaced database, as temporary tables (`kept_` and the name), and what
 * each kind is called, with the query for the names of those that are in the backup and were not there before.
 */
export type Authority = { kept: Record<string, string>; kinds: Record<string, string> }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text is the id of a record as we write it: in lower case, with hyphens (requirement G10). */
export const isUuid = (text: string): boolean => UUID.test(text)

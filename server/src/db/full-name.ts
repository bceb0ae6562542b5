/** SQL of the full name of a person, as `fullName` of the contract makes it. @param alias of a table with their columns */
export const fullNameIn = (alias: string) => `trim(${alias}.first_name || ' ' || ${alias}.last_name)`

/** The first letter of a name, as it stands for the name. An emoji is one, too. */
export const firstLetter = (name: string): string => (name.trim().match(/./u)?.[0] ?? '').toUpperCase()

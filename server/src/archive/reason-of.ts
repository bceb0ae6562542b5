const REASONS: Record<string, (folder: string) => string> = {
  ENOENT: (folder) => `${folder} does not exist. Is its disk mounted?`,
  ENOTDIR: (folder) => `${folder} is not a folder: there is a file in its place.`,
  EEXIST: (folder) => `${folder} is not a folder: there is a file in its place.`,
  EACCES: (folder) => `${folder} cannot be written to by the user of the database.`,
  EPERM: (folder) => `${folder} cannot be written to by the user of the database.`,
  EROFS: (folder) => `${folder} is on a disk that is read-only.`,
  ENOSPC: (folder) => `${folder} is on a disk that is full.`,
  EDQUOT: (folder) => `${folder} has reached its quota.`,
  EIO: (folder) => `${folder} is on a disk that fails.`,
}

/** What a failed use of the folder means, in a sentence for the operator. */
export function reasonOf(error: unknown, folder: string): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return REASONS[code]?.(folder) ?? message
}

/**
 * The reasons of former releases, with their present texts. Failed jobs store the English text of their time, which has no
 * Hindi translation any more. Jobs are kept for 30 days, so an entry can be removed 30 days after the update.
 */
export const FORMER_REASONS: Readonly<Record<string, string>> = {
  'You cannot change somebody who may do more than you.':
    'You cannot change a person who has more permissions than you.',
  'Somebody else has this email already': 'This email is already in use',
  'Somebody else has this user name already': 'This user name is already in use',
  'Somebody else has this partner portal id already': 'This partner portal id is already in use',
  'Somebody else has confirmed this phone number already': 'Someone else has already confirmed this phone number',
  'The user name of a person cannot be changed': 'User names cannot be changed',
  'Nobody has this email': 'No person has this email',
  'There is no application of this name': 'No application has this name',
  'There is no client of this name': 'No client has this name',
}

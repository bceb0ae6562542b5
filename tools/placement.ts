/** The places of the console's files, with the same names on each side. */
export const SIDES = ['contract', 'server', 'web'] as const
type Side = (typeof SIDES)[number]

/** Folders of `<side>/src/admin/`. A subject without a part on a side is absent there. */
export const SUBJECTS = [
  'overview',
  'people',
  'roles',
  'applications',
  'clients',
  'approvals',
  'reviews',
  'gateways',
  'templates',
  'messages',
  'outbound-calls',
  'webhooks',
  'service-accounts',
  'jobs',
  'activity',
  'security',
  'price-quotes',
] as const
type Subject = (typeof SUBJECTS)[number]

/**
 * The subjects that may import another one, with the reason. The part of a side may also import that of the contract.
 */
export const EDGES: { on: Side; from: Subject; to: Subject; why: string }[] = [
  { on: 'contract', from: 'jobs', to: 'people', why: 'an import makes people by the rules of their form' },
  { on: 'contract', from: 'outbound-calls', to: 'messages', why: 'both are listed by the same states' },
  { on: 'server', from: 'people', to: 'roles', why: 'a person has a role' },
  { on: 'server', from: 'people', to: 'approvals', why: 'what is assigned or lent is judged by rules about roles' },
  {
    on: 'server',
    from: 'reviews',
    to: 'people',
    why: 'what is decided is carried out by the functions of single changes',
  },
  {
    on: 'server',
    from: 'reviews',
    to: 'approvals',
    why: 'the evidence names the rules of separation of duties that are broken',
  },
  { on: 'server', from: 'jobs', to: 'people', why: 'a job changes people by the functions of single changes' },
  { on: 'server', from: 'jobs', to: 'approvals', why: 'a replay of decisions is a job' },
  { on: 'server', from: 'approvals', to: 'jobs', why: 'a replay of decisions is started as a job' },
  { on: 'web', from: 'approvals', to: 'jobs', why: 'a sheet is refused in the words of every file' },
  { on: 'server', from: 'outbound-calls', to: 'messages', why: 'both are read from the outbox' },
  { on: 'server', from: 'overview', to: 'people', why: 'people are counted as their list counts them' },
  { on: 'server', from: 'overview', to: 'applications', why: 'secrets that end are found as the list finds them' },
  { on: 'server', from: 'overview', to: 'approvals', why: 'gaps are found by the check of approvals' },
  { on: 'server', from: 'overview', to: 'messages', why: 'messages are counted by the filters of their list' },
  { on: 'server', from: 'overview', to: 'outbound-calls', why: 'calls are counted by the filters of their list' },
  { on: 'server', from: 'overview', to: 'webhooks', why: 'webhooks are found by the filters of their list' },
  { on: 'server', from: 'overview', to: 'service-accounts', why: 'keys that end are found as the list finds them' },
  { on: 'server', from: 'overview', to: 'reviews', why: 'overdue reviews are found as their list finds them' },
  { on: 'server', from: 'overview', to: 'jobs', why: 'failed jobs are found as the list finds them' },
  {
    on: 'server',
    from: 'overview',
    to: 'security',
    why: 'backups and the archive are judged as its checklist judges them',
  },
  { on: 'web', from: 'overview', to: 'applications', why: 'it says within how many days a secret ends soon' },
  { on: 'web', from: 'overview', to: 'service-accounts', why: 'it says within how many days a key ends soon' },
  { on: 'web', from: 'service-accounts', to: 'people', why: 'the example of a call lists people' },
  { on: 'web', from: 'service-accounts', to: 'activity', why: 'the page of an account shows what it did' },
  { on: 'web', from: 'people', to: 'jobs', why: 'the list of people starts jobs and shows them' },
  { on: 'web', from: 'people', to: 'roles', why: 'the page of a person shows what their role holds' },
  { on: 'web', from: 'people', to: 'messages', why: 'the page of a person shows what was sent to them' },
  { on: 'web', from: 'people', to: 'activity', why: 'the page of a person shows what happened to them' },
  {
    on: 'web',
    from: 'applications',
    to: 'people',
    why: 'the page of an application lists who has it, and its owners are chosen as people are',
  },
  { on: 'web', from: 'reviews', to: 'people', why: 'reviewers are chosen as people are' },
  {
    on: 'web',
    from: 'applications',
    to: 'clients',
    why: 'the sign-in page of an application is edited as that of a client',
  },
  { on: 'web', from: 'applications', to: 'activity', why: 'the page of an application shows what happened to it' },
  { on: 'web', from: 'clients', to: 'people', why: 'the page of a client lists its people' },
  {
    on: 'web',
    from: 'clients',
    to: 'approvals',
    why: 'the page of a client lists the roles that applications have for it',
  },
  { on: 'web', from: 'clients', to: 'activity', why: 'the page of a client shows what happened to it' },
  { on: 'web', from: 'clients', to: 'roles', why: 'permissions are attached to clients, contacts and clans' },
  { on: 'web', from: 'messages', to: 'outbound-calls', why: 'calls are the second view of the screen of messages' },
  { on: 'web', from: 'outbound-calls', to: 'messages', why: 'a call shows its tries and state as a message does' },
  { on: 'web', from: 'gateways', to: 'messages', why: 'a gateway explains which messages go through it' },
  { on: 'web', from: 'gateways', to: 'people', why: 'the owners of a gateway are chosen as people are' },
  { on: 'web', from: 'gateways', to: 'approvals', why: 'the form of a mail server opens the one for a new page' },
  { on: 'web', from: 'templates', to: 'messages', why: 'a template explains which messages it is used for' },
  { on: 'web', from: 'templates', to: 'gateways', why: 'a test message shows what its gateway answered' },
]

/** The most files in one folder of the console, without its subfolders. */
export const FILES_MAX = 25

/** Every possible problem of a template; `{{…}}` stands for one of its values. */
export const TEMPLATE_PROBLEMS = {
  unreadable: 'The variables cannot be read: {{why}}',
  controls: 'Control characters are not allowed.',
  tag: 'Only the tags if, unless, case and comment can be used, not {{tag}}',
  tags_too_many: 'At most {{most}} tags can be used',
  too_long: 'Too long to be checked in every branch of its conditions: shorten it, or use fewer branches',
  hyphen: 'The hyphen in {{what}} takes away the spaces beside it: leave it out',
  filter: 'Only the filters upcase, downcase, capitalize, default, truncate and strip can be used, not {{filter}}',
  value: 'Only variables such as firstName can be used, not {{what}}',
  variable: 'There is no variable {{name}} here',
  variable_near: 'There is no variable {{name}} here. Did you mean {{nearest}}?',
  needs: 'This template needs {{variable}}',
  needs_always: '{{variable}} must be shown whatever the conditions say',
  needs_shown: '{{variable}} is in a place where nobody sees it',
  subject_secret: 'A subject shows on locked screens: no codes or links in it.',
  secret_address:
    '{{variable}} cannot be used in an address or any other attribute. Only the href of a link may be {{link}}, and nothing beside it.',
  secret_beside: '{{variable}} would become a part of an address: leave a space between them',
  secret_condition: 'A condition must not depend on {{variable}}: what it shows would give it away',
  subject_empty: 'There is a condition under which the subject is empty',
  html: 'Not allowed in a message: {{what}}',
  html_unreadable: 'This cannot be read as HTML: {{what}} (a "<" of the text is written as &lt;)',
  html_liquid: 'Inside an HTML tag, use a variable alone, without filters or conditions',
} as const
export type TemplateReason = keyof typeof TEMPLATE_PROBLEMS

/** A problem in plain English. */
export function problemInWords({ reason, values }: { reason: TemplateReason; values: Record<string, string> }): string {
  return TEMPLATE_PROBLEMS[reason].replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

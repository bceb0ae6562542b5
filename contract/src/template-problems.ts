/** Every possible problem of a template; `{{…}}` stands for one of its values. */
export const TEMPLATE_PROBLEMS = {
  unreadable: 'The template is not valid: {{why}}',
  controls: 'Control characters are not allowed.',
  tag: 'Only the tags if, unless, case and comment can be used, not {{tag}}',
  tags_too_many: 'At most {{most}} tags can be used',
  too_long: 'Too long to check every branch of its conditions: shorten it, or use fewer branches',
  hyphen: 'The hyphen in {{what}} removes the spaces next to it: leave it out',
  filter: 'Only the filters upcase, downcase, capitalize, default, truncate and strip can be used, not {{filter}}',
  value: 'Only variables such as firstName can be used, not {{what}}',
  variable: 'There is no variable {{name}} in this message',
  variable_near: 'There is no variable {{name}} in this message. Did you mean {{nearest}}?',
  needs: 'This template needs {{variable}}',
  needs_always: '{{variable}} must be shown under all conditions',
  needs_shown: '{{variable}} is in a place that is not displayed',
  subject_secret: 'Subjects appear on locked screens, so they cannot contain codes or links.',
  secret_address:
    '{{variable}} cannot be used in an attribute. Only the href of a link may be {{link}}, with nothing added to it.',
  secret_beside: '{{variable}} would become part of a web address: put a space between them',
  secret_condition: 'A condition cannot depend on {{variable}}: the result would reveal its value',
  subject_empty: 'The subject is empty under some conditions',
  html: 'Not allowed in a message: {{what}}',
  html_unreadable: 'This is not valid HTML: {{what}} (write "<" in the text as &lt;)',
  html_liquid: 'Inside an HTML tag, use a variable alone, without filters or conditions',
} as const
export type TemplateReason = keyof typeof TEMPLATE_PROBLEMS

/** A problem in plain English. */
export function problemInWords({ reason, values }: { reason: TemplateReason; values: Record<string, string> }): string {
  return TEMPLATE_PROBLEMS[reason].replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

/** The line, from 1, of the first non-blank character at a place, because the blanks before an attribute belong to it. */
export const lineAt = (text: string, from: number): number => {
  const begins = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)
  return text.slice(0, begins).split('\n').length
}

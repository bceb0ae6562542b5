import type { Launch } from '@gatehouse/contract/launch.ts'

/** Sends this window to an application. */
export function leaveFor(launch: Launch): void {
  openIn(window, launch)
}

/** Sends a window to an application: by address, or by a form where the application wants the values posted. */
export function openIn(target: Window, { method, url, fields }: Launch): void {
  if (!/^https?:/i.test(url)) throw new Error('An application is opened by http or https only')
  if (method === 'POST') submitForm(url, fields, target === window ? '_self' : target.name)
  else if (target === window) target.location.assign(url)
  else target.location.replace(url)
}

/** Posts values from a form of this page; `target` names the window that shows the answer. */
export function submitForm(url: string, fields: Record<string, string>, target: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  form.target = target
  const inputs = Object.entries(fields).map(([name, value]) => {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    return input
  })
  form.append(...inputs)
  document.body.append(form)
  // A field called `submit` or `remove` stands in the place of the form's own method.
  HTMLFormElement.prototype.submit.call(form)
  document.body.removeChild(form)
}

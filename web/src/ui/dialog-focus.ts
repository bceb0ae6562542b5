/** Where work in a dialog starts. */
export const firstOf = (dialog: HTMLDialogElement) =>
  dialog.querySelector<HTMLElement>('input, select, textarea, [data-first]')

/** What may be shown to people: the protocol's own word, without the reason inside the server. */
export function errorPage(error: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>This cannot go on</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body>
<h1>This cannot go on</h1>
<p>The application sent a request that the portal does not accept. Please tell whoever runs the application.</p>
<p><code>${toText(error)}</code></p>
</body></html>`
}

const toText = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

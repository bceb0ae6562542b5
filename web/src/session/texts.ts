/** Keeps these query values and drops all others. */
export function texts<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>) => {
    const kept: { [Key in Name]?: string } = {}
    for (const name of names) {
      const value = search[name]
      if (typeof value === 'string') kept[name] = value
    }
    return kept
  }
}

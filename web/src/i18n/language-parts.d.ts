declare module '*.json?part=first' {
  export const texts: Record<string, string>
}

declare module '*.json?part=rest' {
  export const texts: Record<string, string>
}

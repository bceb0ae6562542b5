/** A port on which nobody listens, and that no other process which asks for one gets meanwhile. */
export function freePort(): Promise<number>

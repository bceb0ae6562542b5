import type { Person } from '../identity/actor.ts'

/** Who opens an application, and from which address of the network. */
export type Opener = Person & { ip: string }

import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { WorkAsked } from '@gatehouse/contract/proof-of-work.ts'
import type { requestRequestPassword, signUp } from '@gatehouse/contract/signin.ts'
import { call, isError } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import SOLVER from './solver.ts?worker&url'

/** Not in the types of TypeScript yet; browsers without it need no such function. */
type TrustingWindow = Window & {
  trustedTypes?: {
    createPolicy: (
      name: string,
      rules: { createScriptURL: (url: string) => string },
    ) => {
      createScriptURL: (url: string) => unknown
    }
  }
}

type Worked = typeof signUp | typeof requestRequestPassword

/**
 * Makes a call that may ask for a proof of work, and then does the work and makes it again.
 *
 * @param onWork called before the work begins: the page says what takes time
 * @throws ApiError where the browser cannot do the work
 */
export async function callWithWork<E extends Worked>(
  endpoint: E,
  input: Parameters<typeof call<E>>[1],
  onWork: () => void,
): Promise<Output<E>> {
  try {
    return await call(endpoint, input)
  } catch (error) {
    if (!isError(error, 'proof_of_work_needed')) throw error
    onWork()
    const { challenge, difficulty } = error.data as WorkAsked
    return call(endpoint, { ...input, work: { challenge, nonce: await solved({ challenge, difficulty }) } })
  }
}

const CANNOT =
  'There are unusually many requests, and this browser cannot do the check that they need. Try again in ten minutes, or in another browser.'

async function solved(asked: WorkAsked): Promise<number> {
  const worker = startSolver()
  try {
    return await new Promise<number>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<number>) => resolve(data))
      worker.addEventListener('error', (event) => reject(new ApiError(0, CANNOT, null, event)))
      worker.postMessage(asked)
    })
  } finally {
    worker.terminate()
  }
}

function startSolver(): Worker {
  try {
    // The policy of our pages demands that an address of a script is made by a named function: this one knows no other.
    const policy = (window as TrustingWindow).trustedTypes?.createPolicy('proof-of-work', {
      createScriptURL: (url) => url,
    })
    const { href } = new URL(SOLVER, window.location.href)
    return new Worker((policy?.createScriptURL(href) ?? href) as string, { type: 'module' })
  } catch (cause) {
    throw new ApiError(0, CANNOT, null, cause)
  }
}

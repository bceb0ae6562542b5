import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { COMMAND } from '../places.ts'

/**
 * Runs `gatehouse` in a process of its own with less weight than a server, so that nobody who works notices. Not with the least
 * there is: on a machine that is always busy it would hardly ever end.
 */
export function makeCommandRunner() {
  let child: ChildProcess | null = null
  return {
    kill: () => child?.kill(),
    /** @throws Error with what the command said, when it ends with another code than these */
    run: async (args: string[], accepted = [0]) => {
      const started = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      giveWay(started)
      let [out, err] = ['', '']
      started.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text
      })
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        err += text
      })
      const [code, signal] = await once(started, 'close')
      if (!accepted.includes(code)) throw new Error(err.trim() || `gatehouse ${args[0]} ended with ${code ?? signal}`)
      return { code: code as number, out, err: err.trim() }
    },
  }
}

function giveWay({ pid }: ChildProcess) {
  try {
    setPriority(pid as number, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already.
  }
}

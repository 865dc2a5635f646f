import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'regular' | 'last-resort' }) => void
let collect: Collect | undefined

/**
 * Frees unused memory immediately, which V8 would do only after the heap has grown several times. The call
 * stops the process for about 0.1 s, so it is for the end of rare work that needs much memory. `last-resort`
 * takes longer and frees compiled code, too.
 */
export const collectGarbage = (flavor: 'regular' | 'last-resort' = 'regular'): void => {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  collect({ type: 'major', execution: 'sync', flavor })
}

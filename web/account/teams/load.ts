import { redirect } from 'react-router'
import { ApiError } from '#web/shared/api/call.ts'
import { signInPath } from '#web/shared/session/sign-in-path.ts'

/** The value of a call, or why there is none. */
export type Loaded<T> = { value: T } | { problem: ApiError }

/** Waits for a call of a loader. After the end of the session the user goes to the sign-in and returns to `url`. */
export const load = async <T>(work: Promise<T>, url: string): Promise<Loaded<T>> => {
  try {
    return { value: await work }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) {
      const { pathname, search } = new URL(url)
      throw redirect(signInPath(pathname + search))
    }
    return { problem: error }
  }
}

/** The value of a call, or `otherwise`. */
export const valueOr = <T>(loaded: Loaded<T>, otherwise: T): T => ('value' in loaded ? loaded.value : otherwise)

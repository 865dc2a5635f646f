import { ApiError } from '#web/shared/api/call.ts'
import { readAsUser } from '#web/shared/session/guard.ts'

/** The value of a call, or why there is none. */
export type Loaded<T> = { value: T } | { problem: ApiError }

/** Waits for a call of a loader. After the end of the session the user goes to the sign-in and returns to `url`. */
export const loadOrSignIn = async <T>(promise: Promise<T>, url: string): Promise<Loaded<T>> => {
  try {
    return { value: await readAsUser(url, () => promise) }
  } catch (error) {
    if (error instanceof ApiError) return { problem: error }
    throw error
  }
}

/** The value of a call, or `otherwise`. */
export const getValueOr = <T>(loaded: Loaded<T>, otherwise: T): T => ('value' in loaded ? loaded.value : otherwise)

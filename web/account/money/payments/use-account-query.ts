import { useCallback, useEffect, useRef, useState } from 'react'
import { buildAccountSignInPath } from '#web/shared/accounts/session/guards.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { session } from '#web/shared/session.ts'

/** The last answer, and the error of the last call. */
type AccountQuery<T> = { value: T | undefined; problem: ApiError | undefined }

const goToSignIn = () =>
  window.location.replace(buildAccountSignInPath(`${window.location.pathname}${window.location.search}`))

/**
 * Loads data of the signed-in user; anonymous visitors are redirected to the sign-in page and back. `run`
 * makes another call whose answer replaces the first; an answer that arrives after a newer call is dropped.
 */
export const useAccountQueryOrSignIn = <T>(read: () => Promise<T>, key: string) => {
  const [query, setQuery] = useState<AccountQuery<T>>({ value: undefined, problem: undefined })
  const latest = useRef(0)
  const run = useCallback(async (call: () => Promise<T>) => {
    const request = ++latest.current
    try {
      const value = await call()
      if (request === latest.current) setQuery({ value, problem: undefined })
    } catch (error) {
      if (request !== latest.current) return
      const problem = error instanceof ApiError ? error : new ApiError(0, 'unexpected', '')
      if (problem.status === 401) return goToSignIn()
      setQuery(({ value }) => ({ value, problem }))
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `key` loads again
  useEffect(() => {
    setQuery({ value: undefined, problem: undefined })
    if (!session.getToken()) return goToSignIn()
    void run(read)
    return () => {
      latest.current++
    }
  }, [key, run])
  return { ...query, run }
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/shared/api/call.ts'
import { inLanguage, useLang } from '#web/shared/language.ts'
import { session } from '#web/shared/session.ts'

/** What of the person's own was asked for: under way, there, or refused. */
export type Own<T> = { value: T | undefined; problem: ApiError | undefined }

/** Goes to the sign-in, and back to this page after it. */
const signIn = (lang: 'en' | 'ar') => {
  const here = `${window.location.pathname}${window.location.search}`
  window.location.replace(inLanguage(`/login/?next=${encodeURIComponent(here)}`, lang))
}

/**
 * Reads something that only the signed-in person may see; who is not signed in goes to the sign-in and comes back. `run` does a call and puts its answer in
 * place; an answer that a newer call overtook is dropped.
 */
export const useOwn = <T>(read: () => Promise<T>, key: string) => {
  const lang = useLang()
  const [own, setOwn] = useState<Own<T>>({ value: undefined, problem: undefined })
  const latest = useRef(0)
  const run = useCallback(
    async (call: () => Promise<T>) => {
      const mine = ++latest.current
      try {
        const value = await call()
        if (mine === latest.current) setOwn({ value, problem: undefined })
      } catch (error) {
        if (mine !== latest.current) return
        const problem = error instanceof ApiError ? error : new ApiError(0, 'unexpected', '')
        if (problem.status === 401) return signIn(lang)
        setOwn(({ value }) => ({ value, problem }))
      }
    },
    [lang],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when something else is asked for
  useEffect(() => {
    setOwn({ value: undefined, problem: undefined })
    if (!session.token()) return signIn(lang)
    void run(read)
    return () => {
      latest.current++
    }
  }, [key, run])
  return { ...own, run }
}

import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { readDataOrClearSessionAndRedirect } from '#web/shared/accounts/session/guards.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** The value of a call, or its error. */
type CallResult<T> = { value: T } | { problem: ApiError }

/** Awaits a call of a loader. Without a session it redirects to the sign-in, which returns to `url`. */
export const toCallResultOrSignOutAndRedirect = async <T>(
  promise: Promise<T>,
  url: string,
): Promise<CallResult<T>> => {
  try {
    return { value: await readDataOrClearSessionAndRedirect(url, () => promise) }
  } catch (error) {
    if (error instanceof ApiError) return { problem: error }
    throw error
  }
}

/** Returns the value of a call, or `otherwise` after an error. */
export const getCallValueOrDefault = <T>(loaded: CallResult<T>, otherwise: T): T =>
  'value' in loaded ? loaded.value : otherwise

/** Adds loaded texts to those of the page before the first of them is used. */
export const useAddAccountTeamTexts = (texts: object) => {
  const { i18n } = useTranslation()
  useState(() => i18n.add(texts))
}

/**
 * Loads the data of the page again when the user returns to its tab, because a payment is made in another
 * tab.
 */
export const useRevalidateOnFocus = (): void => {
  const { revalidate } = useRevalidator()
  const latest = useRef(revalidate)
  latest.current = revalidate
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) void latest.current()
    }
    document.addEventListener('visibilitychange', refresh)
    window.addEventListener('focus', refresh)
    return () => {
      document.removeEventListener('visibilitychange', refresh)
      window.removeEventListener('focus', refresh)
    }
  }, [])
}

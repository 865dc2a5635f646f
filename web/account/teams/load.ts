import { redirect } from 'react-router'
import type { SessionUser } from '#contract/session.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { inLanguage } from '#web/shared/language.ts'
import { session } from '#web/shared/session.ts'

/** The way to the sign-in, and back to this address. */
export const toSignIn = (url: string): Response => {
  const { pathname, search } = new URL(url)
  const lang = document.documentElement.lang === 'ar' ? 'ar' : 'en'
  return redirect(inLanguage(`/login/?next=${encodeURIComponent(`${pathname}${search}`)}`, lang))
}

/** Who is signed in; nobody goes to the sign-in first. Whether the server agrees, its answers say. */
export const signedIn = (url: string): SessionUser => {
  const user = session.token() ? session.user() : undefined
  if (!user) throw toSignIn(url)
  return user
}

/** An answer, or why there is none. A session that has ended goes to the sign-in. */
export type Asked<T> = { value: T } | { problem: ApiError }
export const ask = async <T>(work: Promise<T>, url: string): Promise<Asked<T>> => {
  try {
    return { value: await work }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) throw toSignIn(url)
    return { problem: error }
  }
}

/** What was asked, or what stands for it. */
export const orElse = <T>(asked: Asked<T>, other: T): T => ('value' in asked ? asked.value : other)

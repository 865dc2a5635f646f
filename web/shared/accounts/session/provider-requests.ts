import type { SessionUser } from '#contract/accounts/session.ts'
import { ApiError, createApiCall } from '#web/shared/api/call.ts'
import type { ProviderReturn, SecondStep } from '#web/shared/api/session.ts'
import { saveLanguage } from '#web/shared/language.ts'
import { session } from '#web/shared/session.ts'
import { generateBrowserSecret } from './registration-secret.ts'
import { sessionApi, signOutFormerAndStartSession } from './sign-in.ts'

/** What this window keeps while its user is at the sign-in provider. */
type ProviderRequest = {
  purpose: 'sign-in' | 'link' | 'confirm'
  /** The page of the back office that is opened after the sign-in. */
  next?: string | undefined
  /** A page of the back office has opened the window and waits for it. */
  isForOtherWindow?: boolean
}

const call = createApiCall((path, init) => window.fetch(path, init))

/** Returns whose account an invitation links. Throws an `ApiError` (`ticket-spent`). */
export const fetchInvitedUser = (invitation: string): Promise<{ name: string; email: string }> =>
  call('POST /api/sign-in-provider/invitation', { json: { invitation } })

/**
 * Returns the address of the sign-in page of the provider. After a sign-out in this browser, that page asks for the
 * password again. `invitation` is the token of an emailed invitation. Throws an `ApiError` (`ticket-spent`,
 * `provider-away`).
 */
export const requestProviderSignInUrl = async (
  browserSecret: string,
  invitation?: string,
): Promise<string> => {
  const isSignInForced = session.hasSignedOut()
  const json = { browserSecret, invitation, ...(isSignInForced ? { isSignInForced } : {}) }
  return (await call('POST /api/sign-in-provider/start', { json })).url
}

const key = 'sign_in_provider'

/**
 * Goes to the page of the sign-in provider, whose address `start` returns for the secret of this window. Returns
 * `leaving`. Throws an `ApiError`.
 */
export const leaveForProvider = async (
  request: ProviderRequest,
  lang: Parameters<typeof saveLanguage>[0],
  start: (browserSecret: string) => Promise<string>,
): Promise<'leaving'> => {
  const browserSecret = generateBrowserSecret()
  const url = await start(browserSecret)
  try {
    window.sessionStorage.setItem(key, JSON.stringify({ ...request, browserSecret }))
  } catch {
    // without storage nobody could tell this window from another one
    throw new ApiError(0, 'unexpected', '')
  }
  // the address to which the provider leads back has no language
  saveLanguage(lang)
  window.location.assign(url)
  return 'leaving'
}

/** Returns and deletes what `leaveForProvider` stored in this window; undefined when it stored nothing. */
export const readAndDeleteProviderRequest = (): (ProviderRequest & { browserSecret: string }) | undefined => {
  try {
    const stored = window.sessionStorage.getItem(key)
    window.sessionStorage.removeItem(key)
    return stored === null ? undefined : JSON.parse(stored)
  } catch {
    return undefined
  }
}

/**
 * Signs in after the sign-in provider and ends the session that the browser had, or returns the challenge of the
 * second factor. Throws an `ApiError` or `SessionUserError`.
 */
export const finishProviderSignInAndDeleteDrafts = async (
  returned: ProviderReturn,
): Promise<{ user: SessionUser } | SecondStep> => {
  const result = await sessionApi.postSignIn('POST /api/sign-in-provider/finish', returned)
  return 'token' in result ? { user: await signOutFormerAndStartSession(result.token, '') } : result
}

const channelName = 'sign_in_provider'

/** Tells the pages of this browser that a window for the provider has done its work, and closes the window. */
export const announceDoneAndCloseWindow = (purpose: ProviderRequest['purpose']): void => {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(purpose)
  channel.close()
  // a browser may refuse it, so the page says that the window can be closed
  window.close()
}

/** Calls `listener` when a window for the provider has done its work. Returns the function that stops it. */
export const listenForProviderWindow = (
  purpose: ProviderRequest['purpose'],
  listener: () => void,
): (() => void) => {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    if (data === purpose) listener()
  }
  return () => channel.close()
}

import type { NewCredential, SignedChallenge } from '#contract/accounts/passkey.schema.ts'
import type { SessionUser } from '#contract/accounts/session.ts'
import { ApiError, createApiCall } from '#web/shared/api/call.ts'
import { sessionApi, startSessionAfterSecondStep } from './sign-in.ts'

const call = createApiCall((path, init) => window.fetch(path, init))

/** Converts an error of the browser, which does not tell a refusal from a missing passkey. */
const toPasskeyError = (error: unknown, { unused, known = unused }: { unused: string; known?: string }) =>
  error instanceof Error && error.name === 'InvalidStateError'
    ? new ApiError(0, 'passkey-known', known)
    : new ApiError(0, 'passkey-unused', unused)

/**
 * Asks the user, in a dialog of the browser, to make a passkey. Throws an `ApiError` with one of the messages: `known`
 * when the device has a passkey of the account, else `unused`.
 */
export const createPasskeyInBrowser = async (
  options: Record<string, unknown>,
  messages: { unused: string; known: string },
): Promise<NewCredential> => {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  try {
    return (await startRegistration({ optionsJSON })) as NewCredential
  } catch (error) {
    throw toPasskeyError(error, messages)
  }
}

/**
 * Asks the user, in a dialog of the browser, to sign a challenge with a passkey. Throws an `ApiError` with the message
 * `unused` when there is no signature.
 */
export const requestPasskeySignature = async (
  options: Record<string, unknown>,
  unused: string,
): Promise<SignedChallenge> => {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  try {
    return (await startAuthentication({ optionsJSON })) as SignedChallenge
  } catch (error) {
    throw toPasskeyError(error, { unused })
  }
}

/**
 * Completes a sign-in with a passkey, as `signInWithSecondFactor` does with a code. `unused` is the message when the
 * browser returns none. Throws an `ApiError` (`passkey-failed`, `ticket-spent`) or `SessionUserError`.
 */
export const signInWithSecondFactorPasskey = async (
  challenge: string,
  unused: string,
  linkToken?: string,
): Promise<SessionUser> => {
  const { options } = await call('POST /api/passkeys/options', { json: { challenge } })
  const credential = await requestPasskeySignature(options, unused)
  const result = await sessionApi.postSignIn('POST /api/passkeys/sign-in', { challenge, credential })
  return startSessionAfterSecondStep(result, linkToken)
}

import { useState } from 'react'
import { classifySignInIdentifier } from '#contract/accounts/identity.ts'
import type { SessionUser, SignInArea, SignInIdentifierKind } from '#contract/accounts/session.ts'
import type { SecondStep } from '#web/shared/api/session.ts'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { signInAndStartSession, signInWithSecondFactor } from './sign-in.ts'

/**
 * The challenge of the second factor after a sign-in link, with the token of that link, or after the sign-in provider,
 * with an empty token. With a token, the second step ends the session that the browser had.
 */
export type StartedSignIn = SecondStep & { linkToken?: string }

/** Tells whether this browser can use passkeys (WebAuthn): the site needs https, or a server on this machine. */
export const isWebAuthnSupported = (): boolean =>
  typeof window !== 'undefined' && 'PublicKeyCredential' in window

type Options = {
  area: SignInArea
  /** Begins with the second step. */
  started?: StartedSignIn | undefined
  /**
   * Returns `leaving` when another page follows; throws an `ApiError` (`other-account`) for a user who cannot
   * go on here.
   */
  onSignedIn: (user: SessionUser) => unknown
}

/**
 * Returns both steps of signing in: identity and password, then the code of the second factor when
 * `challenge` is set.
 */
export const useTwoStepSignIn = ({ area, started, onSignedIn }: Options) => {
  const { t } = useTranslation()
  const {
    submitting,
    failure: failed,
    submit,
    reject,
    clear,
  } = useSubmitRunner({ unknown: t('messages.signInFailed') })
  const [kind, setKind] = useState<SignInIdentifierKind>()
  // the server says the same of an unknown number and of one that too many people share, so the page gives
  // the hint in every case
  const isSharedPhonePossible = failed?.code === 'sign-in-failed' && kind === 'phone'
  const failure = isSharedPhonePossible
    ? { ...failed, message: `${failed.message} ${t('session.sharedPhoneHint')}` }
    : failed
  const [second, setSecond] = useState<StartedSignIn | undefined>(started)
  const restart = (message?: string) => {
    setSecond(undefined)
    if (message === undefined) clear()
    else reject(message)
  }
  const takeSecondStep = async (work: () => Promise<SessionUser>) => {
    const failed = await submit(async () => onSignedIn(await work()))
    if (failed?.code === 'ticket-spent') restart(t('session.secondFactor.tooLate'))
    if (failed?.code === 'other-account') restart(failed.message)
  }
  return {
    submitting,
    failure,
    challenge: second?.challenge,
    /** Whether the account has passkeys, and the browser can use them. */
    canUsePasskey: (second?.hasPasskey ?? false) && isWebAuthnSupported(),
    /** Whether the account has an authenticator app; without one its codes are recovery codes. */
    hasAuthenticatorApp: second?.hasAuthenticatorApp ?? true,
    /** Shows the first step again. */
    restart,
    enterPassword: async (identity: string, password: string) => {
      if (!identity || !password) {
        const required = t('fieldErrors.required')
        reject(t('messages.loginIncomplete'), {
          ...(identity ? {} : { identity: required }),
          ...(password ? {} : { password: required }),
        })
        return undefined
      }
      const kindOfIdentity = classifySignInIdentifier(identity)
      setKind(kindOfIdentity)
      return submit(async () => {
        const result = await signInAndStartSession({ identity, kind: kindOfIdentity, password, area })
        if ('user' in result) return onSignedIn(result.user)
        setSecond(result)
      })
    },
    enterCode: async (code: string) => {
      if (!second) return
      if (!code) return reject(t('session.secondFactor.codeRequired'))
      await takeSecondStep(() => signInWithSecondFactor(second.challenge, code, second.linkToken))
    },
    enterPasskey: async () => {
      if (!second) return
      const unused = t('session.secondFactor.passkeyUnused')
      await takeSecondStep(async () => {
        const { signInWithSecondFactorPasskey } = await import('./passkeys.ts')
        return signInWithSecondFactorPasskey(second.challenge, unused, second.linkToken)
      })
    },
  }
}

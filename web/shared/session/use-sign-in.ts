import { useState } from 'react'
import { detectSignInIdentifierKind } from '#contract/rules/identity.ts'
import type { SessionUser, SignInArea } from '#contract/session.ts'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { signIn, signInWithSecondFactor } from './sign-in.ts'

type Options = {
  area: SignInArea
  /** Returns `leaving` when another page follows; throws an `ApiError` (`other-account`) for a user who cannot go on here. */
  onSignedIn: (user: SessionUser) => unknown
}

/** Returns both steps of signing in: identity and password, then the code of the second factor when `challenge` is set. */
export const useSignIn = ({ area, onSignedIn }: Options) => {
  const { t } = useTranslation()
  const { submitting, failure, submit, reject, clear } = useSubmit({ unknown: t('messages.signInFailed') })
  const [challenge, setChallenge] = useState<string>()
  const restart = (message?: string) => {
    setChallenge(undefined)
    if (message === undefined) clear()
    else reject(message)
  }
  return {
    submitting,
    failure,
    challenge,
    /** Shows the first step again. */
    restart,
    enterPassword: async (identity: string, password: string) => {
      if (!identity || !password) {
        const required = t('fieldErrors.required')
        reject(t('messages.loginIncomplete'), { ...(identity ? {} : { identity: required }), ...(password ? {} : { password: required }) })
        return undefined
      }
      return submit(async () => {
        const result = await signIn({ identity, kind: detectSignInIdentifierKind(identity), password, area })
        if ('user' in result) return onSignedIn(result.user)
        setChallenge(result.challenge)
      })
    },
    enterCode: async (code: string) => {
      if (challenge === undefined) return
      if (!code) return reject(t('session.secondFactor.codeRequired'))
      const failed = await submit(async () => onSignedIn(await signInWithSecondFactor(challenge, code)))
      if (failed?.code === 'ticket-spent') restart(t('session.secondFactor.tooLate'))
      if (failed?.code === 'other-account') restart(failed.message)
    },
  }
}

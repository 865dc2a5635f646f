import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '#web/shared/api/call.ts'
import { signInWithToken } from '#web/shared/session/sign-in.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { SessionPageLayout } from './session-page-layout.tsx'

type Props = { token: string; onSignedIn: () => void; onFailed: (why: string) => void }

/** Signs in with a token that came in the address, once the server confirmed it. */
export function TokenSignIn({ token, onSignedIn, onFailed }: Props) {
  const { t } = useTranslation()
  const signedIn = useEffectEvent(onSignedIn)
  const refused = useEffectEvent(() => onFailed(t('session.tokenBad')))
  const failed = useEffectEvent((problem: unknown) => onFailed((problem instanceof ApiError && problem.message) || t('session.offline')))
  useEffect(() => {
    let left = false
    signInWithToken(token).then(
      (user) => {
        if (!left) user ? signedIn() : refused()
      },
      (problem: unknown) => {
        if (!left) failed(problem)
      },
    )
    return () => {
      left = true
    }
  }, [token])
  return (
    <SessionPageLayout title={t('session.title')}>
      <p role="status">{t('session.tokenChecking')}</p>
    </SessionPageLayout>
  )
}

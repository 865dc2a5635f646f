import { ApiError } from '#web/shared/api/call.ts'
import { UserUnknown } from '#web/shared/session/sign-in.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** Words for what a call around signing in threw. */
export const useProblem = () => {
  const { t } = useTranslation()
  return (problem: unknown): string => {
    if (problem instanceof UserUnknown) return t('messages.signInFailed')
    if (problem instanceof ApiError && problem.code === 'offline') return t('session.offline')
    if (problem instanceof ApiError && problem.message) return problem.message
    return t('messages.loadFailed')
  }
}

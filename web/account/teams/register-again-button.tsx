import { useRevalidator } from 'react-router'
import { accountTeamApi } from '#web/shared/api/account-team-api.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'

/** Registers a lapsed team again and says whether it got a place. */
export function RegisterAgainButton({ teamId }: { teamId: string }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const register = async () => {
    try {
      const { status } = await accountTeamApi.registerAgain(teamId)
      toast.success(t(status === 'registered' ? 'accountTeams.view.registeredAgain' : 'accountTeams.view.joinedWaitingList'))
    } catch (error) {
      toast.error(error instanceof ApiError && error.message ? error.message : t('accountTeams.offline'))
    }
    await revalidate()
  }
  return (
    <button type="button" className={`${page.button} ${page.small}`} onClick={() => void register()}>
      {t('accountTeams.view.registerAgain')}
    </button>
  )
}

import { useRevalidator } from 'react-router'
import type { ApiError } from '#web/shared/api/call.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'

/** Shows a loading error with a button to try again. */
export function LoaderErrorAlert({ title, problem }: { title: string; problem: ApiError }) {
  const { t } = useTranslation()
  const { revalidate, state } = useRevalidator()
  return (
    <div className={page.empty} role="alert">
      <p>{title}</p>
      <p>{problem.code === 'offline' ? t('accountTeams.offline') : problem.message}</p>
      <button type="button" className={page.ghost} aria-disabled={state === 'loading'} onClick={() => void revalidate()}>
        {t('retry')}
      </button>
    </div>
  )
}

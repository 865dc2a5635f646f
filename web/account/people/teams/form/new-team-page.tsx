import { replace, useRevalidator } from 'react-router'
import { isUuid } from '#contract/platform/text.ts'
import { requireStoredUserOrRedirect } from '#web/shared/accounts/session/guards.ts'
import { accountTeamApi } from '#web/shared/api/account-teams.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { loadAccountTeamTexts } from '#web/shared/people/teams/account-team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from '../page.module.css'
import {
  getCallValueOrDefault,
  toCallResultOrSignOutAndRedirect,
  useAddAccountTeamTexts,
} from '../page-data.ts'
import { LoaderErrorAlert, TeamPageHeader } from '../page-parts.tsx'
import type { Route } from './+types/new-team-page.ts'
import { draftImages } from './draft-images.ts'
import { createUuid } from './form-values.ts'
import { restoreOrCreateTeamForm } from './team-draft.ts'
import { RegisterOrEditTeamForm } from './team-form.tsx'

/**
 * Loads the data of the page of a new registration. The id of its draft is in the address, so that a reload
 * restores it.
 */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const user = requireStoredUserOrRedirect(request.url)
  const url = new URL(request.url)
  const draftId = url.searchParams.get('draft')
  if (!draftId || !isUuid(draftId)) {
    url.searchParams.set('draft', createUuid())
    throw replace(`${url.pathname}${url.search}`)
  }
  const [texts, competitions, regions, drafts, ownTeams] = await Promise.all([
    loadAccountTeamTexts(),
    toCallResultOrSignOutAndRedirect(accountTeamApi.competitions(), request.url),
    toCallResultOrSignOutAndRedirect(getBrowserApi().content.regions(), request.url),
    toCallResultOrSignOutAndRedirect(accountTeamApi.drafts(), request.url),
    toCallResultOrSignOutAndRedirect(accountTeamApi.summaries(), request.url),
  ])
  const startImages = await draftImages.read(draftId, user.id)
  const record = getCallValueOrDefault(drafts, []).find(({ id }) => id === draftId)
  const begun = restoreOrCreateTeamForm({
    draftId,
    record,
    userId: user.id,
    slug: url.searchParams.get('competition'),
    competitions: getCallValueOrDefault(competitions, []),
  })
  return {
    texts,
    user,
    draftId,
    competitions,
    begun,
    startImages,
    regions: getCallValueOrDefault(regions, []),
    ownTeams: getCallValueOrDefault(ownTeams, []),
  }
}

export default function NewTeamPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  useAddAccountTeamTexts(loaderData.texts)
  const { user, draftId, competitions, regions, ownTeams, begun, startImages } = loaderData
  const { revalidate } = useRevalidator()
  const { restored } = begun
  const notice = restored
    ? [
        restored.at
          ? t('accountTeams.draft.restoredTime', { date: formatDateTime(restored.at) })
          : t('accountTeams.draft.restored'),
        restored.pictures && startImages.size === 0 ? t('accountTeams.draft.pictures') : '',
      ]
        .filter(Boolean)
        .join(' ')
    : undefined
  return (
    <div className={`${page.wide} ${styles.page}`}>
      <TeamPageHeader title={t('accountTeams.form.newTitle')} back />
      {'problem' in competitions ? (
        <LoaderErrorAlert title={t('competitions.failed')} problem={competitions.problem} />
      ) : (
        <RegisterOrEditTeamForm
          key={draftId}
          start={begun.values}
          startImages={startImages}
          unsent={begun.unsent}
          competitions={competitions.value}
          regions={regions}
          ownTeams={ownTeams}
          user={user}
          draftId={draftId}
          notice={notice}
          onOutdated={() => void revalidate()}
        />
      )}
    </div>
  )
}

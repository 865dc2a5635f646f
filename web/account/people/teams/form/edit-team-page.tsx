import { useState } from 'react'
import { replace, useRevalidator } from 'react-router'
import { requireStoredUserOrRedirect } from '#web/shared/accounts/session/guards.ts'
import { storedDrafts } from '#web/shared/accounts/session/stored-drafts.ts'
import { accountTeamApi } from '#web/shared/api/account-teams.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { loadAccountTeamTexts } from '#web/shared/people/teams/account-team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import styles from '../page.module.css'
import {
  getCallValueOrDefault,
  toCallResultOrSignOutAndRedirect,
  useAddAccountTeamTexts,
} from '../page-data.ts'
import { LoaderErrorAlert, TeamPageHeader } from '../page-parts.tsx'
import type { Route } from './+types/edit-team-page.ts'
import { type DraftImages, draftImages } from './draft-images.ts'
import { restoreOrCreateTeamEditForm } from './team-draft.ts'
import { RegisterOrEditTeamForm } from './team-form.tsx'

/**
 * Loads the data of the page that changes a registered team while registration is open, and afterwards
 * replaces members whose guardian refused.
 */
export const clientLoader = async ({ request, params }: Route.ClientLoaderArgs) => {
  const user = requireStoredUserOrRedirect(request.url)
  const [texts, team, competitions, regions] = await Promise.all([
    loadAccountTeamTexts(),
    toCallResultOrSignOutAndRedirect(accountTeamApi.one(params.id), request.url),
    toCallResultOrSignOutAndRedirect(accountTeamApi.competitions(), request.url),
    toCallResultOrSignOutAndRedirect(getBrowserApi().content.regions(), request.url),
  ])
  if ('value' in team && !team.value.canReplaceMembers) {
    const { pathname, search } = new URL(request.url)
    throw replace(`${pathname.replace(/\/edit\/?$/, '')}${search}`)
  }
  // without the changes of this tab their images are left out, too
  const hasChanges = storedDrafts.read(`edit:${params.id}`, user.id) !== undefined
  const startImages: DraftImages = hasChanges
    ? await draftImages.read(`edit:${params.id}`, user.id)
    : new Map()
  return { texts, user, startImages, team, competitions, regions: getCallValueOrDefault(regions, []) }
}

export default function EditTeamPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  useAddAccountTeamTexts(loaderData.texts)
  const { user, startImages, team, competitions, regions } = loaderData
  const { revalidate } = useRevalidator()
  const [round, setRound] = useState(0)
  const problem =
    'problem' in team ? team.problem : 'problem' in competitions ? competitions.problem : undefined
  const start = 'value' in team ? restoreOrCreateTeamEditForm(team.value, user.id) : undefined
  const notice = start?.restored
    ? [
        t('accountTeams.draft.editRestored'),
        start.restored.pictures && startImages.size === 0 ? t('accountTeams.draft.pictures') : '',
      ]
        .filter(Boolean)
        .join(' ')
    : undefined
  return (
    <div className={`${page.wide} ${styles.page}`}>
      <TeamPageHeader title={t('accountTeams.form.editTitle')} back />
      {problem ? (
        <LoaderErrorAlert
          title={problem.status === 404 ? t('accountTeams.view.missing') : t('accountTeams.failed')}
          problem={problem}
        />
      ) : null}
      {'value' in team && !team.value.editable ? (
        <p className={styles.locked}>{t('accountTeams.view.replaceOnly')}</p>
      ) : null}
      {!problem && start && 'value' in team ? (
        <WithInitialForm key={`${team.value.id} ${round}`} start={start}>
          {(first) => (
            <RegisterOrEditTeamForm
              start={first.values}
              startImages={round === 0 ? startImages : new Map()}
              unsent={first.unsent}
              competitions={getCallValueOrDefault(competitions, [])}
              regions={regions}
              user={user}
              team={{ id: team.value.id, version: first.version, record: team.value }}
              notice={first.restored ? notice : undefined}
              onOutdated={() => void revalidate()}
              onDiscard={
                first.restored
                  ? () => {
                      storedDrafts.remove(`edit:${team.value.id}`)
                      void draftImages.remove(`edit:${team.value.id}`)
                      setRound((before) => before + 1)
                    }
                  : undefined
              }
            />
          )}
        </WithInitialForm>
      ) : null}
    </div>
  )
}

type InitialEditForm = ReturnType<typeof restoreOrCreateTeamEditForm>
/** Keeps the initial values of the form although the draft in this tab changes. */
function WithInitialForm({
  start,
  children,
}: {
  start: InitialEditForm
  children: (first: InitialEditForm) => React.ReactNode
}) {
  const [first] = useState(start)
  return children(first)
}

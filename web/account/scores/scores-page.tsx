import { useRevalidator } from 'react-router'
import { ProtestSection } from '#web/account/protests/protest-section.tsx'
import { loadAccountTeamTexts, useAddAccountTeamTexts } from '#web/account/teams/texts.ts'
import { accountApi } from '#web/shared/api/account-api.ts'
import { accountTeamApi } from '#web/shared/api/account-team-api.ts'
import { readOrRedirectToSignIn } from '#web/shared/session/guards.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import type { Route } from './+types/scores-page.ts'
import { AccountScores } from './account-scores.tsx'
import { TeamScores } from './team-scores.tsx'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const [texts, scores, teams, ranks, certificates, protests] = await Promise.all([
    loadAccountTeamTexts(),
    readOrRedirectToSignIn(request.url, accountApi.ownData.listScores),
    readOrRedirectToSignIn(request.url, accountTeamApi.list),
    readOrRedirectToSignIn(request.url, accountTeamApi.ranks),
    readOrRedirectToSignIn(request.url, accountApi.certificates.listOfAccount),
    readOrRedirectToSignIn(request.url, accountApi.protests.list),
  ])
  return { texts, scores, teams, ranks, hasCertificates: certificates.length > 0, protests }
}
clientLoader.hydrate = true as const

export default function AccountScoresPage({ loaderData }: Route.ComponentProps) {
  useAddAccountTeamTexts(loaderData.texts)
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { scores, teams, ranks, hasCertificates, protests } = loaderData
  const scoredTeams = teams.filter(({ id, scores: sheet }) => sheet.length > 0 || ranks.some(({ teamId }) => teamId === id))
  return (
    <>
      {hasCertificates ? (
        <p>
          <SiteLink to="/account/certificates/" className={page.ghost ?? ''}>
            {t('account.printCertificates')}
          </SiteLink>
        </p>
      ) : null}
      {scoredTeams.length > 0 ? <TeamScores teams={scoredTeams} ranks={ranks} /> : null}
      {scores.length > 0 || scoredTeams.length === 0 ? <AccountScores scores={scores} /> : null}
      <ProtestSection entries={protests} showsTeam onChanged={() => void revalidate()} />
    </>
  )
}

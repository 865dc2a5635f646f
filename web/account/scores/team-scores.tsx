import type { AccountTeam } from '#contract/team.ts'
import type { TeamPlace } from '#contract/team-progress.ts'
import cards from '#web/account/fact-cards.module.css'
import { TeamPlaces } from '#web/account/teams/team-places.tsx'
import { SiteLink } from '#web/shared/ui/site-link.tsx'

/** The results of the teams of the account: their places in events and their totals in the competition. */
export function TeamScores({ teams, places }: { teams: readonly AccountTeam[]; places: readonly TeamPlace[] }) {
  return (
    <ul className={cards.list}>
      {teams.map((team) => (
        <li key={team.id} className={cards.card}>
          <h2 className={cards.title}>
            <SiteLink to={`/account/teams/${team.id}`}>
              <bdi>{team.name}</bdi>
            </SiteLink>
          </h2>
          <TeamPlaces team={team} places={places} />
        </li>
      ))}
    </ul>
  )
}

import type { AccountTeam } from '#contract/team.ts'
import type { TeamRank } from '#contract/team-progress.ts'
import cards from '#web/account/fact-cards.module.css'
import { TeamRanks } from '#web/account/teams/team-ranks.tsx'
import { SiteLink } from '#web/shared/ui/site-link.tsx'

/** Shows the results of the teams of the account: their ranks in events and their totals in the competition. */
export function TeamScores({ teams, ranks }: { teams: readonly AccountTeam[]; ranks: readonly TeamRank[] }) {
  return (
    <ul className={cards.list}>
      {teams.map((team) => (
        <li key={team.id} className={cards.card}>
          <h2 className={cards.title}>
            <SiteLink to={`/account/teams/${team.id}`}>
              <bdi>{team.name}</bdi>
            </SiteLink>
          </h2>
          <TeamRanks team={team} ranks={ranks} />
        </li>
      ))}
    </ul>
  )
}

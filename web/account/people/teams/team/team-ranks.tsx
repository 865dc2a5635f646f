import { computeTeamCompetitionPoints } from '#contract/event/scoring/score-sheet.ts'
import type { AccountTeamSummary } from '#contract/people/teams/team.schema.ts'
import type { TeamRank } from '#contract/people/teams/team-progress.schema.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { NeighborRanksExplanation } from '#web/shared/event/scores/rank-explanation.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import styles from './team-ranks.module.css'

/**
 * Shows the ranks of a team in the rankings of events, each between its neighbours, and its total in the
 * competition. Renders nothing without results.
 */
export function TeamRanks({ team, ranks }: { team: AccountTeamSummary; ranks: readonly TeamRank[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const own = ranks.filter(({ teamId }) => teamId === team.id)
  if (own.length === 0 && team.scores.length === 0) return null
  const formatPoints = (points: number) =>
    t('accountTeams.progress.points', { points: formatNumber(points, lang) })
  const row = (entry: { name: string; rank: number; totalScore: number } | null, isOwn = false) =>
    entry ? (
      <li key={isOwn ? 'own' : entry.rank} className={isOwn ? styles.own : undefined}>
        <span className={styles.rank}>{formatNumber(entry.rank, lang)}</span>
        <span className={styles.name}>
          <Bdi>{entry.name}</Bdi>
        </span>
        <span>{formatPoints(entry.totalScore)}</span>
      </li>
    ) : null
  return (
    <div className={styles.ranks}>
      {own.map(({ event, rank, totalScores, totalScore, isProvisional, above, below, explanation }) => (
        <div key={event.id}>
          <p>
            <LocalizedLink to={`/events/${event.slug}/`}>
              <Bdi>{getEventTitleWithFallback(event.title, lang)}</Bdi>
            </LocalizedLink>
            {' · '}
            <strong>
              {t('accountTeams.progress.place', {
                rank: formatNumber(rank, lang),
                of: formatNumber(totalScores, lang),
              })}
            </strong>
            {isProvisional ? ` · ${t('scores.provisional')}` : null}
          </p>
          <ul className={styles.neighbours} aria-label={t('accountTeams.progress.places')}>
            {row(above)}
            {row({ name: t('accountTeams.progress.you'), rank, totalScore }, true)}
            {row(below)}
          </ul>
          <NeighborRanksExplanation explanation={explanation} className={styles.explanation} showsNeeded />
        </div>
      ))}
      {team.scores.length > 0 ? (
        <p>
          {t('accountTeams.progress.sheet', {
            points: formatNumber(
              team.derivedTotal ?? computeTeamCompetitionPoints(team.competition.slug, team.scores),
              lang,
            ),
          })}
        </p>
      ) : null}
    </div>
  )
}

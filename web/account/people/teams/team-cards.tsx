import type { AccountTeam } from '#contract/people/teams/team.schema.ts'
import type { TeamRank } from '#contract/people/teams/team-progress.schema.ts'
import { useLang } from '#web/shared/language.ts'
import { formatTeamStage } from '#web/shared/people/teams/format-team-stage.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { DescriptionListEntry } from '#web/shared/ui/fact.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import { LogoStar } from '#web/shared/ui/logo.tsx'
import page from '#web/shared/ui/page.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './page.module.css'
import { TeamRanks } from './team/team-ranks.tsx'
import {
  formatTeamOwnerText,
  TeamNextStepNotice,
  TeamPaymentLink,
  TeamPaymentOrPlaceStatus,
} from './team/team-status.tsx'

/**
 * Lists the members of a team whose guardian has not confirmed. Renders nothing without one, and for a team
 * without a place.
 */
function MissingGuardianList({
  team,
}: {
  team: Pick<AccountTeam, 'status' | 'members' | 'guardianConfirmations'>
}) {
  const { t } = useTranslation()
  const missing = team.guardianConfirmations.filter(({ state }) => state !== 'confirmed')
  if (team.status !== 'registered' || missing.length === 0) return null
  const getName = (id: string) => team.members.find((member) => member.id === id)?.name ?? ''
  return (
    <div>
      <p className={styles.bad}>{t('accountTeams.guardians.unconfirmed', { count: missing.length })}</p>
      <ul className={styles.missing}>
        {missing.map(({ personId, state }) => (
          <li key={personId}>
            {t('accountTeams.guardians.listed', {
              name: getName(personId),
              state: t(`accountTeams.guardians.states.${state}`),
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shows the teams that the account registered or coaches, in the given order. */
export function TeamCards({ teams, ranks }: { teams: AccountTeam[]; ranks: readonly TeamRank[] }) {
  return (
    <ul className={styles.cards}>
      {teams.map((team) => (
        <li key={team.id}>
          <TeamCard team={team} ranks={ranks} />
        </li>
      ))}
    </ul>
  )
}

function TeamCard({ team, ranks }: { team: AccountTeam; ranks: readonly TeamRank[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  return (
    <article className={styles.card} aria-labelledby={`team-${team.id}`}>
      <div className={styles.cardHead}>
        {team.image ? (
          <img src={team.image} alt="" className={styles.image} />
        ) : (
          <span className={styles.noImage}>
            <LogoStar size={30} />
          </span>
        )}
        <div>
          <h2 className={styles.cardName} id={`team-${team.id}`}>
            <LocalizedLink to={`/account/teams/${team.id}`}>
              <Bdi>{team.name}</Bdi>
            </LocalizedLink>
          </h2>
          <p className={styles.quiet}>
            {t('accountTeams.card.number', { number: team.teamNo })} ·{' '}
            <Bdi>{team.competition.name[lang]}</Bdi>
          </p>
        </div>
      </div>
      {team.role === 'coach' ? <p>{formatTeamOwnerText(t, team, 'card')}</p> : null}
      <TeamNextStepNotice team={team} ranks={ranks} />
      <MissingGuardianList team={team} />
      <TeamRanks team={team} ranks={ranks} />
      <dl className={styles.list}>
        <DescriptionListEntry label={t('accountTeams.card.stage')}>
          {team.status === 'registered' ? (
            <Bdi>{formatTeamStage(t, team.stage) || t('accountTeams.card.noStage')}</Bdi>
          ) : (
            t(`accountTeams.card.withoutPlace.${team.status}`)
          )}
        </DescriptionListEntry>
        <DescriptionListEntry label={t('accountTeams.card.payment')}>
          <TeamPaymentOrPlaceStatus team={team} />
        </DescriptionListEntry>
        <DescriptionListEntry label={t('accountTeams.card.people')}>
          {t('accountTeams.card.coaches', { count: team.coaches.length })}
          {lang === 'ar' ? '، ' : ', '}
          {t('accountTeams.card.members', { count: team.members.length })}
        </DescriptionListEntry>
        {team.editable ? (
          <DescriptionListEntry label={t('accountTeams.card.deadline')}>
            {team.closesAt === null ? t('accountTeams.card.noDeadline') : formatDateTime(team.closesAt)}
          </DescriptionListEntry>
        ) : null}
      </dl>
      <p>
        <span className={team.complete ? styles.good : styles.bad}>
          {t(team.complete ? 'accountTeams.card.complete' : 'accountTeams.card.incomplete')}
        </span>
        {team.editable ? null : ` · ${t('accountTeams.card.closed')}`}
      </p>
      <div className={styles.actions}>
        <TeamPaymentLink team={team} />
        {team.canReplaceMembers ? (
          <LocalizedLink to={`/account/teams/${team.id}/edit`} className={`${page.ghost} ${page.small}`}>
            {t('accountTeams.card.edit')}
          </LocalizedLink>
        ) : (
          <LocalizedLink to={`/account/teams/${team.id}`} className={`${page.ghost} ${page.small}`}>
            {t('accountTeams.card.open')}
          </LocalizedLink>
        )}
      </div>
    </article>
  )
}

import type { MemberGuardianConfirmation } from '#contract/guardian-confirmation.ts'
import { computeScoreSheetTotal } from '#contract/rules/score-sheet.ts'
import { personFieldsWithoutConsent, type TeamField, teamFieldNames } from '#contract/team.fields.ts'
import type { AccountTeam, TeamPerson } from '#contract/team.ts'
import type { TeamRank } from '#contract/team-progress.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import {
  formatStoredPersonField,
  getPersonFieldLabel,
  isLeftToRightPersonField,
  listGuardianTexts,
} from '#web/shared/teams/person-texts.ts'
import { formatTeamFields, getTeamFieldLabel } from '#web/shared/teams/team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Fact } from '#web/shared/ui/fact.tsx'
import facts from '#web/shared/ui/facts.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { Star } from '#web/shared/ui/star.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from '../page.module.css'
import { useGuardianAnswerFormatter } from './guardian-confirmation-section.tsx'
import { TeamRanks } from './team-ranks.tsx'
import { TeamScoreSheet } from './team-score-sheet.tsx'
import { formatTeamOwnerText, TeamPaymentStatus } from './team-status.tsx'

type PersonDetailsProps = { person: TeamPerson; confirmation: MemberGuardianConfirmation | undefined }

function PersonDetails({ person, confirmation }: PersonDetailsProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const formatGuardianAnswer = useGuardianAnswerFormatter()
  const { consent } = person
  const isPhotoPublic = consent?.publish === true && (confirmation === undefined || confirmation.state === 'confirmed')
  const details = personFieldsWithoutConsent
    .filter((field) => field !== 'name')
    .map((field) => ({ field, text: formatStoredPersonField(t, lang, field, person) }))
  return (
    <article className={styles.card}>
      <div className={styles.cardHead}>
        {person.picture ? (
          <img src={person.picture} alt="" className={styles.face} />
        ) : (
          <span className={styles.noImage}>
            <Star size={30} />
          </span>
        )}
        <div>
          <h3 className={styles.cardName}>
            <bdi>{person.name}</bdi>
          </h3>
          <p className={styles.quiet}>{t(`accountTeams.view.${person.kind}`)}</p>
        </div>
      </div>
      <dl className={styles.list}>
        {details.map(({ field, text }) =>
          text === '' ? null : (
            <Fact key={field} label={getPersonFieldLabel(t, field)}>
              {isLeftToRightPersonField(field) ? <bdi dir="ltr">{text}</bdi> : text}
            </Fact>
          ),
        )}
        {consent && consent.guardian !== person.name ? (
          <Fact label={t('accountTeams.view.guardian')}>{listGuardianTexts(consent).join(' · ')}</Fact>
        ) : null}
      </dl>
      {confirmation || consent ? (
        <div className={styles.quiet}>
          {confirmation ? <p>{formatGuardianAnswer(confirmation)}</p> : null}
          {person.picture ? <p>{t(isPhotoPublic ? 'accountTeams.view.publishYes' : 'accountTeams.view.publishNo')}</p> : null}
        </div>
      ) : null}
    </article>
  )
}

type PeopleDetailsProps = { title: string; none: string; people: TeamPerson[]; confirmations?: MemberGuardianConfirmation[] }

function PeopleDetails({ title, none, people, confirmations = [] }: PeopleDetailsProps) {
  return (
    <section className={styles.part}>
      <h2 className={styles.partTitle}>{title}</h2>
      {people.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <ul className={styles.cards}>
          {people.map((person) => (
            <li key={person.id}>
              <PersonDetails person={person} confirmation={confirmations.find(({ personId }) => personId === person.id)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Shows the details of a team of the account, with its scores. `ranks` are those of all teams of the account. */
export function AccountTeamDetails({ team, ranks }: { team: AccountTeam; ranks: readonly TeamRank[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDate, formatDateTime } = useDateFormat()
  const described = {
    ...formatTeamFields(t, lang, team),
    ...(team.status === 'registered' ? {} : { stage: t(`accountTeams.card.withoutPlace.${team.status}`) }),
  }
  const emptyTexts: Partial<Record<TeamField, string>> = { stage: t('accountTeams.card.noStage'), regionId: t('teamFields.noRegion') }
  const details = [
    [t('accountTeams.view.number'), String(team.teamNo)],
    ...teamFieldNames
      .filter((field) => field !== 'name')
      .map((field) => [getTeamFieldLabel(t, field), described[field] || (emptyTexts[field] ?? '–')] as const),
    [t('accountTeams.view.registered'), formatDate(team.createdAt)],
    ...(team.editable
      ? [
          [
            t('accountTeams.view.deadline'),
            team.closesAt === null ? t('accountTeams.card.noDeadline') : formatDateTime(team.closesAt),
          ] as const,
        ]
      : []),
  ] as const
  return (
    <>
      {team.role === 'coach' ? (
        <p className={styles.locked}>
          <strong>{t('accountTeams.view.coachTitle')}.</strong> {formatTeamOwnerText(t, team, 'view')}
        </p>
      ) : null}
      {team.status === 'registered' ? null : (
        <p className={styles.locked}>
          {team.status === 'lapsed'
            ? t('accountTeams.view.lapsedText')
            : t('accountTeams.view.waitingText', { formatted: formatNumber(team.waitingPosition ?? 1, lang) })}
        </p>
      )}
      {team.editable ? null : (
        <p className={styles.locked}>
          {t('accountTeams.view.locked')} <SiteLink to="/support/">{t('accountTeams.view.lockedLink')}</SiteLink>
        </p>
      )}
      <section className={styles.overview} aria-label={team.name}>
        {team.image ? <img src={team.image} alt="" className={styles.heroImage} /> : null}
        <dl className={`${facts.facts} ${styles.facts}`}>
          {details.map(([label, value]) => (
            <Fact key={label} label={label}>
              <bdi>{value}</bdi>
            </Fact>
          ))}
          <Fact label={t('accountTeams.view.payment')}>
            <TeamPaymentStatus team={team} />
          </Fact>
          <Fact label={t('accountTeams.card.people')} className={team.complete ? styles.good : styles.bad}>
            {t(team.complete ? 'accountTeams.card.complete' : 'accountTeams.card.incomplete')}
          </Fact>
        </dl>
      </section>
      <PeopleDetails title={t('accountTeams.view.coaches')} none={t('accountTeams.view.noCoaches')} people={team.coaches} />
      <PeopleDetails
        title={t('accountTeams.view.members')}
        none={t('accountTeams.view.noMembers')}
        people={team.members}
        confirmations={team.guardianConfirmations}
      />
      <section className={styles.part}>
        <h2 className={styles.partTitle}>{t('accountTeams.view.scores')}</h2>
        {team.scores.length > 0 || !ranks.some(({ teamId }) => teamId === team.id) ? (
          <TeamScoreSheet scores={team.scores} total={team.derivedTotal ?? computeScoreSheetTotal(team.competition.slug, team.scores)} />
        ) : null}
        <TeamRanks team={team} ranks={ranks} />
      </section>
    </>
  )
}

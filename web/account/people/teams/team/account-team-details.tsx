import type { TFunction } from 'i18next'
import { computeTeamCompetitionPoints } from '#contract/event/scoring/score-sheet.ts'
import type { MemberGuardianConfirmation } from '#contract/people/guardians/guardian-confirmation.schema.ts'
import {
  personFieldsWithoutConsent,
  type TeamField,
  teamFieldNames,
} from '#contract/people/teams/team.fields.ts'
import type { AccountTeam, TeamMatch, TeamPerson, TeamScore } from '#contract/people/teams/team.schema.ts'
import type { TeamRank } from '#contract/people/teams/team-progress.schema.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import {
  formatStoredPersonField,
  getPersonFieldLabel,
  isLeftToRightPersonField,
  listGuardianDetailValues,
} from '#web/shared/people/teams/person-texts.ts'
import { formatTeamValuesByField, getTeamFieldLabel } from '#web/shared/people/teams/team-texts.ts'
import { createGenderContext, useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { DescriptionListEntry } from '#web/shared/ui/fact.tsx'
import facts from '#web/shared/ui/facts.module.css'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import { LogoStar } from '#web/shared/ui/logo.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from '../page.module.css'
import { useGuardianAnswerFormatter } from './guardian-confirmation-section.tsx'
import { TeamRanks } from './team-ranks.tsx'
import { formatTeamOwnerText, TeamPaymentOrPlaceStatus } from './team-status.tsx'

/** Formats a duration in milliseconds: `1:15.50`. */
export const formatScoreTime = (ms: number): string => {
  const seconds = ms / 1000
  const minutes = Math.floor(seconds / 60)
  return `${minutes}:${(seconds - minutes * 60).toFixed(2).padStart(5, '0')}`
}

const numbered = ['r', 'open', 'obstacle', 'game', 'run'] as const
const single = ['documentation', 'innovation', 'solution', 'presentation'] as const

/** Formats the name of an entry of the score sheet: `Round 2`. */
const formatEntryName = (t: TFunction, key: string, at: number): string => {
  const alone = single.find((each) => each === key)
  if (alone) return t(`accountTeams.view.sheet.${alone}`)
  const [, prefix, number] = /^([a-z]+)(\d+)$/.exec(key) ?? []
  const kind = numbered.find((each) => each === prefix)
  return t(`accountTeams.view.sheet.${kind ?? 'other'}`, { number: kind ? Number(number) : at + 1 })
}

const isWebAddress = (url: string) => /^https?:\/\//.test(url)

function Links({ score }: { score: TeamScore }) {
  const { t } = useTranslation()
  const all = [
    ['video', score.youtubeLink],
    ['file', score.file],
    ['code', score.github],
  ] as const
  return all
    .filter(([, url]) => isWebAddress(url))
    .map(([kind, url], at) => (
      <span key={kind}>
        {at > 0 ? ' · ' : null}
        <a href={url} target="_blank" rel="noopener">
          {t(`accountTeams.view.${kind}`)}
        </a>
      </span>
    ))
}

function Match({ match, number }: { match: TeamMatch; number: number }) {
  const { t } = useTranslation()
  const words = t('accountTeams.view.match', { number, fbs: match.fbs, obs: match.obs })
  return (
    <li>
      {words}{' '}
      {isWebAddress(match.youtubeLink) ? (
        <a href={match.youtubeLink} target="_blank" rel="noopener">
          {t('accountTeams.view.video')}
        </a>
      ) : null}
    </li>
  )
}

/** Shows the scores of a team in its competition, with their total. */
function TeamScoreSheet({ scores, total }: { scores: TeamScore[]; total: number }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  if (scores.length === 0) return <p className={styles.quiet}>{t('accountTeams.view.noScores')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={styles.scores} aria-label={t('accountTeams.view.scores')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('accountTeams.view.round')}</th>
            <th scope="col" className={styles.figure}>
              {t('accountTeams.view.points')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('accountTeams.view.time')}
            </th>
            <th scope="col">{t('accountTeams.view.links')}</th>
          </tr>
        </thead>
        <tbody>
          {scores.map((score, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: results have no name of their own
            <tr key={at}>
              <th scope="row">
                {formatEntryName(t, score.key, at)}
                {score.correctedAt ? (
                  <small className={styles.corrected}>
                    {t('scores.corrected', { time: formatDateTime(score.correctedAt) })}
                  </small>
                ) : null}
                {score.matches.length > 0 ? (
                  <ul className={styles.matches}>
                    {score.matches.map((match, nth) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: matches have no name of their own
                      <Match key={nth} match={match} number={nth + 1} />
                    ))}
                  </ul>
                ) : null}
              </th>
              <td className={styles.figure}>
                <bdi>{formatNumber(score.score, lang)}</bdi>
              </td>
              <td className={styles.figure}>
                <bdi dir="ltr">{score.timeMs > 0 ? formatScoreTime(score.timeMs) : '–'}</bdi>
              </td>
              <td>
                <Links score={score} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('accountTeams.view.total')}</th>
            <td className={styles.figure}>
              <strong>{formatNumber(total, lang)}</strong>
            </td>
            <td />
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

type PersonDetailsProps = { person: TeamPerson; confirmation: MemberGuardianConfirmation | undefined }

function PersonDetails({ person, confirmation }: PersonDetailsProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const formatGuardianAnswer = useGuardianAnswerFormatter()
  const { consent } = person
  const isPhotoPublic =
    consent?.publish === true && (confirmation === undefined || confirmation.state === 'confirmed')
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
            <LogoStar size={30} />
          </span>
        )}
        <div>
          <h3 className={styles.cardName}>
            <Bdi>{person.name}</Bdi>
          </h3>
          <p className={styles.quiet}>
            {t(`accountTeams.view.${person.kind}`, createGenderContext(person.gender))}
          </p>
        </div>
      </div>
      <dl className={styles.list}>
        {details.map(({ field, text }) =>
          text === '' ? null : (
            <DescriptionListEntry key={field} label={getPersonFieldLabel(t, field)}>
              {isLeftToRightPersonField(field) ? <bdi dir="ltr">{text}</bdi> : text}
            </DescriptionListEntry>
          ),
        )}
        {consent && consent.guardian !== person.name ? (
          <DescriptionListEntry label={t('accountTeams.view.guardian')}>
            {joinTexts(listGuardianDetailValues(consent), lang)}
          </DescriptionListEntry>
        ) : null}
      </dl>
      {confirmation || consent ? (
        <div className={styles.quiet}>
          {confirmation ? <p>{formatGuardianAnswer(confirmation)}</p> : null}
          {person.picture ? (
            <p>{t(isPhotoPublic ? 'accountTeams.view.publishYes' : 'accountTeams.view.publishNo')}</p>
          ) : null}
        </div>
      ) : null}
    </article>
  )
}

type PeopleDetailsProps = {
  title: string
  none: string
  people: TeamPerson[]
  confirmations?: MemberGuardianConfirmation[]
}

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
              <PersonDetails
                person={person}
                confirmation={confirmations.find(({ personId }) => personId === person.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/**
 * Shows the details of a team of the account, with its scores. `ranks` are those of all teams of the account.
 */
export function AccountTeamDetails({ team, ranks }: { team: AccountTeam; ranks: readonly TeamRank[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDate, formatDateTime } = useDateFormat()
  const described = {
    ...formatTeamValuesByField(t, lang, team),
    ...(team.status === 'registered' ? {} : { stage: t(`accountTeams.card.withoutPlace.${team.status}`) }),
  }
  const emptyTexts: Partial<Record<TeamField, string>> = {
    stage: t('accountTeams.card.noStage'),
    regionId: t('teamFields.noRegion'),
  }
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
            : t('accountTeams.view.waitingText', {
                formatted: formatNumber(team.waitingPosition ?? 1, lang),
              })}
        </p>
      )}
      {team.editable ? null : (
        <p className={styles.locked}>
          {t(team.canReplaceMembers ? 'accountTeams.view.replaceOnly' : 'accountTeams.view.locked')}{' '}
          <LocalizedLink to="/support/">{t('accountTeams.view.lockedLink')}</LocalizedLink>
        </p>
      )}
      <section className={styles.overview} aria-label={team.name}>
        {team.image ? <img src={team.image} alt="" className={styles.heroImage} /> : null}
        <dl className={`${facts.facts} ${styles.facts}`}>
          {details.map(([label, value]) => (
            <DescriptionListEntry key={label} label={label}>
              <bdi>{value}</bdi>
            </DescriptionListEntry>
          ))}
          <DescriptionListEntry label={t('accountTeams.view.payment')}>
            <TeamPaymentOrPlaceStatus team={team} />
          </DescriptionListEntry>
          <DescriptionListEntry
            label={t('accountTeams.card.people')}
            className={team.complete ? styles.good : styles.bad}
          >
            {t(team.complete ? 'accountTeams.card.complete' : 'accountTeams.card.incomplete')}
          </DescriptionListEntry>
        </dl>
      </section>
      <PeopleDetails
        title={t('accountTeams.view.coaches')}
        none={t('accountTeams.view.noCoaches')}
        people={team.coaches}
      />
      <PeopleDetails
        title={t('accountTeams.view.members')}
        none={t('accountTeams.view.noMembers')}
        people={team.members}
        confirmations={team.guardianConfirmations}
      />
      <section className={styles.part}>
        <h2 className={styles.partTitle}>{t('accountTeams.view.scores')}</h2>
        {team.scores.length > 0 || !ranks.some(({ teamId }) => teamId === team.id) ? (
          <TeamScoreSheet
            scores={team.scores}
            total={team.derivedTotal ?? computeTeamCompetitionPoints(team.competition.slug, team.scores)}
          />
        ) : null}
        <TeamRanks team={team} ranks={ranks} />
      </section>
    </>
  )
}

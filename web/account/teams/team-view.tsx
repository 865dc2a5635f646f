import type { AccountTeam, TeamPerson } from '#contract/team.ts'
import { formatDate } from '#web/shared/format.ts'
import { formatStage } from '#web/shared/format-stage.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { Star } from '#web/shared/ui/star.tsx'
import { formatInstant } from './format.ts'
import styles from './page.module.css'
import { PaymentState } from './payment.tsx'
import { ScoreSheet } from './score-sheet.tsx'

function Person({ person }: { person: TeamPerson }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { consent } = person
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
        {person.birthDate ? (
          <div>
            <dt>{t('accountTeams.view.born')}</dt>
            <dd>{formatDate(person.birthDate, lang)}</dd>
          </div>
        ) : null}
        {person.nationalId ? (
          <div>
            <dt>{t('accountTeams.view.nationalId')}</dt>
            <dd>
              <bdi dir="ltr">{person.nationalId}</bdi>
            </dd>
          </div>
        ) : null}
        {person.email ? (
          <div>
            <dt>{t('accountTeams.form.email')}</dt>
            <dd>
              <bdi dir="ltr">{person.email}</bdi>
            </dd>
          </div>
        ) : null}
        {person.phone ? (
          <div>
            <dt>{t('accountTeams.form.phone')}</dt>
            <dd>
              <bdi dir="ltr">{person.phone}</bdi>
            </dd>
          </div>
        ) : null}
        {consent && consent.guardian !== person.name ? (
          <div>
            <dt>{t('accountTeams.view.guardian')}</dt>
            <dd>
              <bdi>{consent.guardian}</bdi> · <bdi>{consent.contact}</bdi>
            </dd>
          </div>
        ) : null}
      </dl>
      {consent ? (
        <div className={styles.quiet}>
          <p>{t('accountTeams.view.consent', { date: formatDate(consent.at, lang) })}</p>
          {person.picture ? <p>{t(consent.publish ? 'accountTeams.view.publishYes' : 'accountTeams.view.publishNo')}</p> : null}
        </div>
      ) : null}
    </article>
  )
}

function People({ title, none, people }: { title: string; none: string; people: TeamPerson[] }) {
  return (
    <section className={styles.part}>
      <h2 className={styles.partTitle}>{title}</h2>
      {people.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <ul className={styles.cards}>
          {people.map((person) => (
            <li key={person.id}>
              <Person person={person} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Everything about an own team. */
export function TeamView({ team }: { team: AccountTeam }) {
  const { t } = useTranslation()
  const lang = useLang()
  const facts = [
    ['number', String(team.teamNo)],
    ['competition', team.competition.name[lang]],
    ['stage', formatStage(t, team.stage) || t('accountTeams.card.noStage')],
    ['schoolName', team.schoolName],
    ['region', team.region?.name[lang] ?? t('accountTeams.form.noRegion')],
    ['ageLevel', t(`accountTeams.form.ageLevels.${team.ageLevel}`)],
    ['registered', formatDate(team.createdAt, lang)],
    ...(team.editable
      ? [['deadline', team.closesAt === null ? t('accountTeams.card.noDeadline') : formatInstant(team.closesAt, lang)] as const]
      : []),
  ] as const
  return (
    <>
      {team.editable ? null : (
        <p className={styles.locked}>
          {t('accountTeams.view.locked')} <SiteLink to="/support/">{t('accountTeams.view.lockedLink')}</SiteLink>
        </p>
      )}
      <section className={styles.overview} aria-label={team.name}>
        {team.image ? <img src={team.image} alt="" className={styles.heroImage} /> : null}
        <dl className={styles.facts}>
          {facts.map(([key, value]) => (
            <div key={key}>
              <dt>{t(`accountTeams.view.${key}`)}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
          <div>
            <dt>{t('accountTeams.view.payment')}</dt>
            <dd>
              <PaymentState team={team} />
            </dd>
          </div>
          <div>
            <dt>{t('accountTeams.card.people')}</dt>
            <dd className={team.complete ? styles.good : styles.bad}>
              {t(team.complete ? 'accountTeams.card.complete' : 'accountTeams.card.incomplete')}
            </dd>
          </div>
        </dl>
      </section>
      <People title={t('accountTeams.view.coaches')} none={t('accountTeams.view.noCoaches')} people={team.coaches} />
      <People title={t('accountTeams.view.members')} none={t('accountTeams.view.noMembers')} people={team.members} />
      <section className={styles.part}>
        <h2 className={styles.partTitle}>{t('accountTeams.view.scores')}</h2>
        <ScoreSheet slug={team.competition.slug} scores={team.scores} />
      </section>
    </>
  )
}

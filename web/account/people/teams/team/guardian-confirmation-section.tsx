import { useState } from 'react'
import type { MemberGuardianConfirmation } from '#contract/people/guardians/guardian-confirmation.schema.ts'
import { getFirstName } from '#contract/people/teams/person-name.ts'
import type { AccountTeam, TeamPerson } from '#contract/people/teams/team.schema.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { accountTeamApi } from '#web/shared/api/account-teams.ts'
import { TextField } from '#web/shared/forms/fields.tsx'
import { FormError } from '#web/shared/forms/form.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { listGuardianDetailValues } from '#web/shared/people/teams/person-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from '../page.module.css'
import { copyText, type SharedTextResult, shareOrCopyText } from './share-text.ts'

/** Returns a function that describes the answer of a member's guardian. */
export const useGuardianAnswerFormatter = () => {
  const { t } = useTranslation()
  const { formatDate } = useDateFormat()
  return ({ state, method, at }: MemberGuardianConfirmation): string => {
    const date = at === null ? '' : formatDate(at)
    if (state === 'confirmed')
      return t(
        method === 'paper' ? 'accountTeams.guardians.confirmedPaper' : 'accountTeams.guardians.confirmedLink',
        { date },
      )
    return t(`accountTeams.guardians.${state}`, { date })
  }
}

type Props = {
  team: Pick<
    AccountTeam,
    'id' | 'name' | 'status' | 'paid' | 'fee' | 'canReplaceMembers' | 'members' | 'guardianConfirmations'
  >
  onChanged: () => void
}

/**
 * Shows the members whose guardian has not confirmed, with the ways to send the guardian a link. Renders
 * nothing without one, and for a team without a place.
 */
export function GuardianConfirmationRequestSection({ team, onChanged }: Props) {
  const { t } = useTranslation()
  const missing = team.guardianConfirmations.filter(({ state }) => state !== 'confirmed')
  if (team.status !== 'registered' || missing.length === 0) return null
  return (
    <section aria-labelledby="guardians" className={styles.part}>
      <h2 id="guardians" className={styles.partTitle}>
        {t('accountTeams.guardians.title')}
      </h2>
      <p className={styles.partIntro}>{t('accountTeams.guardians.intro')}</p>
      <ul className={styles.cards}>
        {missing.map((confirmation) => {
          const member = team.members.find(({ id }) => id === confirmation.personId)
          return member ? (
            <li key={member.id}>
              <MissingGuardianCard
                team={team}
                member={member}
                confirmation={confirmation}
                onChanged={onChanged}
              />
            </li>
          ) : null
        })}
      </ul>
    </section>
  )
}

type CardProps = {
  team: Props['team']
  member: TeamPerson
  confirmation: MemberGuardianConfirmation
  onChanged: () => void
}

function MissingGuardianCard({ team, member, confirmation, onChanged }: CardProps) {
  const { t, tAttribute, i18n } = useTranslation()
  const { formatDate, formatDateTime } = useDateFormat()
  const formatGuardianAnswer = useGuardianAnswerFormatter()
  const { submitting, failure, submit } = useSubmitRunner({ offline: t('accountTeams.offline') })
  const [link, setLink] = useState<{ url: string; result: SharedTextResult }>()
  const { consent } = member
  const teamId = team.id
  const isRefused = confirmation.state === 'refused'
  const label = (action: string) => tAttribute('accountTeams.guardians.of', { action, name: member.name })
  const mail = () =>
    submit(async () => {
      toast.success((await accountTeamApi.emailGuardianLink(teamId, member.id)).message)
      onChanged()
    })
  const copy = () =>
    submit(async () => {
      const url = await accountTeamApi.createGuardianLink(teamId, member.id)
      setLink({ url, result: await copyText(url) })
    })
  const share = () =>
    submit(async () => {
      const url = await accountTeamApi.createGuardianLink(teamId, member.id)
      const text = t('accountTeams.guardians.shareText', {
        child: getFirstName(member.name),
        team: team.name,
        url,
      })
      setLink({ url, result: await shareOrCopyText(text) })
    })
  const emailText = t(
    confirmation.mailedAt === null ? 'accountTeams.guardians.email' : 'accountTeams.guardians.emailAgain',
  )
  return (
    <article className={styles.card} aria-labelledby={`guardian-of-${member.id}`}>
      <div>
        <h3 className={styles.cardName} id={`guardian-of-${member.id}`}>
          <Bdi>{member.name}</Bdi>
        </h3>
        <p className={styles.bad}>{formatGuardianAnswer(confirmation)}</p>
      </div>
      {consent ? (
        <div className={styles.quiet}>
          <p>
            {t('accountTeams.view.guardian')}: {joinTexts(listGuardianDetailValues(consent), i18n.language)}
          </p>
          <p>{t('accountTeams.guardians.stated', { date: formatDate(consent.at) })}</p>
          {confirmation.mailedAt === null ? null : (
            <p>{t('accountTeams.guardians.mailed', { date: formatDateTime(confirmation.mailedAt) })}</p>
          )}
          {confirmation.hasEmail ? null : <p>{t('accountTeams.guardians.noEmail')}</p>}
        </div>
      ) : null}
      <FormError failure={failure} />
      <div role="status">
        {link ? (
          <TextField
            label={t('accountTeams.guardians.link', { name: member.name })}
            hint={t(`accountTeams.guardians.results.${link.result}`)}
            value={link.url}
            dir="ltr"
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
        ) : null}
      </div>
      {isRefused ? (
        <p>
          {t(
            team.canReplaceMembers
              ? 'accountTeams.guardians.refusedText'
              : 'accountTeams.guardians.refusedTooLate',
          )}
          {team.canReplaceMembers && !team.paid && team.fee > 0
            ? ` ${t('accountTeams.guardians.refusedUnpaid')}`
            : ''}
        </p>
      ) : null}
      <div className={styles.actions}>
        {isRefused && team.canReplaceMembers ? (
          <LocalizedLink
            to={`/account/teams/${team.id}/edit`}
            className={`${page.button} ${page.small}`}
            aria-label={label(t('accountTeams.guardians.replace'))}
          >
            {t('accountTeams.guardians.replace')}
          </LocalizedLink>
        ) : null}
        {confirmation.hasEmail ? (
          <button
            type="button"
            className={`${isRefused ? page.ghost : page.button} ${page.small}`}
            aria-label={label(emailText)}
            aria-disabled={submitting}
            onClick={() => void mail()}
          >
            {emailText}
          </button>
        ) : null}
        <button
          type="button"
          className={`${confirmation.hasEmail ? page.ghost : page.button} ${page.small}`}
          aria-label={label(t('accountTeams.guardians.share'))}
          aria-disabled={submitting}
          onClick={() => void share()}
        >
          {t('accountTeams.guardians.share')}
        </button>
        <button
          type="button"
          className={`${page.ghost} ${page.small}`}
          aria-label={label(t('accountTeams.guardians.copy'))}
          aria-disabled={submitting}
          onClick={() => void copy()}
        >
          {t('accountTeams.guardians.copy')}
        </button>
      </div>
    </article>
  )
}

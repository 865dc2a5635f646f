import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { accountTeamFields, personFieldsWithoutConsent } from '#contract/people/teams/team.fields.ts'
import type { AccountTeam } from '#contract/people/teams/team.schema.ts'
import type { Region } from '#contract/site/contents.schema.ts'
import type { Language } from '#i18n/languages.ts'
import fields from '#web/shared/forms/field.module.css'
import { useLang } from '#web/shared/language.ts'
import { formatPersonFormField } from '#web/shared/people/teams/person-texts.ts'
import { formatTeamField } from '#web/shared/people/teams/team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import page from '#web/shared/ui/page.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './form.module.css'
import { getTeamFormFieldLabel, listErrorFieldsInFormOrder } from './form-problems.ts'
import { type PeopleGroup, type PersonValues, type TeamValues, toTeamFormValues } from './form-values.ts'
import type { DraftState } from './team-draft.ts'
import type { TeamForm } from './use-team-form.ts'

/** A field with different values in the form and in the saved team. */
type FieldDifference = { label: string; mine: string; theirs: string }

// the form does not hold the stored national ID
const comparedPersonFields = personFieldsWithoutConsent.filter((field) => field !== 'nationalId')

/** Lists the fields that differ between the form and the team that another user saved. */
export const listTeamFieldDifferences = (
  t: TFunction,
  lang: Language,
  regions: Region[],
  mine: TeamValues,
  saved: AccountTeam,
): FieldDifference[] => {
  const theirs = toTeamFormValues(saved)
  const none = t('accountTeams.trouble.none')
  const found: FieldDifference[] = []
  const compare = (label: string, one: string, other: string) => {
    if (one.trim() !== other.trim())
      found.push({ label, mine: one.trim() || none, theirs: other.trim() || none })
  }
  const records = {
    regionId: [...regions, ...(saved.region ? [saved.region] : [])],
    competitionId: [saved.competition],
  }
  for (const field of accountTeamFields) {
    const format = (values: TeamValues) => formatTeamField(t, lang, field, values[field], records)
    compare(getTeamFormFieldLabel(t, field), format(mine), format(theirs))
  }
  const people = (group: PeopleGroup) => {
    const count = Math.max(mine[group].length, theirs[group].length)
    for (let at = 0; at < count; at++)
      for (const field of comparedPersonFields) {
        const format = (person: PersonValues | undefined) =>
          person ? formatPersonFormField(t, field, person) : ''
        compare(
          getTeamFormFieldLabel(t, `${group}.${at}.${field}`),
          format(mine[group][at]),
          format(theirs[group][at]),
        )
      }
  }
  people('coaches')
  people('members')
  return found
}

/** Shows the list of problems, each with a link to its field. */
export function FormProblemList({ form }: { form: TeamForm }) {
  const { t } = useTranslation()
  const all = listErrorFieldsInFormOrder(form.errors)
  if (all.length === 0) return null
  return (
    <div role="alert" className={fields.formError}>
      <p className={styles.strong}>{t('accountTeams.form.problems', { count: all.length })}</p>
      <ul className={styles.problemList}>
        {all.map((field) => (
          <li key={field}>
            <button type="button" className={page.textButton} onClick={() => form.goTo(field)}>
              {[getTeamFormFieldLabel(t, field), form.errors[field]].filter(Boolean).join(' – ')}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

type FailureProps = { form: TeamForm; regions: Region[]; onSignIn: () => void }

/** Shows why the form was not saved, and what the user can do. */
export function SaveErrorOrConflictActions({ form, regions, onSignIn }: FailureProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const box = useRef<HTMLDivElement>(null)
  const { failure } = form
  const fieldless = Object.keys(form.errors).length === 0
  // the first field with an error has the focus; without such a field this notice is scrolled into view
  useEffect(() => {
    if (failure && fieldless) box.current?.scrollIntoView({ block: 'center' })
  }, [failure, fieldless])
  if (!failure) return <div role="alert" ref={box} />
  if (failure.kind === 'stale') {
    const found = listTeamFieldDifferences(t, lang, regions, form.values, failure.current)
    return (
      <div ref={box} role="alert" className={fields.formError}>
        <p className={styles.strong}>{t('accountTeams.trouble.staleTitle')}</p>
        <p>{t(found.length > 0 ? 'accountTeams.trouble.staleText' : 'accountTeams.trouble.staleSame')}</p>
        {found.length > 0 ? (
          <dl className={styles.differences}>
            {found.map(({ label, mine, theirs }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {t('accountTeams.trouble.yours')}: <Bdi>{mine}</Bdi>
                </dd>
                <dd>
                  {t('accountTeams.trouble.theirs')}: <Bdi>{theirs}</Bdi>
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
        <p className={styles.row}>
          <button
            type="button"
            className={page.button}
            onClick={() => form.overwrite(failure.current.version)}
          >
            {t('accountTeams.trouble.keepMine')}
          </button>
          <button
            type="button"
            className={page.ghost}
            onClick={() => form.take(toTeamFormValues(failure.current), failure.current.version)}
          >
            {t('accountTeams.trouble.takeTheirs')}
          </button>
        </p>
      </div>
    )
  }
  const text = {
    offline: t('accountTeams.trouble.offline'),
    'session-ended': t('accountTeams.trouble.signedOut'),
    'no-places': t('accountTeams.trouble.places'),
    'not-open': t('accountTeams.trouble.closed'),
    refused: failure.kind === 'refused' ? failure.text : '',
  }[failure.kind]
  return (
    <div ref={box} role="alert" className={fields.formError}>
      <p>{text}</p>
      {failure.kind === 'session-ended' ? (
        <button type="button" className={page.textButton} onClick={onSignIn}>
          {t('accountTeams.trouble.signIn')}
        </button>
      ) : null}
    </div>
  )
}

/** Shows whether the draft is saved. Screen readers announce failures only. */
export function DraftStatus({ state, onSignIn }: { state: DraftState; onSignIn: () => void }) {
  const { t } = useTranslation()
  const { formatTimeOfDay } = useDateFormat()
  const failed = state.kind === 'offline' || state.kind === 'session-ended' || state.kind === 'failed'
  return (
    <div className={styles.draftStatus} data-state={state.kind}>
      {state.kind === 'pending' ? <p>{t('accountTeams.draft.waiting')}</p> : null}
      {state.kind === 'saved' ? (
        <p>{t('accountTeams.draft.kept', { time: formatTimeOfDay(state.at) })}</p>
      ) : null}
      <div role="status">
        {failed ? (
          <p className={styles.notSaved}>
            {state.kind === 'offline'
              ? t('accountTeams.draft.offline')
              : state.kind === 'session-ended'
                ? t('accountTeams.draft.signedOut')
                : t('accountTeams.draft.failed', { text: state.text })}{' '}
            {state.kind === 'session-ended' ? (
              <button type="button" className={page.textButton} onClick={onSignIn}>
                {t('accountTeams.trouble.signIn')}
              </button>
            ) : null}
          </p>
        ) : null}
      </div>
    </div>
  )
}

import type { PersonKind } from '#contract/people/teams/team.fields.ts'
import { getPeopleLimitsOfStoredTeam } from '#contract/people/teams/team-rules.ts'
import fields from '#web/shared/forms/field.module.css'
import { useTranslation } from '#web/shared/texts.ts'
import { IconPlus, IconUserCheck } from '#web/shared/ui/icons.ts'
import page from '#web/shared/ui/page.module.css'
import styles from './form.module.css'
import { type CompetitionLimits, mapStoredPeopleById, toFieldElementId } from './form-problems.ts'
import {
  createEmptyPersonValues,
  findStoredPersonUnlessReplaced,
  type PeopleGroup,
  type PersonValues,
} from './form-values.ts'
import type { ImageChange } from './image-field.tsx'
import { PersonFields } from './person-fields.tsx'
import type { TeamForm } from './use-team-form.ts'

type Props = {
  group: PeopleGroup
  form: TeamForm
  frame: CompetitionLimits | undefined
  onSelf?: (() => void) | undefined
  selfProblem?: string | undefined
  /** Nobody can be added or removed, and email addresses stay: a coach changes the team. */
  fixed?: boolean | undefined
}

/** Returns how many people of a group the form may have, and whether a person can be removed. */
export const getPeopleEditLimits = (
  { values, record }: Pick<TeamForm, 'values' | 'record'>,
  group: PeopleGroup,
  { min, max }: { min: number; max: number },
) => {
  const people = values[group]
  const getIds = (of: readonly PersonValues[]) =>
    new Set(of.flatMap((person) => (findStoredPersonUnlessReplaced(person) ? [person.id] : [])))
  const stored = record && mapStoredPeopleById(record)
  const kind: PersonKind = group === 'coaches' ? 'coach' : 'member'
  const getLimits = (of: readonly PersonValues[]) =>
    stored ? getPeopleLimitsOfStoredTeam(kind, getIds(of), stored, { min, max }) : { least: min, most: max }
  // after the registration only members whose guardian refuses are replaced
  const isClosed = record !== undefined && !record.editable
  const canRemove = (person: PersonValues): boolean => {
    const { least } = getLimits(people.filter((each) => each !== person))
    const isRefused = person.id !== undefined && stored?.get(person.id)?.isRefused === true
    return people.length > least && (!isClosed || isRefused || !person.stored)
  }
  return { most: isClosed ? record[group].length : getLimits(people).most, canRemove, isClosed }
}

/**
 * Shows the fields of the coaches or members of the team, which are added and removed within the limits of
 * the competition.
 */
export function PeopleFields({ group, form, frame, onSelf, selfProblem, fixed = false }: Props) {
  const { t } = useTranslation()
  const kind: PersonKind = group === 'coaches' ? 'coach' : 'member'
  const people = form.values[group]
  const [min, max] = frame
    ? kind === 'coach'
      ? [frame.minCoaches, frame.maxCoaches]
      : [frame.minMembers, frame.maxMembers]
    : [0, 0]
  const error = form.errors[group]
  const { most, canRemove, isClosed } = getPeopleEditLimits(form, group, { min, max })
  const add = () => {
    form.setPeople(group, [...people, createEmptyPersonValues()])
    form.goTo(`${group}.${people.length}.name`)
  }
  const remove = (at: number) => {
    form.removePerson(group, at)
    form.goTo(people.length > 1 ? `${group}.${Math.min(at, people.length - 2)}.name` : `${group}.add`)
  }
  return (
    <div id={toFieldElementId(group)} tabIndex={-1} className={styles.people}>
      {onSelf ? (
        <div>
          <button type="button" className={`${page.ghost} ${page.small}`} onClick={onSelf}>
            <IconUserCheck size={20} stroke={1.7} aria-hidden />
            {t('accountTeams.form.iAmCoach')}
          </button>
          <p role="alert" className={fields.error}>
            {selfProblem}
          </p>
        </div>
      ) : null}
      {people.map((person, at) => (
        <PersonFields
          key={person.key}
          kind={kind}
          at={at}
          path={`${group}.${at}`}
          person={person}
          errors={form.errors}
          warnings={form.warnings}
          problemCount={form.problems.filter(({ field }) => field.startsWith(`${group}.${at}.`)).length}
          today={form.today}
          photo={form.pictures.get(person.key)}
          set={(change) => form.setPerson(group, at, change)}
          onPhoto={(photo: ImageChange) => form.setImage(person.key, photo, `${group}.${at}.photo`)}
          fixedEmail={fixed}
          isLocked={isClosed && person.stored !== undefined}
          onRemove={!fixed && canRemove(person) ? () => remove(at) : undefined}
        />
      ))}
      {error ? <p className={fields.error}>{error}</p> : null}
      {fixed ? (
        <p className={styles.hint}>{t('accountTeams.form.coachesStay')}</p>
      ) : !frame ? (
        <p className={styles.hint}>{t('accountTeams.form.competitionFirst')}</p>
      ) : people.length < most ? (
        <div>
          <button type="button" id={toFieldElementId(`${group}.add`)} className={page.ghost} onClick={add}>
            <IconPlus size={20} stroke={1.7} aria-hidden />
            {t(kind === 'coach' ? 'accountTeams.form.addCoach' : 'accountTeams.form.addMember')}
          </button>
        </div>
      ) : (
        <p className={styles.hint}>{t('accountTeams.form.most')}</p>
      )}
    </div>
  )
}

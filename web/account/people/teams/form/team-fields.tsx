import { useEffect, useRef, useState } from 'react'
import type { CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import { listLevelsWithAgeRanges } from '#contract/people/teams/age-level.ts'
import {
  type AccountTeamField,
  accountTeamFields,
  findTeamFieldMaxLength,
  getTeamFieldDefaultValue,
  isTeamFieldAlwaysRequired,
  isTeamOptionField,
} from '#contract/people/teams/team.fields.ts'
import type { AccountTeam, AccountTeamSummary } from '#contract/people/teams/team.schema.ts'
import type { Region } from '#contract/site/contents.schema.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { accountTeamApi } from '#web/shared/api/account-teams.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { InlineCompetitionConditions } from '#web/shared/event/competitions/competition-details.tsx'
import {
  canRegisterTeam,
  formatAgeRange,
  formatRegistrationClosedReason,
} from '#web/shared/event/competitions/format-competition.ts'
import fields from '#web/shared/forms/field.module.css'
import { SelectField, TextField } from '#web/shared/forms/fields.tsx'
import { useLang } from '#web/shared/language.ts'
import { getTeamFieldLabel, listTeamFieldOptions } from '#web/shared/people/teams/team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconCopy } from '#web/shared/ui/icons.ts'
import page from '#web/shared/ui/page.module.css'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './form.module.css'
import { toFieldElementId } from './form-problems.ts'
import type { TeamForm } from './use-team-form.ts'

type Props = {
  competitions: CompetitionWithPlaces[]
  chosen: string
  error: string | undefined
  onChoose: (competition: CompetitionWithPlaces) => void
}

/**
 * Shows the choice of the competition. Closed competitions are disabled and show the reason. Details fill
 * several screens of a phone: when a competition is chosen before the form opens, a button shows the others,
 * and after a choice in the form the others show their names only.
 */
export function CompetitionRadioGroup({ competitions, chosen, error, onChoose }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const id = toFieldElementId('competitionId')
  const choice = competitions.find((each) => each.id === chosen && canRegisterTeam(each))
  const [showAll, setShowAll] = useState(choice === undefined || competitions.length === 1)
  const [isComparing, setComparing] = useState(true)
  const group = useRef<HTMLFieldSetElement>(null)
  const shown = showAll || !choice ? competitions : [choice]
  // the button that had the focus is removed
  const isExpanded = useRef(false)
  useEffect(() => {
    if (showAll && isExpanded.current)
      group.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
  }, [showAll])
  const expand = () => {
    isExpanded.current = true
    setShowAll(true)
  }
  const first = choice ?? competitions.find(canRegisterTeam)
  return (
    <fieldset ref={group} className={styles.choices}>
      <legend className={hidden.visuallyHidden}>{t('accountTeams.form.competition')}</legend>
      {error ? (
        <p id={`${id}-error`} className={fields.error}>
          {error}
        </p>
      ) : null}
      {shown.map((competition) => {
        const free = canRegisterTeam(competition)
        return (
          <label key={competition.id} className={styles.choice} data-closed={free ? undefined : true}>
            <input
              type="radio"
              name="competition"
              id={competition === first ? id : undefined}
              value={competition.id}
              checked={competition.id === chosen && free}
              disabled={!free}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              onChange={() => {
                setComparing(false)
                onChoose(competition)
              }}
            />
            <span className={styles.choiceBody}>
              <span className={styles.choiceName}>
                <Bdi>{competition.name[lang]}</Bdi>
                {free ? null : (
                  <span className={styles.reason}>
                    {formatRegistrationClosedReason(t, competition, formatDateTime)}
                  </span>
                )}
              </span>
              {free && (isComparing || competition === choice) ? (
                <InlineCompetitionConditions competition={competition} />
              ) : null}
            </span>
          </label>
        )
      })}
      {shown.length < competitions.length ? (
        <div>
          <button type="button" className={page.textButton} onClick={expand}>
            {t('accountTeams.form.otherCompetition')}
          </button>
        </div>
      ) : null}
    </fieldset>
  )
}

type CopyProps = { teams: readonly AccountTeamSummary[]; onCopy: (team: AccountTeam) => void }

/** Copies school, region and coaches from another team of the account, the newest one at first. */
export function CopyTeamFields({ teams, onCopy }: CopyProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const [chosenId, setChosenId] = useState(teams[0]?.id ?? '')
  const [status, setStatus] = useState('')
  const copy = async () => {
    try {
      const team = await accountTeamApi.one(chosenId)
      onCopy(team)
      setStatus(t('accountTeams.form.copied', { name: team.name }))
    } catch (error) {
      setStatus(
        error instanceof ApiError && error.code !== 'offline' ? error.message : t('accountTeams.offline'),
      )
    }
  }
  return (
    <div className={styles.copy}>
      <SelectField
        label={t('accountTeams.form.copyFrom')}
        note={t('accountTeams.form.optional')}
        value={chosenId}
        options={teams.map(({ id, name, competition }) => ({
          value: id,
          label: `${isolateText(name, lang)} (${isolateText(competition.name[lang], lang)})`,
        }))}
        onValueChange={(id) => {
          setChosenId(id)
          setStatus('')
        }}
      />
      <button type="button" className={`${page.ghost} ${page.small}`} onClick={() => void copy()}>
        <IconCopy size={20} stroke={1.7} aria-hidden />
        {t('accountTeams.form.copy')}
      </button>
      <p role="status" className={styles.hint}>
        {status}
      </p>
    </div>
  )
}

// the competition has a step of its own
const ownFields = accountTeamFields.filter((field) => field !== 'competitionId')
const isTextField = (field: AccountTeamField) => findTeamFieldMaxLength(field) !== undefined

/** Shows the inputs of the team's own fields: first the texts, then the selects side by side. */
export function TeamFields({ form, regions }: { form: TeamForm; regions: readonly Region[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const listOptions = (field: AccountTeamField) => {
    if (!isTeamOptionField(field))
      return [
        { value: '', label: t('teamFields.noRegion') },
        ...regions.map((region) => ({ value: region.id, label: region.name[lang] })),
      ]
    const ages = field === 'ageLevel' && form.frame ? listLevelsWithAgeRanges(form.frame) : []
    const options = listTeamFieldOptions(t, field).map(({ value, label }) => {
      const range = ages.find(({ level }) => level === value)
      return { value, label: range ? `${label} (${formatAgeRange(t, range)})` : label }
    })
    return getTeamFieldDefaultValue(field) === ''
      ? [{ value: '', label: t('teamFields.notGiven') }, ...options]
      : options
  }
  const inputProps = (field: AccountTeamField) => ({
    id: toFieldElementId(field),
    label: getTeamFieldLabel(t, field),
    value: form.values[field],
    required: isTeamFieldAlwaysRequired(field),
    note:
      isTeamFieldAlwaysRequired(field) || getTeamFieldDefaultValue(field) !== ''
        ? undefined
        : t('accountTeams.form.optional'),
    error: form.errors[field],
    onValueChange: (value: string) => form.set(field, value),
  })
  return (
    <>
      {ownFields.filter(isTextField).map((field) => (
        <TextField key={field} maxLength={findTeamFieldMaxLength(field)} {...inputProps(field)} />
      ))}
      <div className={styles.pair}>
        {ownFields
          .filter((field) => !isTextField(field))
          .map((field) => (
            <SelectField key={field} options={listOptions(field)} {...inputProps(field)} />
          ))}
      </div>
    </>
  )
}

import { useEffect, useMemo, useRef, useState } from 'react'
import type { CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import type { AccountTeamField } from '#contract/people/teams/team.fields.ts'
import type { AccountTeam } from '#contract/people/teams/team.schema.ts'
import { accountTeamApi, findCurrentTeamInStaleError } from '#web/shared/api/account-teams.ts'
import { canRegisterTeam } from '#web/shared/event/competitions/format-competition.ts'
import { type SubmitFailure, useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useToday } from '#web/shared/use-current-time.ts'
import type { DraftImages } from './draft-images.ts'
import {
  type CompetitionLimits,
  type FieldErrors,
  listBlockingTeamFormProblems,
  listErrorFieldsInFormOrder,
  listUnchangedPeopleProblems,
  removeAndShiftPersonErrors,
  toFieldElementId,
  toTeamFormErrorsFromApi,
  toTranslatedFieldErrors,
} from './form-problems.ts'
import {
  copySchoolAndCoachValues,
  fitBlankPeopleToLimits,
  type PeopleGroup,
  type PersonValues,
  replaceBlankCoachesWithCopies,
  type TeamValues,
  toTeamSubmission,
} from './form-values.ts'
import type { ImageChange } from './image-field.tsx'
import { assertSameUserSignedIn } from './team-draft.ts'

/** Why a team was not saved. */
type SaveFailure =
  | { kind: 'offline' | 'session-ended' | 'no-places' | 'not-open' }
  | { kind: 'stale'; current: AccountTeam }
  | { kind: 'refused'; text: string }

const toSaveFailure = ({ kind, code, message, error }: SubmitFailure): SaveFailure => {
  const current = error && code === 'stale-version' ? findCurrentTeamInStaleError(error) : undefined
  if (current) return { kind: 'stale', current }
  if (kind === 'offline' || kind === 'session-ended') return { kind }
  if (code === 'no-places' || code === 'not-open') return { kind: code }
  return { kind: 'refused', text: message }
}

type Options = {
  start: TeamValues
  startImages: DraftImages
  competitions: CompetitionWithPlaces[]
  /** The owner of the form. */
  userId: string
  /** The team that is changed, with the version that the form builds on. */
  team?: { id: string; version: number; record: AccountTeam } | undefined
  onSaved: (saved: { team: AccountTeam; message: string; emailTo: string | null }) => void
  /** Called when the places or dates of the competition have changed. */
  onOutdated: () => void
}

const teamPicture = 'image'

/**
 * Holds the state of the team form. Ignores a second submit while one is running, and keeps the values after
 * every failure.
 */
export const useTeamForm = ({
  start,
  startImages,
  competitions,
  userId,
  team,
  onSaved,
  onOutdated,
}: Options) => {
  const { t } = useTranslation()
  const [values, setValues] = useState(start)
  const [pictures, setImages] = useState(startImages)
  const [errors, setErrors] = useState<FieldErrors>({})
  const submission = useSubmitRunner({ needsSession: true, unknown: t('messages.unknownError') })
  const { submitting } = submission
  const [touched, setTouched] = useState(false)
  const [target, setTarget] = useState<{ field: string }>()
  const [today] = useState(useToday())
  const { phoneCountry } = useRootData()
  const version = useRef(team?.version)

  // a field that was just added exists only after the next render; the fields of a collapsed person cannot
  // have the focus
  useEffect(() => {
    const element = target && document.getElementById(toFieldElementId(target.field))
    const collapsed = element?.closest('details')
    if (collapsed) collapsed.open = true
    element?.focus()
  }, [target])

  const competition = competitions.find(({ id }) => id === values.competitionId)
  const frame: CompetitionLimits | undefined =
    competition && (team || canRegisterTeam(competition)) ? competition : undefined
  const record = team?.record
  const problems = useMemo(
    () => listBlockingTeamFormProblems(values, frame, { today, phoneCountry }, record),
    [values, frame, today, phoneCountry, record],
  )
  const warnings = useMemo(
    () => toTranslatedFieldErrors(t, listUnchangedPeopleProblems(values, frame, today, record)),
    [t, values, frame, today, record],
  )

  const change = (to: (before: TeamValues) => TeamValues) => {
    setTouched(true)
    setValues(to)
  }
  const clear = (...fields: string[]) =>
    setErrors((found) =>
      fields.some((field) => field in found)
        ? Object.fromEntries(Object.entries(found).filter(([field]) => !fields.includes(field)))
        : found,
    )
  const point = (found: FieldErrors) => {
    setErrors(found)
    const [field] = listErrorFieldsInFormOrder(found)
    if (field !== undefined) setTarget({ field })
  }

  const set = (field: AccountTeamField, value: string) => {
    change((before) => ({ ...before, [field]: value }))
    // which ages fit depends on the level
    const birthDates = field === 'ageLevel' ? values.members.map((_, at) => `members.${at}.birthDate`) : []
    clear(field, ...birthDates)
  }
  const choose = (chosen: CompetitionWithPlaces) => {
    change((before) => ({
      ...before,
      competitionId: chosen.id,
      coaches: fitBlankPeopleToLimits(before.coaches, chosen.minCoaches, chosen.maxCoaches),
      members: fitBlankPeopleToLimits(before.members, chosen.minMembers, chosen.maxMembers),
    }))
    clear('competitionId', 'coaches', 'members')
  }
  /** Copies what another team of the account has in common with this one; coaches that were typed stay. */
  const copyFrom = (other: AccountTeam, regionIds: readonly string[]) => {
    const copied = copySchoolAndCoachValues(other, regionIds)
    change((before) => {
      const coaches = replaceBlankCoachesWithCopies(before.coaches, copied.coaches, frame?.maxCoaches)
      return {
        ...before,
        ...copied,
        coaches: frame ? fitBlankPeopleToLimits(coaches, frame.minCoaches, frame.maxCoaches) : coaches,
      }
    })
    setErrors((found) =>
      Object.fromEntries(
        Object.entries(found).filter(([field]) => !(field in copied) && !field.startsWith('coaches')),
      ),
    )
  }
  const setPeople = (group: PeopleGroup, people: PersonValues[]) => {
    change((before) => ({ ...before, [group]: people }))
    clear(group)
  }
  const setPerson = (group: PeopleGroup, at: number, to: Partial<PersonValues>) => {
    change((before) => ({
      ...before,
      [group]: before[group].map((person, place) => (place === at ? { ...person, ...to } : person)),
    }))
    clear(...Object.keys(to).map((field) => `${group}.${at}.${field}`))
    // the problems of an ID depend on the birth date and the gender, too
    if ('birthDate' in to || 'gender' in to) clear(`${group}.${at}.nationalId`)
  }
  const removePerson = (group: PeopleGroup, at: number) => {
    const gone = values[group][at]
    change((before) => ({ ...before, [group]: before[group].filter((_, place) => place !== at) }))
    setErrors((found) => removeAndShiftPersonErrors(found, group, at))
    if (gone) setImages((all) => new Map([...all].filter(([key]) => key !== gone.key)))
  }
  const setImage = (key: string, picture: ImageChange, field: string) => {
    setTouched(true)
    setImages((all) => new Map([...all.entries(), [key, picture]]))
    clear(field)
  }

  const submit = async (): Promise<void> => {
    if (submitting) return
    submission.clear()
    const found = toTranslatedFieldErrors(t, problems)
    if (Object.keys(found).length > 0) return point(found)
    setErrors({})
    const image = pictures.get(teamPicture)
    const photos = new Map<number, File | null>()
    for (const [at, { key }] of values.members.entries()) {
      const photo = pictures.get(key)
      if (photo !== undefined) photos.set(at, photo)
    }
    const existing =
      team && version.current !== undefined ? { id: team.id, version: version.current } : undefined
    const failed = await submission.submit(async () => {
      assertSameUserSignedIn(userId)
      const joinWaitingList = !existing && competition?.waitingListOpen === true
      const request = {
        ...toTeamSubmission(values, today, existing),
        ...(joinWaitingList ? { joinWaitingList } : {}),
      }
      const saved = await accountTeamApi.save(request, {
        ...(image === undefined ? {} : { image }),
        photos,
      })
      onSaved(saved)
      return 'leaving'
    })
    if (!failed) return
    const { kind } = toSaveFailure(failed)
    if (kind === 'no-places' || kind === 'not-open') onOutdated()
    if (kind === 'refused' && failed.error) point(toTeamFormErrorsFromApi(failed.error.fields))
  }

  return {
    values,
    pictures,
    errors,
    failure: submission.failure && toSaveFailure(submission.failure),
    submitting,
    touched,
    today,
    frame,
    competition,
    problems,
    /** What is wrong with stored values that do not change, by field. */
    warnings,
    /** The team that is changed. */
    record,
    set,
    choose,
    copyFrom,
    setPeople,
    setPerson,
    removePerson,
    setImage,
    submit,
    /** Focuses a field, also one that the current change adds. */
    goTo: (field: string) => setTarget({ field }),
    /** Replaces the values of the form. `onto` is the version that the next save is based on. */
    take: (other: TeamValues, onto: number) => {
      version.current = onto
      setValues(other)
      setImages(new Map())
      setErrors({})
      submission.clear()
    },
    /** Saves the values of the form over those of another user. */
    overwrite: (onto: number) => {
      version.current = onto
      submission.clear()
      void submit()
    },
    teamPicture,
  }
}
export type TeamForm = ReturnType<typeof useTeamForm>

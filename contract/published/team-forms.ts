import type { PersonDraft, TeamDraft, TeamSubmission } from '#contract/team.ts'
import type { WirePersonForm, WireSubmission, WireTeamForm } from './team.schema.ts'
import { ageLevelFromWire, ageLevelToWire, personDraftFromWire, personDraftToWire } from './team.ts'

type Fields = Record<string, string | number | boolean | Blob | null | undefined>
const formOf = (fields: Fields): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) form.append(name, value instanceof Blob ? value : String(value))
  return form
}

/** The back office's team form as it goes over the wire. A picture that is null is taken away, one that is undefined stays as it is. */
export const teamToForm = (draft: TeamDraft, image?: Blob | null): FormData =>
  formOf({
    id: draft.id,
    version: draft.version,
    name: draft.name,
    schoolName: draft.schoolName,
    ageLevel: ageLevelToWire(draft.ageLevel),
    stage: draft.stage,
    payment_status: draft.paid,
    reason: draft.reason,
    region: draft.regionId ?? '',
    competion: draft.competitionId,
    file: image,
    removeFile: image === null ? true : undefined,
  })

/** What a team form sets; what it does not have stays as it is. */
export type TeamEdit = Pick<TeamDraft, 'id' | 'version' | 'name' | 'reason'> &
  Partial<Omit<TeamDraft, 'id' | 'version' | 'name' | 'reason'>>
export const teamEditFromForm = (form: WireTeamForm): TeamEdit => {
  const edit: TeamEdit = { id: form.id, version: form.version, name: form.name, reason: form.reason }
  if (form.competion !== undefined) edit.competitionId = form.competion
  if (form.region !== undefined) edit.regionId = form.region
  if (form.schoolName !== undefined) edit.schoolName = form.schoolName
  if (form.ageLevel !== undefined) edit.ageLevel = ageLevelFromWire(form.ageLevel)
  if (form.stage !== undefined) edit.stage = form.stage
  if (form.payment_status !== undefined) edit.paid = form.payment_status
  return edit
}

/** A coach or a member as the back office sends one. */
export const personToForm = (draft: PersonDraft, version: number | undefined, picture?: Blob | null): FormData =>
  formOf({
    version,
    name: draft.name,
    email: draft.email,
    national_id: draft.nationalId,
    phone_number: draft.phone,
    dob: draft.birthDate ?? '',
    gender: draft.gender ?? '',
    consent: draft.consent && JSON.stringify(draft.consent),
    picture,
    removePicture: picture === null ? true : undefined,
  })
export const personEditFromForm = (form: WirePersonForm): PersonDraft => personDraftFromWire(form)

/** Pictures that go with a submission: of the team, and of members by their place. Null takes away, undefined leaves. */
export type SubmissionPictures = { image?: Blob | null; photos?: ReadonlyMap<number, Blob | null> }

/** A registration as it goes over the wire. */
export const submissionToForm = (team: TeamSubmission, { image, photos = new Map() }: SubmissionPictures = {}): FormData => {
  const gone = [...photos].flatMap(([at, photo]) => {
    const id = photo === null ? team.members[at]?.id : undefined
    return id ? [id] : []
  })
  return formOf({
    id: team.id,
    version: team.version,
    competion: team.competitionId,
    region: team.regionId ?? '',
    name: team.name,
    schoolName: team.schoolName,
    ageLevel: ageLevelToWire(team.ageLevel),
    coaches: JSON.stringify(team.coaches.map(personDraftToWire)),
    members: JSON.stringify(team.members.map(personDraftToWire)),
    file: image,
    removeFile: image === null ? true : undefined,
    removePhotos: gone.length > 0 ? JSON.stringify(gone) : undefined,
    ...Object.fromEntries([...photos].map(([at, photo]) => [`photo_${at}`, photo])),
  })
}

export const submissionFromForm = (form: WireSubmission): TeamSubmission => ({
  id: form.id,
  version: form.version,
  competitionId: form.competion ?? '',
  regionId: form.region ?? null,
  name: form.name,
  schoolName: form.schoolName,
  ageLevel: form.ageLevel === undefined ? 'elementary' : ageLevelFromWire(form.ageLevel),
  coaches: form.coaches.map(personDraftFromWire),
  members: form.members.map(personDraftFromWire),
})

import { hasPermission, type Permission } from '#contract/rules/permissions.ts'
import type { Role } from '#contract/session.ts'
import { pickFields, teamValueFields } from '#contract/team.fields.ts'
import type { MemberConsent, Team, TeamListRow, TeamPerson, TeamScore } from '#contract/team.ts'
import type { Gender } from '#contract/user.ts'
import type { teamMatches, teamPeople, teamScores, teams } from '#server/db/schema/teams.ts'
import type { DerivedSheet } from '#server/features/scores/service.ts'
import { createFieldEncryption, type FieldEncryption } from '#server/lib/encryption.ts'
import { getUploadUrlPath } from '#server/lib/files.ts'
import { decryptAndMaskNationalId } from '#server/lib/masked-national-id.ts'
import { createLinkSigner, type SignedLinks } from '#server/lib/signed-links.ts'

export type TeamDbRow = typeof teams.$inferSelect
export type PersonRow = typeof teamPeople.$inferSelect
export type ScoreRow = typeof teamScores.$inferSelect
export type MatchRow = typeof teamMatches.$inferSelect
type NamedRow = { id: string; nameEn: string; nameAr: string }

/** A team row with its joined records. */
export type TeamJoinRow = {
  team: TeamDbRow
  competition: NamedRow & { slug: string }
  region: NamedRow | null
  user: { id: string; firstName: string; lastName: string; email: string; role: Role } | null
}

/** The path of the photos of people. */
const personPicturePath = '/api/teams/pictures'

/** The encryption of national IDs and the signer of photo links, which reading a team needs. */
export type TeamReadContext = { encryption: FieldEncryption; links: SignedLinks }
export const createTeamReadContext = (keys: Parameters<typeof createFieldEncryption>[0]): TeamReadContext => {
  const encryption = createFieldEncryption(keys)
  return { encryption, links: createLinkSigner(encryption) }
}

const buildPhotoUrl = (name: string | null, { links }: Pick<TeamReadContext, 'links'>) =>
  name && `${personPicturePath}/${name}?${links.createQuery(name)}`

/** Maps a row of a person; of the national ID only the last three digits remain. */
export const toMaskedTeamPerson = (row: PersonRow, readers: TeamReadContext): TeamPerson => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  email: row.email,
  phone: row.phone,
  nationalId: decryptAndMaskNationalId(readers.encryption, row.nationalId, 'team_people.national_id', row.id),
  birthDate: row.birthDate,
  gender: row.gender as Gender | null,
  picture: buildPhotoUrl(row.picture, readers),
  consent: row.consent as MemberConsent | null,
  version: row.version,
})

const toTeamSummary = ({ team, competition, region }: TeamJoinRow) => ({
  id: team.id,
  teamNo: team.teamNo,
  ...pickFields(team, teamValueFields),
  image: team.image && getUploadUrlPath('teams', team.image),
  competition: { id: competition.id, slug: competition.slug, name: { en: competition.nameEn, ar: competition.nameAr } },
  region: region && { id: region.id, name: { en: region.nameEn, ar: region.nameAr } },
  paid: team.paid,
  complete: team.complete,
  status: team.status,
  version: team.version,
  createdAt: team.createdAt.toISOString(),
  updatedAt: team.updatedAt.toISOString(),
  deletedAt: team.deletedAt?.toISOString() ?? null,
})

const toTeamUser = ({ user }: TeamJoinRow) => user && { id: user.id, name: `${user.firstName} ${user.lastName}`.trim(), email: user.email }

/** A coach or member in a row of the list. */
export type PersonSummaryRow = Pick<PersonRow, 'id' | 'kind' | 'name' | 'picture'>
/** A row of the list; `people` are all coaches and members of the team, each kind in its order. */
export type TeamListDbRow = TeamJoinRow & { people: readonly PersonSummaryRow[]; scores: readonly TeamScore[] }

export const toTeamListRow = ({ people, scores, ...parts }: TeamListDbRow, links: Pick<TeamReadContext, 'links'>): TeamListRow => {
  const ofKind = (kind: PersonRow['kind']) => people.filter((person) => person.kind === kind)
  const toSummary = ({ id, name, picture }: PersonSummaryRow) => ({ id, name, picture: buildPhotoUrl(picture, links) })
  return {
    ...toTeamSummary(parts),
    coaches: ofKind('coach').map(toSummary),
    members: ofKind('member').slice(0, 3).map(toSummary),
    memberCount: ofKind('member').length,
    user: toTeamUser(parts),
    scores: [...scores],
  }
}

const toTeamScore = (row: ScoreRow, matches: readonly MatchRow[]): TeamScore => ({
  key: row.key,
  score: row.score,
  timeMs: row.timeMs,
  youtubeLink: row.youtubeLink,
  file: row.file,
  github: row.github,
  matches: matches.map(({ fbs, obs, youtubeLink }) => ({ fbs, obs, youtubeLink })),
})

export const toTeam = (
  parts: TeamJoinRow,
  {
    people,
    scores,
    matches,
    derivedSheet,
  }: { people: readonly PersonRow[]; scores: readonly ScoreRow[]; matches: readonly MatchRow[]; derivedSheet?: DerivedSheet | undefined },
  readers: TeamReadContext,
): Team => {
  const of = (kind: PersonRow['kind']) =>
    people.filter((person) => person.kind === kind).map((person) => toMaskedTeamPerson(person, readers))
  return {
    ...toTeamSummary(parts),
    coaches: of('coach'),
    members: of('member'),
    user: toTeamUser(parts),
    scores:
      derivedSheet?.scores ??
      scores.map((score) =>
        toTeamScore(
          score,
          matches.filter(({ scoreId }) => scoreId === score.id),
        ),
      ),
    ...(derivedSheet
      ? { hasDerivedScores: true as const, derivedTotal: derivedSheet.total, derivedTotalTimeMs: derivedSheet.totalTimeMs }
      : {}),
  }
}

/**
 * Returns a team, or a row of the list, as a user of the back office may see it: whoever has neither `registration` nor `privacy` gets no people, who are
 * children for the most part.
 */
export const hideTeamPeople = <T extends Pick<TeamListRow, 'user'> & { coaches: unknown[]; members: unknown[] }>(
  team: T,
  { permissions = [] }: { permissions?: readonly Permission[] },
): T => (hasPermission(permissions, ['registration', 'privacy']) ? team : { ...team, coaches: [], members: [], user: null })

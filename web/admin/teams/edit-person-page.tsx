import { useNavigate, useRevalidator } from 'react-router'
import type { PersonKind } from '#contract/team.fields.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/edit-person-page.ts'
import { PersonForm } from './person-form.tsx'

/** Loads a coach or member. The id `new` adds a person. */
export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const { teamId, coachId, memberId } = params
  const kind: PersonKind = coachId === undefined ? 'member' : 'coach'
  const id = coachId ?? memberId
  const team = await adminApi.teams.one(teamId)
  const person = [...team.coaches, ...team.members].find((each) => each.kind === kind && each.id === id)
  if (!person && id !== 'new') throw new Response(null, { status: 404 })
  return { team, kind, person, competition: await adminApi.competitions.one(team.competition.id) }
}

export default function EditPersonPage({ loaderData: { team, kind, person, competition } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t(person ? `adminTeams.${kind}.edit` : `adminTeams.${kind}.new`)} · ${t('name')}`}</title>
      <PersonForm
        key={person?.id ?? `new ${kind}`}
        team={team}
        kind={kind}
        competition={competition}
        {...(person ? { person } : {})}
        onSaved={() => void (person ? revalidate() : navigate(`/admin/team/${team.id}/view`, { replace: true }))}
      />
    </>
  )
}

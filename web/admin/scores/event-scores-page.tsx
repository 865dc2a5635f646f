import { Alert } from '@mantine/core'
import { useLocation } from 'react-router'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/event-scores-page.ts'
import { EventScoreEditor } from './event-score-editor.tsx'
import type { TeamSheet } from './score-dialogs.tsx'
import { type PrintedSheet, parseSheetAddress } from './sheet-link.ts'

/** Finds the team of a printed sheet, and whether its round has a result already. Returns undefined for a team that does not take part. */
const findTeamSheet = async (eventId: string, { teamId, round }: PrintedSheet): Promise<TeamSheet | undefined> => {
  const { teams } = await adminApi.schedule.get(eventId)
  const team = teams.find(({ id }) => id === teamId)
  if (!team) return undefined
  const { scores } = await adminApi.scores.getPage(eventId, { per_page: 100, s: team.name })
  const rows = scores.filter(({ teamNo }) => teamNo === String(team.teamNo))
  const entries = await Promise.all(rows.map(({ id }) => adminApi.scores.getEntry(eventId, id)))
  const attempts = entries.find((entry) => entry.teamId === teamId)?.attempts ?? []
  return { team, round, hasResult: attempts.some(({ mission }) => mission === round) }
}

/** The parameter `s` of the URL is the first search of the ranking, and `sheet` the printed sheet whose form opens. */
export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const { pathname, search: query, searchParams } = new URL(request.url)
  const search = searchParams.get('s') ?? ''
  const printedSheet = parseSheetAddress(params.id, pathname + query)
  const [initial, { ruleSet }, results, sheet] = await Promise.all([
    adminApi.scores.getPage(params.id, { per_page: 100, ...(search ? { s: search } : {}) }),
    adminApi.ruleSets.get(params.id),
    adminApi.publishedResults.get(params.id),
    printedSheet && findTeamSheet(params.id, printedSheet),
  ])
  return { initial, results, ruleSet, search, sheet, isSheetUnknown: printedSheet !== undefined && sheet === undefined }
}

export default function EventScoresPage({ loaderData: { isSheetUnknown, ...data } }: Route.ComponentProps) {
  const { t } = useTranslation()
  // a sheet that is scanned again opens its form again
  const { key } = useLocation()
  return (
    <>
      {isSheetUnknown ? <Alert color="yellow">{t('adminScores.sheet.unknownTeam')}</Alert> : null}
      <EventScoreEditor key={data.sheet ? key : data.initial.event.id} {...data} />
    </>
  )
}

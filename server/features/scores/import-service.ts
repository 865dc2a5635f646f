import type { ImportRow } from '#contract/score.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { LineProblem } from '#server/lib/csv-read.ts'
import { parseScores } from './import.ts'
import { resolveParticipants } from './participants.ts'
import { presentEvent } from './queries.ts'
import { scoreWriter, type WriteBy } from './record.ts'

/** How many rows and problems are shown of a file; all count. */
const shown = 200
const columnOfField: Record<string, string> = { teamNo: 'team_no', teamName: 'team_name', missionType: 'mission_type' }

/** What a file would do, or did. `rows` and `problems` are the first 200 of each. */
export type Imported = { rows: ImportRow[]; problems: LineProblem[]; count: number; participants: number; newEntries: number }

/** A CSV file of attempts: looked at, or imported, all or nothing. */
export const scoreImport = ({ database, changes }: Pick<Core, 'database' | 'changes'>) => {
  const { recordAttempts } = scoreWriter({ database, changes })

  /** Throws `not-found`; problems of the file are in the result. */
  const look = async (eventId: string, bytes: Uint8Array) => {
    const event = await presentEvent(database.db, eventId)
    if (!event) throw new AppError('not-found')
    const { lines, problems } = parseScores(bytes)
    const resolved = await resolveParticipants(
      database.db,
      event,
      lines.map(({ who }) => who),
      true,
    )
    const lineAt = (at: number) => lines[at]?.line ?? 0
    const all = [
      ...problems,
      ...resolved.problems.map(({ at, problem }) => ({
        line: lineAt(at),
        problem: { ...problem, field: columnOfField[problem.field] ?? problem.field },
      })),
    ].toSorted((a, b) => a.line - b.line)
    const names = new Map(resolved.entries.map((entry) => [entry.participantKey, entry]))
    const rows = lines.slice(0, shown).map(({ line, run }, at): ImportRow => {
      const key = resolved.keys[at] ?? ''
      const entry = names.get(key)
      const { mission, score, timeMs } = run
      return { line, name: entry?.playerName ?? '', team: entry?.teamName ?? '', mission, score, timeMs, isNew: !resolved.known.has(key) }
    })
    const newEntries = resolved.entries.filter(({ participantKey }) => !resolved.known.has(participantKey)).length
    const imported: Imported = {
      rows,
      problems: all.slice(0, shown),
      count: lines.length,
      participants: resolved.entries.length,
      newEntries,
    }
    return { imported, lines }
  }

  return {
    preview: async (eventId: string, bytes: Uint8Array): Promise<Imported> => (await look(eventId, bytes)).imported,

    /** Imports all lines, or none: with problems it is `refused`. With `once` a repeat of the same request changes nothing. */
    run: async (eventId: string, bytes: Uint8Array, actor: Actor, once: WriteBy['once']): Promise<Imported & { refused: boolean }> => {
      const { imported, lines } = await look(eventId, bytes)
      if (imported.problems.length > 0) return { ...imported, refused: true }
      const attempts = lines.map(({ who, run }) => ({ who, run }))
      const { made } = await recordAttempts(eventId, { kind: 'add', attempts }, { source: 'csv', actor, once })
      return { ...imported, newEntries: made, refused: false }
    },
  }
}

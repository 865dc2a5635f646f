import { Select, Stack, Title } from '@mantine/core'
import { useId } from 'react'
import type { SheetDraft } from '#web/judge/judge-store.ts'
import { useMatchFormatters } from '#web/judge/use-judge-formats.ts'
import { ScoreSheetForm } from '#web/shared/event/score-sheet/score-sheet-form.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import styles from '../judge.module.css'
import { findSideOfTeam, type MatchEventData } from './judge-matches.ts'

type Sheet = NonNullable<SheetDraft['opponent']>
type SideProps = {
  data: MatchEventData
  title: string
  sheet: Sheet
  /** Whether the judge says which side plays, because it does not follow from the results yet. */
  canChooseSide: boolean
  otherTeamId: string
  onChange: (sheet: Sheet) => void
}

/** Shows the sheet of a side of a match. */
export function MatchSideSheetForm({ data, title, sheet, canChooseSide, otherTeamId, onChange }: SideProps) {
  const { t } = useTranslation()
  const { formatSide } = useMatchFormatters(data)
  const id = useId()
  const [group] = data.ruleSet.groups
  const side = findSideOfTeam(data, sheet.teamId)
  const other = findSideOfTeam(data, otherTeamId)
  return (
    <section aria-labelledby={id} className={styles.card}>
      <Stack gap="md">
        <Title order={2} size="h4" id={id}>
          {side === undefined ? title : formatSide(side)}
        </Title>
        {canChooseSide ? (
          <Select
            size="lg"
            label={t('judge.match.chooseSide')}
            searchable
            nothingFoundMessage={t('judge.team.nothingFound')}
            data={data.draw.sides.flatMap((_, each) =>
              each === other ? [] : { value: String(each), label: formatSide(each) },
            )}
            value={side === undefined ? null : String(side)}
            onChange={(value) =>
              onChange({ ...sheet, teamId: data.draw.sides[Number(value ?? -1)]?.[0] ?? '' })
            }
          />
        ) : null}
        {group ? (
          <ScoreSheetForm
            ruleSet={data.ruleSet}
            group={group}
            values={sheet.values}
            onChange={(values) => onChange({ ...sheet, values })}
            stopwatch={{
              starts: sheet.stopwatches ?? {},
              onChange: (stopwatches, values) => onChange({ ...sheet, stopwatches, values }),
            }}
            disqualifiedTexts={{ label: t('judge.match.absent'), description: t('judge.match.absentHint') }}
            showsResult={false}
          />
        ) : null}
      </Stack>
    </section>
  )
}

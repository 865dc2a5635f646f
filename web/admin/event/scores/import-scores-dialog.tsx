import { Badge } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { ScoreImportRow } from '#contract/event/scores/score.schema.ts'
import type { ScoreField } from '#contract/event/scores/score.ts'
import type { RuleSet, ScoreSheetField } from '#contract/event/scoring/rule-set.schema.ts'
import { findRoundLabel, getFieldMaxValue } from '#contract/event/scoring/rule-set-sheet.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { Language } from '#i18n/languages.ts'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import {
  buildImportExampleTable,
  exampleNames,
  type ImportExample,
} from '#web/admin/shared/import-example.ts'
import { formatAttemptTime, formatMeasuredTimeOrDash, formatNumber } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'

const exampleNote = { en: 'second run', ar: 'الجولة الثانية' } as const

type ScoreCells = readonly [ScoreField, ...string[]]
const listParticipantCells = (t: TFunction, lang: Language): ScoreCells[] => {
  const { girl, team, school } = exampleNames[lang]
  return [
    ['playerName', girl, ''],
    ['playerEmail', 'sara@example.com', ''],
    ['teamNo', '', '12'],
    ['teamName', '', team],
    ['schoolName', '', school],
    ['missionType', t('missionType.1'), t('missionType.2')],
  ]
}
const getScoreTitle = (t: TFunction, field: ScoreField): string => t(`adminScores.fields.${field}`)

/** Builds an example of a file of attempts. */
export const buildScoreImportExampleTable = (t: TFunction, lang: Language): ImportExample => {
  const cells: ScoreCells[] = [
    ...listParticipantCells(t, lang),
    ['mission', '1', '1'],
    ['score', '85.5', '70'],
    ['timeMs', '1:12.250', '95.4'],
    ['at', '', '2026-03-01 10:30'],
    ['note', '', exampleNote[lang]],
  ]
  return buildImportExampleTable(
    cells.map(([field, ...values]) => [getScoreTitle(t, field), ...values] as const),
  )
}

/** Builds an example of a file of score sheets: a line for the first round of each group. */
export const buildScoreSheetImportExampleTable = (
  t: TFunction,
  lang: Language,
  { groups }: RuleSet,
): ImportExample => {
  const formatValue = (group: RuleSet['groups'][number], field: ScoreSheetField | undefined): string => {
    if (!field) return ''
    if (field.kind === 'yesNo') return t('admin.import.yes')
    if (field.kind === 'choice') return field.options[0]?.label[lang] ?? ''
    return field.kind === 'time'
      ? formatAttemptTime(getFieldMaxValue(group, field))
      : String(getFieldMaxValue(group, field))
  }
  const fieldByKey = new Map(
    groups.flatMap(({ fields }) => fields.map((field) => [field.key, field] as const)),
  )
  const listTitles = (title: string) => [...fieldByKey.values()].filter(({ label }) => label[lang] === title)
  const repeatCell = (cell: string) => groups.map(() => cell)
  return buildImportExampleTable([
    ...listParticipantCells(t, lang).map(
      ([field, , cell = '']) => [getScoreTitle(t, field), ...repeatCell(cell)] as const,
    ),
    [t('adminRuleSets.round'), ...groups.map(({ rounds }) => rounds[0]?.label[lang] ?? '')],
    ...[...fieldByKey].map(
      ([key, { label }]) =>
        [
          // a title that two fields have names neither
          listTitles(label[lang]).length > 1 ? key : label[lang],
          ...groups.map((group) =>
            formatValue(
              group,
              group.fields.find((each) => each.key === key),
            ),
          ),
        ] as const,
    ),
    [t('scoreSheet.disqualified'), ...repeatCell('')],
    [getScoreTitle(t, 'at'), ...repeatCell('2026-03-01 10:30')],
    [getScoreTitle(t, 'note'), ...repeatCell('')],
  ])
}

/** Returns the participant of a line as people know it: a team with its number and competition. */
const nameParticipant = (
  { kind, playerName, teamNo, teamName, competition }: ScoreImportRow,
  lang: Lang,
): string =>
  kind === 'team'
    ? [teamNo, teamName, competition?.[lang], playerName].filter(Boolean).join(' · ')
    : playerName || teamName || teamNo

const getImportedKind = ({ kind, isNewEntry }: ScoreImportRow) =>
  kind !== 'guest' ? 'registered' : isNewEntry ? 'new' : 'known'

type Props = { eventId: string; ruleSet: RuleSet | null; onClose: () => void; onSaved: () => void }

/** Shows a dialog that previews and imports a CSV file of attempts, all or nothing. */
export function ImportScoresDialog({ eventId, ruleSet, onClose, onSaved }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  return (
    <ImportDialog
      title={t('adminScores.import')}
      intro={t(ruleSet ? 'adminRuleSets.importIntro' : 'adminScores.importForm.intro')}
      example={
        ruleSet ? buildScoreSheetImportExampleTable(t, lang, ruleSet) : buildScoreImportExampleTable(t, lang)
      }
      hasTimes
      kind="scores"
      eventId={eventId}
      describe={({ count, recordedCount, registeredCount, newParticipantCount }) =>
        [
          t('adminScores.importForm.count', { count: count - recordedCount }),
          t('adminScores.importForm.registered', { count: registeredCount }),
          t('adminScores.importForm.newParticipants', { count: newParticipantCount }),
        ].join(' · ')
      }
      rowColumns={[
        {
          title: t('scores.playerAndTeam'),
          render: (row) => (
            <>
              <Bdi>{nameParticipant(row, lang)}</Bdi>{' '}
              <Badge size="sm" variant="light" tt="none" color={row.kind === 'guest' ? 'yellow' : 'oasis'}>
                {t(`adminScores.importForm.kinds.${getImportedKind(row)}`)}
              </Badge>{' '}
              {row.isRecorded ? (
                <Badge size="sm" variant="light" tt="none" color="gray">
                  {t('adminScores.importForm.recorded')}
                </Badge>
              ) : null}
            </>
          ),
        },
        {
          title: t(ruleSet ? 'adminRuleSets.round' : 'adminScores.fields.mission'),
          render: ({ mission }) =>
            ruleSet ? <Bdi>{findRoundLabel(ruleSet, mission)?.[lang]}</Bdi> : mission,
        },
        {
          title: t('adminScores.fields.score'),
          render: ({ score }) => <bdi>{formatNumber(score, lang)}</bdi>,
        },
        {
          title: t('adminScores.fields.timeMs'),
          render: ({ timeMs }) => <bdi dir="ltr">{formatMeasuredTimeOrDash(timeMs)}</bdi>,
        },
      ]}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}

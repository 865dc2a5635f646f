import { Badge } from '@mantine/core'
import type { Lang } from '#contract/localized.ts'
import type { RuleSet } from '#contract/rule-set.schema.ts'
import type { ScoreImport, ScoreImportRow } from '#contract/score.schema.ts'
import { findRoundLabel } from '#contract/scoring/rule-set-sheet.ts'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import { buildScoreImportExample, buildScoreSheetImportExample } from '#web/admin/shared/import-examples.ts'
import { buildImportForm } from '#web/shared/api/admin/imports.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatMeasuredTime, formatNumber } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'

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
  const send = (form: FormData, headers: Record<string, string> = {}) =>
    callApi('POST /api/admin/events/:eventId/scores/import', { params: { eventId }, form, headers })
  return (
    <ImportDialog<ScoreImport>
      title={t('adminScores.import')}
      intro={t(ruleSet ? 'adminRuleSets.importIntro' : 'adminScores.importForm.intro')}
      example={ruleSet ? buildScoreSheetImportExample(t, lang, ruleSet) : buildScoreImportExample(t, lang)}
      hasTimes
      kind="scores"
      preview={(file, answers) => send(buildImportForm(file, true, answers))}
      run={async (file, options) => {
        const headers = { 'idempotency-key': options.idempotencyKey }
        const { msg } = await send(buildImportForm(file, false, options), headers)
        return { message: msg }
      }}
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
          render: ({ timeMs }) => <bdi dir="ltr">{formatMeasuredTime(timeMs)}</bdi>,
        },
      ]}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}

import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import type { ScoreSheetPages } from '#contract/event/print.calls.ts'
import type { PrintedScoreSheet } from '#contract/event/print.schema.ts'
import { scoreSheetKinds } from '#contract/event/print.ts'
import { buildAdminSheetFormPath } from '#contract/event/scores/sheet-link.ts'
import type { RuleSet, ScoreSheetField } from '#contract/event/scoring/rule-set.schema.ts'
import { listPrintedRoundRules } from '#contract/event/scoring/rule-set-description.ts'
import {
  findRound,
  findRoundLabel,
  listRoundsOrPossibleMatches,
  type NumberedRound,
} from '#contract/event/scoring/rule-set-sheet.ts'
import { describePrintedFieldValues } from '#contract/event/scoring/score-sheet-description.ts'
import { getEventScoringTraits, getSheetTraitsOfRound } from '#contract/event/scoring/scoring-kinds.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { formatRuleText } from '#i18n/formats/rule-text.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { DayAndTableFilters, SelectFilter } from '#web/admin/event/judging/slot-filters.tsx'
import printStyles from '#web/admin/event/print/print.module.css'
import { noTeamOptions, PrintFilters } from '#web/admin/event/print/print-filters.tsx'
import {
  PrintOnlyButton,
  PrintPageFrame,
  readPrintChoice,
  usePrintChoiceSetter,
} from '#web/admin/event/print/print-page.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/print-score-sheets-page.ts'
import styles from './rule-sets.module.css'

const choiceKeys = ['kind', 'teamId', 'competitionId', 'regionId', 'table', 'day', 'round'] as const

export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const choice = readPrintChoice(request.url, choiceKeys)
  const loaded = await callApi('GET /api/admin/events/:eventId/print/score-sheets', {
    params: { eventId: params.id },
    query: choice,
  })
  return { choice, loaded }
}

/** Shows the space for a value on paper, or the options to tick with their points. */
function PrintedFieldValue({ field }: { field: ScoreSheetField }) {
  const lang = useLang()
  if (field.kind === 'yesNo') return <>☐</>
  if (field.kind === 'choice')
    return (
      <>
        {field.options.map((option) => (
          <div key={option.key}>
            ☐ <Bdi>{option.label[lang]}</Bdi> (<bdi dir="ltr">{formatNumber(option.points, lang)}</bdi>)
          </div>
        ))}
      </>
    )
  return null
}

type SheetProps = {
  eventTitle: string
  ruleSet: RuleSet
  round: NumberedRound
  /** The run that the sheet is for; a blank sheet has lines to write team and table on. */
  run?: NonNullable<PrintedScoreSheet['run']> & { team: ScoreSheetPages['teams'][number]; url: string }
}

/** Shows one score sheet on paper. */
function ScoreSheetOnPaper({ eventTitle, ruleSet, round: { number, round, group }, run }: SheetProps) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const fields = [
    ...group.fields.filter(({ isPenalty }) => !isPenalty),
    ...group.fields.filter(({ isPenalty }) => isPenalty),
  ]
  // a blank sheet of a match has a column for each side
  const isMatch = getSheetTraitsOfRound(ruleSet, number).hasOpponent && !run
  const sides = isMatch ? [1, 2] : [1]
  return (
    <Stack component="section" gap="sm" className={run ? styles.sheet : undefined} data-printable>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Text>
            <Bdi>{eventTitle}</Bdi>
          </Text>
          <Title order={3} size="h3">
            <Bdi>{round.label[lang]}</Bdi>
          </Title>
          {run ? (
            <>
              <Text fw={700} size="lg">
                {run.team.teamNo} · <Bdi>{run.team.name}</Bdi>
              </Text>
              <Text>
                {t('adminRuleSets.printTable')}: <Bdi>{run.table}</Bdi> · {t('adminRuleSets.printTime')}:{' '}
                {formatDateTime(run.startsAt)}
              </Text>
              {group.panel ? (
                <Text>
                  {t('adminRuleSets.printSheetOfPanel', { number: run.number, total: group.panel.judges })}
                </Text>
              ) : null}
            </>
          ) : null}
        </div>
        <PrintOnlyButton
          name={joinTexts([run ? run.team.teamNo : '', round.label[lang]].filter(Boolean), lang)}
        />
        {run ? (
          <div className={styles.sheetCode}>
            <QrCode
              text={run.url}
              label={tAttribute('adminRuleSets.printCode', {
                team: run.team.name,
                round: round.label[lang],
              })}
            />
          </div>
        ) : null}
      </Group>
      {run ? null : (
        <div className={styles.sheetHead}>
          <div className={styles.blank}>
            {t(isMatch ? 'adminMatchRules.printMatch' : 'adminRuleSets.printTeam')}
          </div>
          <div className={styles.blank}>{t('adminRuleSets.printTable')}</div>
        </div>
      )}
      <table className={styles.sheetTable}>
        {isMatch ? (
          <thead>
            <tr>
              <td />
              {sides.map((side) => (
                <th key={side} scope="col" className={styles.sheetSide}>
                  {t('adminMatchRules.printSide', { number: side })}
                </th>
              ))}
            </tr>
          </thead>
        ) : null}
        <tbody>
          {fields.map((field) => (
            <tr key={field.key}>
              <th scope="row">
                <Bdi>{field.label[lang]}</Bdi>
                {field.isPenalty ? ` (${t('adminRuleSets.isPenalty')})` : ''}
                <Text size="sm">{formatRuleText(t, lang, describePrintedFieldValues(group, field))}</Text>
              </th>
              {sides.map((side) => (
                <td key={side}>
                  <PrintedFieldValue field={field} />
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{t('scoreSheet.disqualified')}</th>
            {sides.map((side) => (
              <td key={side}>☐</td>
            ))}
          </tr>
        </tbody>
      </table>
      <div>
        {[...listPrintedRoundRules(ruleSet, group).entries()].map(([at, rule]) => (
          <Text key={at} size="sm">
            {formatRuleText(t, lang, rule)}
          </Text>
        ))}
      </div>
      {group.panel ? <div className={styles.feedback}>{t('adminRuleSets.printFeedback')}</div> : null}
      <div className={styles.sheetHead}>
        {/* a team does not see the sheets of a panel */}
        {(group.panel ? (['printJudgeName'] as const) : (['printJudge', 'printCaptain'] as const)).map(
          (text) => (
            <div key={text} className={styles.blank}>
              {t(`adminRuleSets.${text}`)}
            </div>
          ),
        )}
      </div>
    </Stack>
  )
}

/**
 * Shows score sheets of an event to print: blank ones, one page for each round, or one for each run of the
 * schedule, with a QR code that opens its form.
 */
export default function PrintScoreSheetsPage({ loaderData: { choice, loaded } }: Route.ComponentProps) {
  const { part: _, ...selection } = choice
  const { event, ruleSet, kind, hasSlots, teams, pages, pageCount, options } = loaded
  const { t } = useTranslation()
  const lang = useLang()
  const setChoice = usePrintChoiceSetter()
  const eventTitle = getEventTitleWithFallback(event.title, lang)
  const teamById = new Map(teams.map((team) => [team.id, team]))
  const isOfMatches = getEventScoringTraits(ruleSet).areTeamsDrawn
  const rounds = kind === 'blank' && ruleSet ? listRoundsOrPossibleMatches(ruleSet) : []
  const roundNumbers =
    kind === 'blank' ? (isOfMatches ? [] : rounds.map(({ number }) => number)) : options.rounds
  const renderSheet = ({ round: number, run }: PrintedScoreSheet) => {
    const round = ruleSet && findRound(ruleSet, number)
    const team = run && teamById.get(run.teamId)
    if (!round) return null
    if (!run)
      return <ScoreSheetOnPaper key={number} eventTitle={eventTitle} ruleSet={ruleSet} round={round} />
    if (!team) return null
    const url = new URL(
      buildAdminSheetFormPath(event.id, { teamId: team.id, round: number }),
      location.origin,
    )
    return (
      <ScoreSheetOnPaper
        key={`${run.slotId} ${team.id} ${run.number}`}
        eventTitle={eventTitle}
        ruleSet={ruleSet}
        round={round}
        run={{ ...run, team, url: url.href }}
      />
    )
  }
  const filters = (
    <>
      {hasSlots ? (
        <SegmentedControl
          style={{ alignSelf: 'flex-start' }}
          aria-label={t('adminRuleSets.printKind')}
          value={kind}
          onChange={(chosen) => setChoice({ kind: chosen === 'blank' ? chosen : null })}
          data={scoreSheetKinds.map((value) => ({
            value,
            label: t(value === 'blank' ? 'adminRuleSets.printBlank' : 'adminRuleSets.printScheduled'),
          }))}
        />
      ) : null}
      <PrintFilters
        eventId={event.id}
        options={kind === 'blank' ? noTeamOptions : options}
        choice={choice}
        onChange={setChoice}
      >
        {kind === 'blank' ? null : (
          <DayAndTableFilters
            className={printStyles.filter}
            days={options.days}
            tables={options.tables}
            value={choice}
            onChange={setChoice}
          />
        )}
        <SelectFilter
          className={printStyles.filter}
          label={t('adminJudging.schedule.columns.round', isOfMatches ? { context: 'match' } : {})}
          data={roundNumbers.map((number) => ({
            value: String(number),
            label: findRoundLabel(ruleSet, number)?.[lang] ?? String(number),
          }))}
          value={choice.round}
          onChange={(round) => setChoice({ round })}
        />
      </PrintFilters>
    </>
  )
  return (
    <PrintPageFrame
      title={t('adminRuleSets.printTitle')}
      back={{ to: `/admin/events/${event.id}/rules`, label: t('adminRuleSets.printBack') }}
      pageCount={pageCount}
      part={Number(choice.part ?? 1)}
      onPart={(part) => setChoice({ part })}
      file={{ eventId: event.id, selection: { document: 'scoreSheets', ...selection } }}
      filters={ruleSet ? filters : null}
      empty={t(ruleSet ? 'adminPrint.nothing' : 'adminRuleSets.defaultRanking')}
    >
      {pages.map((page) => (
        <div key={JSON.stringify(page[0])} className={styles.page} data-page>
          {page.map(renderSheet)}
        </div>
      ))}
    </PrintPageFrame>
  )
}

import { Anchor, Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { listTeamIdsOfSlot } from '#contract/event/printed-pages.ts'
import type { AdminScheduleSlot, EventTeam } from '#contract/event/schedule/schedule.schema.ts'
import { buildSheetFormPath } from '#contract/event/scores/sheet-link.ts'
import type { RuleSet, ScoreSheetField } from '#contract/event/scoring/rule-set.schema.ts'
import { listPrintedRoundRules } from '#contract/event/scoring/rule-set-description.ts'
import { findRound, listRoundsOrPossibleMatches } from '#contract/event/scoring/rule-set-sheet.ts'
import { describePrintedField } from '#contract/event/scoring/score-sheet-description.ts'
import { getEventScoringTraits, getRoundSheetTraits } from '#contract/event/scoring/scoring-kinds.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatRuleText } from '#web/shared/event/score-sheet/format-rule-text.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/print-score-sheets-page.ts'
import styles from './rule-sets.module.css'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [schedule, { ruleSet }] = await Promise.all([
    callApi('GET /api/admin/events/:eventId/schedule', { params: { eventId: params.id } }),
    callApi('GET /api/admin/events/:eventId/rule-set', { params: { eventId: params.id } }),
  ])
  return { event: schedule.event, ruleSet, schedule }
}

type RuleSetRound = ReturnType<typeof listRoundsOrPossibleMatches>[number]

/** Lists the rounds that have a blank sheet of their own; the sheets of all matches look the same. */
const listBlankSheetRounds = (ruleSet: RuleSet): RuleSetRound[] => {
  const rounds = listRoundsOrPossibleMatches(ruleSet)
  return getEventScoringTraits(ruleSet).areTeamsDrawn ? rounds.slice(0, 1) : rounds
}

/** Orders names of tables as people count them: A2 before A10. */
const compareTables = new Intl.Collator('en', { numeric: true }).compare

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

/** A run of the schedule; in a panel each judge has a sheet with a number. */
type ScheduledRun = { team: EventTeam; slot: AdminScheduleSlot; url: string; number: number }
type SheetProps = {
  eventTitle: string
  ruleSet: RuleSet
  round: RuleSetRound
  /** The run that the sheet is for; a blank sheet has lines to write team and table on. */
  run?: ScheduledRun
}

/** Shows one score sheet on paper. */
function PrintedScoreSheet({ eventTitle, ruleSet, round: { number, round, group }, run }: SheetProps) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const fields = [
    ...group.fields.filter(({ isPenalty }) => !isPenalty),
    ...group.fields.filter(({ isPenalty }) => isPenalty),
  ]
  // a blank sheet of a match has a column for each side
  const isMatch = getRoundSheetTraits(ruleSet, number).hasOpponent && !run
  const sides = isMatch ? [1, 2] : [1]
  return (
    <Stack component="section" gap="sm" className={run ? styles.sheet : styles.page}>
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
                {t('adminRuleSets.printTable')}: <Bdi>{run.slot.table}</Bdi> · {t('adminRuleSets.printTime')}:{' '}
                {formatDateTime(run.slot.startsAt)}
              </Text>
              {group.panel ? (
                <Text>
                  {t('adminRuleSets.printSheetOfPanel', { number: run.number, total: group.panel.judges })}
                </Text>
              ) : null}
            </>
          ) : null}
        </div>
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
                <Text size="sm">{formatRuleText(t, lang, describePrintedField(group, field))}</Text>
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
export default function PrintScoreSheetsPage({
  loaderData: { event, ruleSet, schedule },
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const [isBlank, setIsBlank] = useState(schedule.slots.length === 0)
  const eventTitle = getEventTitleWithFallback(event.title, lang)
  const teamById = new Map(schedule.teams.map((team) => [team.id, team]))
  const slots = schedule.slots.toSorted(
    (a, b) => compareTables(a.table, b.table) || (a.startsAt < b.startsAt ? -1 : 1),
  )
  const runs = slots.flatMap((slot) => {
    const round = ruleSet && findRound(ruleSet, slot.round)
    return listTeamIdsOfSlot(schedule.pairings, slot).flatMap((teamId) => {
      const team = teamById.get(teamId)
      const getUrl = () =>
        new URL(buildSheetFormPath(event.id, { ...slot, teamId }), window.location.origin).href
      if (!team || !round) return []
      const url = getUrl()
      return Array.from({ length: round.group.panel?.judges ?? 1 }, (_, at) => ({
        team,
        slot,
        round,
        url,
        number: at + 1,
      }))
    })
  })
  return (
    <Stack gap="xl">
      <title>{`${t('adminRuleSets.printTitle')} · ${t('name')}`}</title>
      <div className={styles.screenOnly}>
        <Anchor component={Link} to={`/admin/events/${event.id}/rules`} size="sm">
          {t('adminRuleSets.printBack')}
        </Anchor>
        <Group justify="space-between">
          <Title order={2} size="h3">
            {t('adminRuleSets.printTitle')}
          </Title>
          <Button
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => window.print()}
            disabled={!ruleSet}
          >
            {t('adminRuleSets.printNow')}
          </Button>
        </Group>
        {runs.length > 0 ? (
          <SegmentedControl
            mt="md"
            aria-label={t('adminRuleSets.printKind')}
            value={isBlank ? 'blank' : 'scheduled'}
            onChange={(kind) => setIsBlank(kind === 'blank')}
            data={[
              { value: 'scheduled', label: t('adminRuleSets.printScheduled') },
              { value: 'blank', label: t('adminRuleSets.printBlank') },
            ]}
          />
        ) : null}
        {ruleSet ? null : <Text py="xl">{t('adminRuleSets.defaultRanking')}</Text>}
      </div>
      {ruleSet && (isBlank || runs.length === 0)
        ? listBlankSheetRounds(ruleSet).map((round) => (
            <PrintedScoreSheet key={round.number} eventTitle={eventTitle} ruleSet={ruleSet} round={round} />
          ))
        : null}
      {ruleSet && !isBlank
        ? runs.map(({ round, ...run }) => (
            <PrintedScoreSheet
              key={`${run.slot.id} ${run.team.id} ${run.number}`}
              eventTitle={eventTitle}
              ruleSet={ruleSet}
              round={round}
              run={run}
            />
          ))
        : null}
    </Stack>
  )
}

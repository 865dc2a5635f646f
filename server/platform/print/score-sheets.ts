import type { PrintedScoreSheet, PrintedTeam } from '#contract/event/print.schema.ts'
import { buildAdminSheetFormPath } from '#contract/event/scores/sheet-link.ts'
import type { RuleSet, ScoreSheetField } from '#contract/event/scoring/rule-set.schema.ts'
import { listPrintedRoundRules } from '#contract/event/scoring/rule-set-description.ts'
import { findRound } from '#contract/event/scoring/rule-set-sheet.ts'
import { describePrintedFieldValues } from '#contract/event/scoring/score-sheet-description.ts'
import { getSheetTraitsOfRound } from '#contract/event/scoring/scoring-kinds.ts'
import type { Lang, Localized } from '#contract/platform/localized.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { formatDateTime, formatNumber } from '#i18n/formats/dates-and-numbers.ts'
import { formatRuleText } from '#i18n/formats/rule-text.ts'
import { isolateText, joinTexts, removeIsolates } from '#i18n/text-direction.ts'
import { type PrintDocument, printTranslators } from './document.ts'
import { estimateFittingTextScale } from './text-size.ts'

export type PrintedScoreSheets = {
  event: { id: string; title: Localized }
  ruleSet: RuleSet
  /** The sheets on each page of paper. */
  pages: readonly (readonly PrintedScoreSheet[])[]
  teams: readonly Pick<PrintedTeam, 'id' | 'teamNo' | 'name'>[]
  siteUrl: string
  timeZone: string
}

/** Builds a document of blank score sheets, and of those of runs with a QR code that opens their form. */
export const buildScoreSheetDocument = (
  { event, ruleSet, pages, teams, siteUrl, timeZone }: PrintedScoreSheets,
  lang: Lang,
): PrintDocument => {
  const { t } = printTranslators[lang]
  const teamById = new Map(teams.map((team) => [team.id, team]))
  const name = (text: string) => isolateText(text, lang)

  const toRow = (group: Parameters<typeof describePrintedFieldValues>[0], field: ScoreSheetField) => ({
    label: name(field.label[lang]) + (field.isPenalty ? ` (${t('adminRuleSets.isPenalty')})` : ''),
    note: formatRuleText(t, lang, describePrintedFieldValues(group, field)),
    hasBox: field.kind === 'yesNo',
    options:
      field.kind === 'choice'
        ? field.options.map(
            (option) =>
              `${name(option.label[lang])} (${isolateText(formatNumber(option.points, lang), lang)})`,
          )
        : [],
  })
  /** What the sheets of a round have in common; a blank sheet of a match has a column for each side. */
  const toRound = (number: number, isBlank: boolean) => {
    const found = findRound(ruleSet, number)
    if (!found) return null
    const { group, round } = found
    const isMatch = getSheetTraitsOfRound(ruleSet, number).hasOpponent && isBlank
    return {
      label: name(round.label[lang]),
      plainLabel: round.label[lang],
      panelJudges: group.panel?.judges ?? 0,
      sides: isMatch ? [1, 2].map((side) => t('adminMatchRules.printSide', { number: side })) : [],
      blanks: isBlank
        ? [
            t(isMatch ? 'adminMatchRules.printMatch' : 'adminRuleSets.printTeam'),
            t('adminRuleSets.printTable'),
          ]
        : [],
      rows: [
        ...[
          ...group.fields.filter(({ isPenalty }) => !isPenalty),
          ...group.fields.filter(({ isPenalty }) => isPenalty),
        ].map((field) => toRow(group, field)),
        { label: t('scoreSheet.disqualified'), note: '', hasBox: true, options: [] },
      ],
      rules: listPrintedRoundRules(ruleSet, group).map((rule) => formatRuleText(t, lang, rule)),
      feedback: group.panel ? t('adminRuleSets.printFeedback') : '',
      // a team does not see the sheets of a panel
      signatures: (group.panel
        ? (['printJudgeName'] as const)
        : (['printJudge', 'printCaptain'] as const)
      ).map((text) => t(`adminRuleSets.${text}`)),
    }
  }
  const rounds = new Map<string, NonNullable<ReturnType<typeof toRound>>>()
  const toSheet = ({ round: number, run }: PrintedScoreSheet) => {
    const key = `${number} ${run === null}`
    const round = rounds.get(key) ?? toRound(number, run === null)
    if (!round) return []
    rounds.set(key, round)
    const team = run && teamById.get(run.teamId)
    if (!run || !team) return [{ round: key }]
    const teamText = joinTexts([team.teamNo, team.name], lang)
    const url = `${siteUrl}${buildAdminSheetFormPath(event.id, { teamId: run.teamId, round: number })}`
    return [
      {
        round: key,
        team: teamText,
        teamSize: estimateFittingTextScale(teamText, { width: 33, lines: 1 }),
        place: [
          `${t('adminRuleSets.printTable')}: ${name(run.table)}`,
          `${t('adminRuleSets.printTime')}: ${formatDateTime(run.startsAt, lang, timeZone)}`,
        ].join(' · '),
        panel:
          round.panelJudges > 0
            ? t('adminRuleSets.printSheetOfPanel', { number: run.number, total: round.panelJudges })
            : '',
        codeLabel: removeIsolates(t('adminRuleSets.printCode', { team: team.name, round: round.plainLabel })),
        qr: url,
      },
    ]
  }
  const title = getEventTitleWithFallback(event.title, lang)
  const sheets = pages.map((page) => page.flatMap(toSheet))
  return {
    template: 'score-sheets',
    lang,
    title: t('adminRuleSets.printTitle'),
    drawings: {},
    images: {},
    data: {
      event: name(title),
      eventSize: estimateFittingTextScale(title, { width: 37, lines: 1 }),
      rounds: Object.fromEntries(rounds),
    },
    pages: sheets,
  }
}

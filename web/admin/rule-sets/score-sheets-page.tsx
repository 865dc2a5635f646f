import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ScoreSheetField } from '#contract/rule-set.ts'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import { listRounds } from '#contract/rules/rule-set-sheet.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/score-sheets-page.ts'
import { describePrintedField, listPrintedRoundRules } from './describe-printed-rules.ts'
import styles from './rule-sets.module.css'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [{ event }, { ruleSet }] = await Promise.all([
    adminApi.scores.getPage(params.id, { per_page: 10 }),
    adminApi.ruleSets.get(params.id),
  ])
  return { event, ruleSet }
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
            ☐ <bdi>{option.label[lang]}</bdi> (<bdi dir="ltr">{formatNumber(option.points, lang)}</bdi>)
          </div>
        ))}
      </>
    )
  return null
}

/** Shows empty score sheets of an event to print, one page for each round. */
export default function ScoreSheetsPage({ loaderData: { event, ruleSet } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <Stack gap="xl">
      <title>{`${t('adminRuleSets.printTitle')} · ${t('name')}`}</title>
      <div className={styles.screenOnly}>
        <Anchor component={Link} to={`/admin/events/${event.id}/rules`} size="sm">
          {t('adminRuleSets.printBack')}
        </Anchor>
        <Group justify="space-between">
          <Title order={1} size="h2">
            {t('adminRuleSets.printTitle')}
          </Title>
          <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()} disabled={!ruleSet}>
            {t('adminRuleSets.printNow')}
          </Button>
        </Group>
        {ruleSet ? null : <Text py="xl">{t('adminRuleSets.defaultRanking')}</Text>}
      </div>
      {(ruleSet ? listRounds(ruleSet) : []).map(({ number, round, group }) => (
        <Stack key={number} component="section" className={styles.page}>
          <div>
            <Text>
              <bdi>{getEventTitleWithFallback(event.title, lang)}</bdi>
            </Text>
            <Title order={2} size="h3">
              <bdi>{round.label[lang]}</bdi>
            </Title>
          </div>
          <div className={styles.sheetHead}>
            {(['printTeam', 'printTable'] as const).map((text) => (
              <div key={text} className={styles.blank}>
                {t(`adminRuleSets.${text}`)}
              </div>
            ))}
          </div>
          <table className={styles.sheetTable}>
            <tbody>
              {[...group.fields.filter(({ isPenalty }) => !isPenalty), ...group.fields.filter(({ isPenalty }) => isPenalty)].map(
                (field) => (
                  <tr key={field.key}>
                    <th scope="row">
                      <bdi>{field.label[lang]}</bdi>
                      {field.isPenalty ? ` (${t('adminRuleSets.isPenalty')})` : ''}
                      <Text size="sm">{describePrintedField(t, lang, group, field)}</Text>
                    </th>
                    <td>
                      <PrintedFieldValue field={field} />
                    </td>
                  </tr>
                ),
              )}
              <tr>
                <th scope="row">{t('scoreSheet.disqualified')}</th>
                <td>☐</td>
              </tr>
            </tbody>
          </table>
          <div>
            {(ruleSet ? listPrintedRoundRules(t, lang, ruleSet, group) : []).map((rule) => (
              <Text key={rule} size="sm">
                {rule}
              </Text>
            ))}
          </div>
          <div className={styles.sheetHead}>
            {(['printJudge', 'printCaptain'] as const).map((text) => (
              <div key={text} className={styles.blank}>
                {t(`adminRuleSets.${text}`)}
              </div>
            ))}
          </div>
        </Stack>
      ))}
    </Stack>
  )
}

import { Alert, Text } from '@mantine/core'
import type { ImportProblem, ImportReply } from '#contract/platform/import.schema.ts'
import { languages } from '#i18n/languages.ts'
import { formatList } from '#i18n/text-direction.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { StackedTable } from './stacked-table.tsx'

/**
 * Shows the column of a problem: its header in the file, and its title in the language of the page where that
 * differs.
 */
function ProblemColumn({ column, label, field }: Pick<ImportProblem, 'column' | 'label' | 'field'>) {
  const header = column || (label === '' && field !== 'file' ? field : '')
  return (
    <>
      {header === '' ? null : <Bdi>{header}</Bdi>}
      {label === '' || label === header ? null : (
        <Text size="xs" c="dimmed">
          <Bdi>{label}</Bdi>
        </Text>
      )}
    </>
  )
}

/** Shows the problems of a file, and whether the rows without problems can be imported. */
export function ImportProblems({ problems, problemCount, skippedRows, count }: ImportReply) {
  const { t, tAttribute, i18n } = useTranslation()
  const number = new Intl.NumberFormat(languages[i18n.language].locale)
  const formatTitle = (translate: typeof t) =>
    skippedRows
      ? translate('admin.import.skip.found', {
          count: skippedRows.count,
          formatted: number.format(skippedRows.count),
          total: number.format(count),
        })
      : translate('admin.import.problems', { count: problemCount })
  return (
    <Alert color="red" role="alert" title={formatTitle(t)}>
      {skippedRows ? (
        <Text size="sm" mb="xs">
          {t('admin.import.skip.hint')}
        </Text>
      ) : null}
      {problemCount > problems.length ? (
        <Text size="sm">{t('admin.import.firstProblems', { count: problems.length })}</Text>
      ) : null}
      <StackedTable
        label={formatTitle(tAttribute)}
        minWidth={480}
        maxHeight={320}
        rows={[...problems.entries()]}
        getKey={([at]) => at}
        columns={[
          { title: t('admin.import.line'), hasLabel: true, render: ([, { line }]) => line || '–' },
          {
            title: t('admin.import.column'),
            render: ([, { column, label, field }]) => (
              <ProblemColumn column={column} label={label} field={field} />
            ),
          },
          { title: t('admin.import.value'), render: ([, { value }]) => <bdi>{value}</bdi> },
          { title: t('admin.import.problem'), render: ([, { msg }]) => msg },
        ]}
      />
    </Alert>
  )
}

/** Shows the warnings of an import and the columns that it ignores. */
export function ImportWarningsAndIgnoredColumns({
  warnings,
  ignoredColumns,
}: Pick<ImportReply, 'warnings' | 'ignoredColumns'>) {
  const { t, i18n } = useTranslation()
  return (
    <>
      {warnings.length === 0 ? null : (
        <Alert color="yellow" role="status">
          {warnings.map((warning) => (
            <Text key={warning} size="sm">
              {warning}
            </Text>
          ))}
        </Alert>
      )}
      {ignoredColumns.length === 0 ? null : (
        <Text size="sm" c="dimmed">
          {t('admin.import.ignoredColumns', { columns: formatList(ignoredColumns, i18n.language) })}
        </Text>
      )}
    </>
  )
}

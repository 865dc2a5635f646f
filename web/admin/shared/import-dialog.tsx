import { Alert, Anchor, Button, Checkbox, FileButton, Group, Stack, Text } from '@mantine/core'
import { Fragment, useRef, useState } from 'react'
import { Link } from 'react-router'
import { csvByteOrderMark, formatCsvRow } from '#contract/platform/csv.ts'
import type {
  ColumnAssignmentQuestion,
  ImportKind,
  ImportProblem,
  ImportReply,
} from '#contract/platform/import.schema.ts'
import { languages } from '#i18n/languages.ts'
import { formatList } from '#i18n/text-direction.ts'
import {
  findImportProblemsInError,
  type ImportAnswers,
  type ReplyOfImport,
} from '#web/shared/api/admin/imports.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { formatTimeZone } from '#web/shared/format.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import { ErrorAlert, getErrorMessage } from './admin-submit.tsx'
import { AdminDialog, AdminDialogActions } from './dialog.tsx'
import type { ImportExample } from './import-example.ts'
import {
  type ColumnAssignment,
  ColumnAssignmentTable,
  DateOrderChoice,
  findRememberedColumnAssignment,
  rememberColumnAssignment,
} from './import-questions.tsx'
import { SkippedRowsDialog, type SkippedRowsFile, saveSkippedRows } from './skipped-rows.tsx'
import { type StackedColumn, StackedTable } from './stacked-table.tsx'

type Row<Kind extends ImportKind> = ReplyOfImport<Kind>['rows'][number]
type Props<Kind extends ImportKind> = {
  title: string
  intro: string
  example: ImportExample
  /** Times in the file are those of the time zone of the site. */
  hasTimes?: boolean
  /** What the file is imported into. */
  kind: Kind
  eventId?: string
  /** Describes what the import would do. */
  describe: (preview: ReplyOfImport<Kind>) => string
  /** The columns of the rows in the preview, after their line. */
  rowColumns: readonly StackedColumn<Row<Kind>>[]
  onClose: () => void
  onSaved: () => void
}
/** A chosen file. It has no preview until the first one is loaded; `isPreviewFailed` is about the last one. */
type ChosenFile<Kind extends ImportKind> = {
  file: File
  preview?: ReplyOfImport<Kind> | undefined
  isPreviewFailed?: boolean
  idempotencyKey: string
  answers: ImportAnswers
}

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

function ImportProblems({ problems, problemCount, skippedRows, count }: ImportReply) {
  const { t, tAttribute, i18n } = useTranslation()
  const number = new Intl.NumberFormat(languages[i18n.language].locale)
  const title = skippedRows
    ? t('admin.import.skip.found', {
        count: skippedRows.count,
        formatted: number.format(skippedRows.count),
        total: number.format(count),
      })
    : t('admin.import.problems', { count: problemCount })
  return (
    <Alert color="red" role="alert" title={title}>
      {skippedRows ? <Text size="sm">{t('admin.import.skip.hint')}</Text> : null}
      {problemCount > problems.length ? (
        <Text size="sm">{t('admin.import.firstProblems', { count: problems.length })}</Text>
      ) : null}
      <StackedTable
        label={tAttribute('admin.import.problems', { count: problemCount })}
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
function ImportNotes({ warnings, ignoredColumns }: Pick<ImportReply, 'warnings' | 'ignoredColumns'>) {
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

const createKey = () => `import-${Date.now()}-${Math.random().toString(36).slice(2)}`

/** Imports a CSV file after a preview. */
export function ImportDialog<Kind extends ImportKind>(props: Props<Kind>) {
  const { title, intro, example, hasTimes, kind, eventId, describe, rowColumns, onClose, onSaved } = props
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const { timeZone } = useRootData()
  const [chosen, setChosen] = useState<ChosenFile<Kind>>()
  const [busy, setBusy] = useState(false)
  const [isImporting, setImporting] = useState(false)
  /** Why the chosen file could not be read. */
  const [failure, setFailure] = useState('')
  const [areWarningsAccepted, setWarningsAccepted] = useState(false)
  const [skipped, setSkipped] = useState<SkippedRowsFile>()
  const resetRef = useRef<() => void>(null)

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const rejected = error instanceof ApiError ? findImportProblemsInError(error) : undefined
      if (rejected)
        setChosen(
          (before) =>
            before && {
              ...before,
              preview: Object.assign({}, before.preview, { skippedRows: undefined }, rejected),
            },
        )
      const fileMessage = error instanceof ApiError ? error.fields.file : undefined
      if (fileMessage) setFailure(fileMessage)
      else toast.error(getErrorMessage(t, error))
    } finally {
      setBusy(false)
    }
  }
  /** Previews a file with answers, and with the remembered columns where the answers have none. */
  const loadPreview = (file: File, given: ImportAnswers) => {
    setFailure('')
    setChosen((before) => ({
      file,
      answers: given,
      preview: before?.file === file ? before.preview : undefined,
      idempotencyKey: createKey(),
    }))
    // the person may have given another answer or chosen another file since
    const change = (changes: Partial<ChosenFile<Kind>>) =>
      setChosen((now) => (now?.file === file && now.answers === given ? { ...now, ...changes } : now))
    void attempt(async () => {
      try {
        const request = { kind, eventId, file, ...given }
        const first = await adminApi.imports.preview(request)
        const assignment =
          given.assignment ?? (first.assignment && findRememberedColumnAssignment(kind, first.assignment))
        const answers = assignment ? { ...given, assignment } : given
        const isAnswered = assignment === given.assignment
        change({
          preview: isAnswered ? first : await adminApi.imports.preview({ ...request, ...answers }),
          answers,
        })
      } catch (error) {
        // another file is needed
        if (error instanceof ApiError && error.fields.file)
          setChosen((now) => (now?.file === file ? undefined : now))
        else change({ isPreviewFailed: true })
        throw error
      }
    })
  }
  const choose = (file: File | null) => {
    setChosen(undefined)
    setWarningsAccepted(false)
    if (file) loadPreview(file, {})
    // the same file can be chosen again after a correction
    resetRef.current?.()
  }
  const answer = (more: ImportAnswers) => {
    if (chosen) loadPreview(chosen.file, { ...chosen.answers, ...more })
  }
  const assignColumns = (question: ColumnAssignmentQuestion, assignment: ColumnAssignment) => {
    rememberColumnAssignment(kind, question, assignment)
    answer({ assignment })
  }
  const importFile = ({ file, idempotencyKey, answers }: ChosenFile<Kind>, skipInvalidRows: boolean) => {
    setImporting(true)
    return attempt(async () => {
      const request = { kind, eventId, file, acceptRepeat: areWarningsAccepted, skipInvalidRows }
      try {
        const { msg, skippedRows } = await adminApi.imports.run({ ...request, idempotencyKey, ...answers })
        if (skippedRows?.csv === undefined) {
          toast.success(msg)
          onSaved()
          return
        }
        const name = tAttribute('admin.import.skip.fileName', { name: file.name.replace(/\.csv$/i, '') })
        const skippedFile = { csv: skippedRows.csv, count: skippedRows.count, msg, name: `${name}.csv` }
        setSkipped(skippedFile)
        saveSkippedRows(skippedFile)
      } catch (error) {
        // the preview then has the warning to accept
        if (error instanceof ApiError && error.code === 'imported-before') loadPreview(file, { ...answers })
        throw error
      }
    }).finally(() => setImporting(false))
  }

  const preview = chosen?.preview
  const question = preview?.dateQuestion
  const assignment = preview?.assignment
  const isAnswered = question === undefined || chosen?.answers.dateOrder !== undefined
  const isValid = preview?.problems.length === 0
  const skippable = isAnswered ? preview?.skippedRows : undefined
  const mustAccept = preview !== undefined && (isValid || skippable) && preview.warnings.length > 0
  const number = new Intl.NumberFormat(languages[lang].locale)
  const otherCount = skippable && preview ? preview.count - skippable.count : 0
  if (skipped) return <SkippedRowsDialog file={skipped} onClose={onSaved} />
  return (
    <AdminDialog onClose={onClose} title={title} size="xl">
      <Stack>
        {chosen ? null : (
          <>
            <Text>{intro}</Text>
            <Text size="sm">{t('admin.import.titles')}</Text>
            <Text size="sm">
              {t('admin.import.columns')}:{' '}
              {example.columns.map((column, at) => (
                <Fragment key={column}>
                  {at === 0 ? '' : ' · '}
                  <Bdi>{column}</Bdi>
                </Fragment>
              ))}
            </Text>
          </>
        )}
        <Group>
          <FileButton
            resetRef={resetRef}
            accept=".csv,text/csv"
            onChange={choose}
            inputProps={{ 'aria-label': t('admin.import.file') }}
          >
            {(button) => (
              <Button {...button} variant="light" loading={busy && !preview}>
                {t('admin.import.choose')}
              </Button>
            )}
          </FileButton>
          <Button
            component="a"
            variant="subtle"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(csvByteOrderMark + [example.columns, ...example.rows].map(formatCsvRow).join(''))}`}
            download={`${kind}.csv`}
          >
            {t('admin.import.example')}
          </Button>
          {chosen ? <Bdi>{chosen.file.name}</Bdi> : null}
          {chosen?.isPreviewFailed ? (
            <Button variant="default" loading={busy} onClick={() => answer({})}>
              {t('retry')}
            </Button>
          ) : null}
        </Group>
        {hasTimes ? (
          <Text size="sm" c="dimmed">
            {t('admin.timeZone', { zone: formatTimeZone(timeZone, lang) })}
          </Text>
        ) : null}
        <ErrorAlert message={failure} />
        {assignment ? (
          <ColumnAssignmentTable
            question={assignment}
            assignment={chosen?.answers.assignment ?? []}
            onAssign={(assigned) => assignColumns(assignment, assigned)}
          />
        ) : null}
        {question ? (
          <DateOrderChoice
            question={question}
            order={chosen?.answers.dateOrder}
            onChoose={(dateOrder) => answer({ dateOrder })}
          />
        ) : null}
        {preview && !isValid && isAnswered ? <ImportProblems {...preview} /> : null}
        {preview ? <ImportNotes {...preview} /> : null}
        {mustAccept ? (
          <Checkbox
            label={t('admin.import.acceptWarnings')}
            checked={areWarningsAccepted}
            onChange={(event) => setWarningsAccepted(event.currentTarget.checked)}
          />
        ) : null}
        {preview && isValid ? (
          <>
            <Text role="status">{describe(preview)}</Text>
            <div>
              <Text size="sm" c="dimmed" aria-hidden>
                {t('admin.import.firstRows')}
              </Text>
              <StackedTable<Row<Kind>>
                label={t('admin.import.firstRows')}
                minWidth={110 * (rowColumns.length + 1)}
                maxHeight={320}
                rows={preview.rows as Row<Kind>[]}
                getKey={({ line }) => line}
                columns={[
                  { title: t('admin.import.line'), hasLabel: true, render: ({ line }) => line },
                  ...rowColumns,
                ]}
              />
            </div>
          </>
        ) : null}
        {isImporting ? (
          <Text size="sm" role="status">
            {t('adminTasks.importHint')}{' '}
            <Anchor component={Link} to="/admin/tasks" size="sm">
              {t('adminTasks.title')}
            </Anchor>
          </Text>
        ) : null}
        <AdminDialogActions
          onCancel={onClose}
          // to close the dialog does not cancel the import
          {...(isImporting ? { cancelText: t('admin.list.close') } : {})}
        >
          <Button
            h="auto"
            mih={36}
            py={6}
            styles={{ label: { whiteSpace: 'normal' } }}
            disabled={
              !(isValid || skippable) ||
              chosen?.isPreviewFailed === true ||
              (mustAccept && !areWarningsAccepted)
            }
            loading={busy && preview !== undefined}
            onClick={() => chosen && void importFile(chosen, skippable !== undefined)}
          >
            {skippable
              ? t('admin.import.skip.run', { count: otherCount, formatted: number.format(otherCount) })
              : t('admin.import.run')}
          </Button>
        </AdminDialogActions>
      </Stack>
    </AdminDialog>
  )
}

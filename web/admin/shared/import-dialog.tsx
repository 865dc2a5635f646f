import { Anchor, Button, Checkbox, FileButton, Group, Stack, Text } from '@mantine/core'
import { Fragment, useRef, useState } from 'react'
import { Link } from 'react-router'
import { csvByteOrderMark, formatCsvRow } from '#contract/platform/csv.ts'
import type { ColumnAssignmentQuestion, ImportKind } from '#contract/platform/import.schema.ts'
import { languages } from '#i18n/languages.ts'
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
import { AdminDialog, AdminDialogActions, severalLinesButtonProps } from './dialog.tsx'
import type { ImportExample } from './import-example.ts'
import { ImportProblems, ImportWarningsAndIgnoredColumns } from './import-findings.tsx'
import {
  type ColumnAssignment,
  ColumnAssignmentTable,
  DateOrderChoice,
  findRememberedColumnAssignment,
  rememberColumnAssignment,
} from './import-questions.tsx'
import { SkippedRowsDownloadDialog, type SkippedRowsFile, saveSkippedRows } from './skipped-rows.tsx'
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
  const canImport = isValid || skippable !== undefined
  const mustAccept = canImport && preview !== undefined && preview.warnings.length > 0
  const number = new Intl.NumberFormat(languages[lang].locale)
  const otherCount = skippable && preview ? preview.count - skippable.count : 0
  if (skipped) return <SkippedRowsDownloadDialog file={skipped} onClose={onSaved} />
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
        {preview ? <ImportWarningsAndIgnoredColumns {...preview} /> : null}
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
        {/* the file of rows that are left out is only in the reply */}
        {isImporting && skippable === undefined ? (
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
            {...severalLinesButtonProps}
            disabled={!canImport || chosen?.isPreviewFailed === true || (mustAccept && !areWarningsAccepted)}
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

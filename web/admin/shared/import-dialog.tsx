import { Alert, Button, Checkbox, FileButton, Group, Stack, Text } from '@mantine/core'
import { Fragment, useRef, useState } from 'react'
import { csvByteOrderMark, formatCsvRow } from '#contract/platform/csv.ts'
import type {
  ColumnAssignmentQuestion,
  ImportKind,
  ImportProblem,
  ImportReply,
} from '#contract/platform/import.schema.ts'
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
type ChosenFile<Kind extends ImportKind> = {
  file: File
  preview: ReplyOfImport<Kind>
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

function ImportProblems({ problems, problemCount }: Pick<ImportReply, 'problems' | 'problemCount'>) {
  const { t, tAttribute } = useTranslation()
  return (
    <Alert color="red" role="alert" title={t('admin.import.problems', { count: problemCount })}>
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
  const { t } = useTranslation()
  const lang = useLang()
  const { timeZone } = useRootData()
  const [chosen, setChosen] = useState<ChosenFile<Kind>>()
  const [busy, setBusy] = useState(false)
  /** Why the chosen file could not be read. */
  const [failure, setFailure] = useState('')
  const [areWarningsAccepted, setWarningsAccepted] = useState(false)
  const resetRef = useRef<() => void>(null)

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const rejected = error instanceof ApiError ? findImportProblemsInError(error) : undefined
      if (rejected)
        setChosen((before) => before && { ...before, preview: Object.assign({}, before.preview, rejected) })
      const fileMessage = error instanceof ApiError ? error.fields.file : undefined
      if (fileMessage) setFailure(fileMessage)
      else toast.error(getErrorMessage(t, error))
    } finally {
      setBusy(false)
    }
  }
  const choose = (file: File | null) => {
    setChosen(undefined)
    setFailure('')
    setWarningsAccepted(false)
    if (!file) return
    void attempt(async () => {
      const request = { kind, eventId, file }
      const first = await adminApi.imports.preview(request)
      const assignment = first.assignment && findRememberedColumnAssignment(kind, first.assignment)
      const answers = assignment ? { assignment } : {}
      setChosen({
        file,
        preview: assignment ? await adminApi.imports.preview({ ...request, ...answers }) : first,
        idempotencyKey: createKey(),
        answers,
      })
    })
    // the same file can be chosen again after a correction
    resetRef.current?.()
  }
  const answer = (more: ImportAnswers) => {
    if (!chosen) return
    const answers = { ...chosen.answers, ...more }
    setChosen({ ...chosen, answers })
    void attempt(async () => {
      const preview = await adminApi.imports.preview({ kind, eventId, file: chosen.file, ...answers })
      // the person may have given another answer or chosen another file since
      setChosen((now) =>
        now?.file === chosen.file && now.answers === answers
          ? { ...now, preview, idempotencyKey: createKey() }
          : now,
      )
    })
  }
  const assignColumns = (question: ColumnAssignmentQuestion, assignment: ColumnAssignment) => {
    rememberColumnAssignment(kind, question, assignment)
    answer({ assignment })
  }
  const importFile = ({ file, idempotencyKey, answers }: ChosenFile<Kind>) =>
    attempt(async () => {
      const acceptRepeat = areWarningsAccepted
      const { msg } = await adminApi.imports.run({
        kind,
        eventId,
        file,
        acceptRepeat,
        idempotencyKey,
        ...answers,
      })
      toast.success(msg)
      onSaved()
    })

  const preview = chosen?.preview
  const question = preview?.dateQuestion
  const assignment = preview?.assignment
  const isAnswered = question === undefined || chosen?.answers.dateOrder !== undefined
  const isValid = preview?.problems.length === 0
  const mustAccept = isValid && preview.warnings.length > 0
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
              <Button {...button} variant="light" loading={busy && !chosen}>
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
        {preview && !isValid && isAnswered ? (
          <ImportProblems problems={preview.problems} problemCount={preview.problemCount} />
        ) : null}
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
        <AdminDialogActions onCancel={onClose}>
          <Button
            disabled={!chosen || !isValid || (mustAccept && !areWarningsAccepted)}
            loading={busy && chosen !== undefined}
            onClick={() => chosen && void importFile(chosen)}
          >
            {t('admin.import.run')}
          </Button>
        </AdminDialogActions>
      </Stack>
    </AdminDialog>
  )
}

import { Alert, Button, Code, FileButton, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import type { ImportProblem } from '#contract/import.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { getImportProblemsFromError } from '#web/shared/api/import-problems.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { Dialog } from './dialog.tsx'
import { getErrorMessage } from './error-message.ts'

type ImportPreview = { problems: ImportProblem[] }
type Props<P extends ImportPreview> = {
  title: string
  intro: string
  /** The column names, in the order of the example. */
  columns: readonly string[]
  /** CSV lines of a valid example, without the header. */
  example: string
  /** The file name of the example. */
  fileName: string
  /** Checks a file without a change. */
  preview: (file: File) => Promise<P>
  /** Imports all lines, or none. The key is the same when the import of a chosen file is repeated. */
  run: (file: File, idempotencyKey: string) => Promise<{ message: string }>
  /** Describes what the import would do. */
  describe: (preview: P) => string
  /** The header cells and the rows of the preview table. */
  headings: readonly string[]
  rows: (preview: P) => ReactNode
  onClose: () => void
  onSaved: () => void
}
type ChosenFile<P> = { file: File; preview: P; idempotencyKey: string }

/** Attributes that make a scroll area reachable by keyboard. */
const scrollAreaProps = (label: string) => ({ tabIndex: 0, role: 'region', 'aria-label': label })

function ImportProblems({ problems }: { problems: readonly ImportProblem[] }) {
  const { t } = useTranslation()
  return (
    <Alert color="red" role="alert" title={t('admin.import.problems', { count: problems.length })}>
      <ScrollArea.Autosize mah={260} viewportProps={scrollAreaProps(t('admin.import.problem'))}>
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('admin.import.line')}</Table.Th>
              <Table.Th>{t('admin.import.column')}</Table.Th>
              <Table.Th>{t('admin.import.problem')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {problems.map(({ line, field, msg }) => (
              <Table.Tr key={`${line} ${field} ${msg}`}>
                <Table.Td>{line || '–'}</Table.Td>
                <Table.Td>
                  <bdi dir="ltr">{field}</bdi>
                </Table.Td>
                <Table.Td>{msg}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </Alert>
  )
}

/** Imports a CSV file after a preview. */
export function ImportDialog<P extends ImportPreview>(props: Props<P>) {
  const { title, intro, columns, example, fileName, preview: previewFile, run, describe, headings, rows, onClose, onSaved } = props
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ChosenFile<P>>()
  const [busy, setBusy] = useState(false)
  const resetRef = useRef<() => void>(null)

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const problems = error instanceof ApiError ? getImportProblemsFromError(error) : []
      if (problems.length > 0) setChosen((before) => before && { ...before, preview: { ...before.preview, problems } })
      toast.error(getErrorMessage(t, error))
    } finally {
      setBusy(false)
    }
  }
  const choose = (file: File | null) => {
    setChosen(undefined)
    if (!file) return
    void attempt(async () => {
      const preview = await previewFile(file)
      setChosen({ file, preview, idempotencyKey: `import-${Date.now()}-${Math.random().toString(36).slice(2)}` })
    })
    // the same file can be chosen again after a correction
    resetRef.current?.()
  }
  const runImport = ({ file, idempotencyKey }: ChosenFile<P>) =>
    attempt(async () => {
      const { message } = await run(file, idempotencyKey)
      toast.success(message)
      onSaved()
    })

  const preview = chosen?.preview
  const isValid = preview?.problems.length === 0
  return (
    <Dialog onClose={onClose} title={title} size="xl">
      <Stack>
        <Text>{intro}</Text>
        <Text size="sm">
          {t('admin.import.columns')}: <Code dir="ltr">{columns.join(', ')}</Code>
        </Text>
        <Group>
          <FileButton resetRef={resetRef} accept=".csv,text/csv" onChange={choose} inputProps={{ 'aria-label': t('admin.import.file') }}>
            {(button) => (
              <Button {...button} variant="light" loading={busy && !chosen}>
                {t('admin.import.choose')}
              </Button>
            )}
          </FileButton>
          <Button
            component="a"
            variant="subtle"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${columns.join(',')}\r\n${example}`)}`}
            download={fileName}
          >
            {t('admin.import.example')}
          </Button>
          {chosen ? <bdi>{chosen.file.name}</bdi> : null}
        </Group>
        {preview && !isValid ? <ImportProblems problems={preview.problems} /> : null}
        {preview && isValid ? (
          <>
            <Text role="status">{describe(preview)}</Text>
            <ScrollArea.Autosize mah={320} viewportProps={scrollAreaProps(t('admin.import.firstRows'))}>
              <Table fz="sm" stickyHeader>
                <caption>{t('admin.import.firstRows')}</caption>
                <Table.Thead>
                  <Table.Tr>
                    {[t('admin.import.line'), ...headings].map((heading) => (
                      <Table.Th key={heading}>{heading}</Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>{rows(preview)}</Table.Tbody>
              </Table>
            </ScrollArea.Autosize>
          </>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('admin.list.cancel')}
          </Button>
          <Button disabled={!chosen || !isValid} loading={busy && chosen !== undefined} onClick={() => chosen && void runImport(chosen)}>
            {t('admin.import.run')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

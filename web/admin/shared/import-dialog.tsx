import { Alert, Button, Code, FileButton, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import type { ImportProblem } from '#contract/import.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { getImportProblems } from '#web/shared/api/import-problems.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { Dialog } from './dialog.tsx'
import { getErrorMessage } from './error-message.ts'

type Looked = { problems: ImportProblem[] }
type Props<P extends Looked> = {
  title: string
  intro: string
  /** The names of the columns, in the order of the example. */
  columns: readonly string[]
  /** Lines of a file that can be imported, below that of the columns, as CSV. */
  example: string
  /** What the example is saved as. */
  fileName: string
  /** Says what a file would do; changes nothing. */
  look: (file: File) => Promise<P>
  /** Imports all of it, or nothing. `once` is the same for a repeat of the same choice. */
  run: (file: File, once: string) => Promise<{ message: string }>
  /** What would be done, in words and as rows of a table: header cells, then one row each. */
  told: (looked: P) => string
  heads: readonly string[]
  rows: (looked: P) => ReactNode
  onClose: () => void
  onSaved: () => void
}
type Chosen<P> = { file: File; looked: P; once: string }

/** What scrolls is reached and moved by keyboard, too. */
const scrolled = (label: string) => ({ tabIndex: 0, role: 'region', 'aria-label': label })

function Problems({ problems }: { problems: readonly ImportProblem[] }) {
  const { t } = useTranslation()
  return (
    <Alert color="red" role="alert" title={t('admin.import.problems', { count: problems.length })}>
      <ScrollArea.Autosize mah={260} viewportProps={scrolled(t('admin.import.problem'))}>
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

/** Imports a CSV file: first it is shown what would happen, then all of it is done, or nothing. */
export function ImportDialog<P extends Looked>(props: Props<P>) {
  const { title, intro, columns, example, fileName, look, run, told, heads, rows, onClose, onSaved } = props
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Chosen<P>>()
  const [busy, setBusy] = useState(false)
  const forget = useRef<() => void>(null)

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const problems = error instanceof ApiError ? getImportProblems(error) : []
      if (problems.length > 0) setChosen((before) => before && { ...before, looked: { ...before.looked, problems } })
      toast.error(getErrorMessage(t, error))
    } finally {
      setBusy(false)
    }
  }
  const choose = (file: File | null) => {
    setChosen(undefined)
    if (!file) return
    void attempt(async () => {
      const looked = await look(file)
      setChosen({ file, looked, once: `import-${Date.now()}-${Math.random().toString(36).slice(2)}` })
    })
    // the same file, corrected, can be chosen again
    forget.current?.()
  }
  const runIt = ({ file, once }: Chosen<P>) =>
    attempt(async () => {
      const { message } = await run(file, once)
      toast.success(message)
      onSaved()
    })

  const looked = chosen?.looked
  const good = looked?.problems.length === 0
  return (
    <Dialog onClose={onClose} title={title} size="xl">
      <Stack>
        <Text>{intro}</Text>
        <Text size="sm">
          {t('admin.import.columns')}: <Code dir="ltr">{columns.join(', ')}</Code>
        </Text>
        <Group>
          <FileButton resetRef={forget} accept=".csv,text/csv" onChange={choose} inputProps={{ 'aria-label': t('admin.import.file') }}>
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
        {looked && !good ? <Problems problems={looked.problems} /> : null}
        {looked && good ? (
          <>
            <Text role="status">{told(looked)}</Text>
            <ScrollArea.Autosize mah={320} viewportProps={scrolled(t('admin.import.firstRows'))}>
              <Table fz="sm" stickyHeader>
                <caption>{t('admin.import.firstRows')}</caption>
                <Table.Thead>
                  <Table.Tr>
                    {[t('admin.import.line'), ...heads].map((head) => (
                      <Table.Th key={head}>{head}</Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>{rows(looked)}</Table.Tbody>
              </Table>
            </ScrollArea.Autosize>
          </>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('admin.list.cancel')}
          </Button>
          <Button disabled={!chosen || !good} loading={busy && chosen !== undefined} onClick={() => chosen && void runIt(chosen)}>
            {t('admin.import.run')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

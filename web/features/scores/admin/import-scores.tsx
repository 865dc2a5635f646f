import { Alert, Badge, Button, Code, FileButton, Group, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { ImportPreview, ImportProblem } from '#contract/domain/score.ts'
import type { Language } from '#i18n/languages.ts'
import { importProblems } from '#web/lib/api/admin/scores.ts'
import { adminApi } from '#web/lib/api/admin.ts'
import { ApiError } from '#web/lib/api/call.ts'
import { useTranslation } from '#web/lib/texts.ts'
import { toast } from '#web/ui/toast.ts'
import { formatNumber, formatTime } from '../format.ts'

const columns = 'name,email,team_no,team_name,school,mission_type,mission,score,time,at,note'
const example = `\uFEFF${columns}\r\nSara Ahmed,sara@example.com,,,,1,1,85.5,1:12.250,,\r\n,,12,Falcons,Al Noor School,2,1,70,95.4,2026-03-01T10:30:00Z,second run\r\n`

type Props = { eventId: string; onClose: () => void; onSaved: () => void }
type Chosen = { file: File; preview: ImportPreview; once: string }

function Problems({ problems }: { problems: readonly ImportProblem[] }) {
  const { t } = useTranslation()
  return (
    <Alert color="red" role="alert" title={t('adminScores.importForm.problems', { count: problems.length })}>
      <ScrollArea.Autosize mah={260}>
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('adminScores.importForm.line')}</Table.Th>
              <Table.Th>{t('adminScores.importForm.column')}</Table.Th>
              <Table.Th>{t('adminScores.importForm.problem')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {problems.map(({ line, field, message }) => (
              <Table.Tr key={`${line} ${field} ${message}`}>
                <Table.Td>{line || '–'}</Table.Td>
                <Table.Td>
                  <bdi dir="ltr">{field}</bdi>
                </Table.Td>
                <Table.Td>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </Alert>
  )
}

function Rows({ preview }: { preview: ImportPreview }) {
  const { t, i18n } = useTranslation()
  return (
    <ScrollArea.Autosize mah={320}>
      <Table fz="sm" stickyHeader>
        <caption>{t('adminScores.importForm.firstRows')}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('adminScores.importForm.line')}</Table.Th>
            <Table.Th>{t('scores.playerAndTeam')}</Table.Th>
            <Table.Th>{t('adminScores.form.mission')}</Table.Th>
            <Table.Th>{t('adminScores.form.score')}</Table.Th>
            <Table.Th>{t('adminScores.form.time')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {preview.rows.map((row) => (
            <Table.Tr key={row.line}>
              <Table.Td>{row.line}</Table.Td>
              <Table.Td>
                <bdi>{row.name || row.team}</bdi>{' '}
                {row.isNew ? (
                  <Badge size="sm" variant="light" tt="none">
                    {t('adminScores.importForm.isNew')}
                  </Badge>
                ) : null}
              </Table.Td>
              <Table.Td>{row.mission}</Table.Td>
              <Table.Td>
                <bdi>{formatNumber(row.score, i18n.language as Language)}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi dir="ltr">{formatTime(row.timeMs)}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}

/** Imports attempts from a CSV file: first it is shown what would happen, then all of it is done, or nothing. */
export function ImportScores({ eventId, onClose, onSaved }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Chosen>()
  const [busy, setBusy] = useState(false)
  const forget = useRef<() => void>(null)

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const problems = error instanceof ApiError ? importProblems(error) : []
      if (problems.length > 0) setChosen((before) => before && { ...before, preview: { ...before.preview, problems } })
      toast.error((error instanceof ApiError && error.message) || t('messages.unknownError'))
    } finally {
      setBusy(false)
    }
  }
  const choose = (file: File | null) => {
    setChosen(undefined)
    if (!file) return
    void attempt(async () => {
      const preview = await adminApi.scores.previewImport(eventId, file)
      setChosen({ file, preview, once: `import-${Date.now()}-${Math.random().toString(36).slice(2)}` })
    })
    // the same file, corrected, can be chosen again
    forget.current?.()
  }
  const run = ({ file, once }: Chosen) =>
    attempt(async () => {
      const { message } = await adminApi.scores.runImport(eventId, file, once)
      toast.success(message)
      onSaved()
    })

  const preview = chosen?.preview
  return (
    <Modal opened onClose={onClose} title={t('adminScores.import')} size="xl" closeButtonProps={{ 'aria-label': t('adminScores.close') }}>
      <Stack>
        <Text>{t('adminScores.importForm.intro')}</Text>
        <Text size="sm">
          {t('adminScores.importForm.columns')}: <Code dir="ltr">{columns.replaceAll(',', ', ')}</Code>
        </Text>
        <Group>
          <FileButton
            resetRef={forget}
            accept=".csv,text/csv"
            onChange={choose}
            inputProps={{ 'aria-label': t('adminScores.importForm.file') }}
          >
            {(props) => (
              <Button {...props} variant="light" loading={busy && !chosen}>
                {t('adminScores.importForm.choose')}
              </Button>
            )}
          </FileButton>
          <Button component="a" variant="subtle" href={`data:text/csv;charset=utf-8,${encodeURIComponent(example)}`} download="scores.csv">
            {t('adminScores.importForm.example')}
          </Button>
          {chosen ? <bdi>{chosen.file.name}</bdi> : null}
        </Group>
        {preview && preview.problems.length > 0 ? <Problems problems={preview.problems} /> : null}
        {preview && preview.problems.length === 0 ? (
          <>
            <Text role="status">
              {t('adminScores.importForm.count', { count: preview.count })} ·{' '}
              {t('adminScores.importForm.newEntries', { count: preview.newEntries })}
            </Text>
            <Rows preview={preview} />
          </>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('adminScores.cancel')}
          </Button>
          <Button
            disabled={!chosen || !preview || preview.problems.length > 0}
            loading={busy && chosen !== undefined}
            onClick={() => chosen && void run(chosen)}
          >
            {t('adminScores.importForm.run')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

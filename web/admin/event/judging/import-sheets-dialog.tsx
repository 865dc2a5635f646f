import { Button, Checkbox, FileButton, Group, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { ImportedSheetResult, JudgeSheet } from '#contract/event/judging/judge-sheet.schema.ts'
import { AdminDialog } from '#web/admin/shared/dialog.tsx'
import { useForm } from '#web/admin/shared/form-dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatPointsAndTime } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { toast } from '#web/shared/ui/toast.ts'

/** Reads the sheets of a file of the judges' app; undefined for anything else. */
const parseSheets = (text: string): JudgeSheet[] | undefined => {
  try {
    const { sheets } = JSON.parse(text) as { sheets?: unknown }
    return Array.isArray(sheets) && sheets.length > 0 ? (sheets as JudgeSheet[]) : undefined
  } catch {
    return undefined
  }
}

/** Shows a dialog that takes in the file of the sheets that a tablet of a judge could not send. */
export function ImportTabletSheetsDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const formatResult = ({ score, timeMs }: { score: number; timeMs: number }) =>
    formatPointsAndTime(score, timeMs, lang)
  const [results, setResults] = useState<ImportedSheetResult[]>([])
  const form = useForm({
    initialValues: { sheets: undefined as JudgeSheet[] | undefined, fileName: '', acceptConflicts: false },
    send: async ({ sheets = [], acceptConflicts }) => {
      setResults([])
      const imported = await callApi('POST /api/admin/events/:eventId/judge-sheets', {
        params: { eventId },
        json: { sheets, acceptConflicts },
      })
      setResults(imported.results)
    },
    onFailed: ({ code, message }) =>
      toast.error(code === 'bad-input' ? t('adminJudging.sheets.bad') : message),
  })
  const { sheets, fileName } = form.values
  const problem = sheets ? undefined : t('adminJudging.sheets.bad')
  return (
    <AdminDialog onClose={onClose} title={t('adminJudging.sheets.open')} size="lg">
      <Stack>
        <Text>{t('adminJudging.sheets.intro')}</Text>
        <Group>
          <FileButton
            accept=".json,application/json"
            onChange={(file) =>
              void file?.text().then((content) => {
                form.set({ sheets: parseSheets(content), fileName: file.name })
                setResults([])
              })
            }
          >
            {(props) => (
              <Button {...props} variant="light">
                {t('adminJudging.sheets.file')}
              </Button>
            )}
          </FileButton>
          {fileName ? (
            <Text {...(problem ? { c: 'var(--error)' } : {})} role="status">
              <Bdi>{fileName}</Bdi>:{' '}
              {problem ?? t('adminJudging.sheets.count', { count: sheets?.length ?? 0 })}
            </Text>
          ) : null}
        </Group>
        <Checkbox label={t('adminJudging.sheets.accept')} {...form.getCheckboxProps('acceptConflicts')} />
        {results.length > 0 ? (
          <Table role="status">
            <Table.Tbody>
              {results.map(({ id, teamName, round, result, msg, sent, recorded }) => (
                <Table.Tr key={id}>
                  <Table.Th scope="row">
                    <Bdi>{teamName || '–'}</Bdi>
                  </Table.Th>
                  <Table.Td>
                    {t('adminJudging.sheets.round')} {round}
                  </Table.Td>
                  <Table.Td>
                    {t(`adminJudging.sheets.results.${result}`)}
                    {msg ? (
                      <Text size="xs" c="dimmed">
                        {msg}
                      </Text>
                    ) : null}
                    {sent ? (
                      <Text size="xs">{t('adminJudging.sheets.sent', { result: formatResult(sent) })}</Text>
                    ) : null}
                    {recorded.map((attempt, at) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: two attempts may be equal
                      <Text key={at} size="xs">
                        {t('adminJudging.sheets.recorded', {
                          result: formatResult(attempt),
                          judge: attempt.judgeName || '–',
                        })}
                      </Text>
                    ))}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('admin.list.close')}
          </Button>
          <Button loading={form.submitting} disabled={!sheets} onClick={() => void form.submit()}>
            {t('adminJudging.sheets.run')}
          </Button>
        </Group>
      </Stack>
    </AdminDialog>
  )
}

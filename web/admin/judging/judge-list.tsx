import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { CreatedJudge, Judge } from '#contract/judge.ts'
import { ActionTable } from '#web/admin/shared/action-table.tsx'
import { ConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { useLoadedValue } from '../scores/use-loaded-value.ts'
import { ImportSheetsDialog } from './import-sheets-dialog.tsx'
import { JudgeCodeCards } from './judge-code-cards.tsx'
import { JudgeDialog } from './judge-dialog.tsx'
import styles from './judging.module.css'

type Props = { event: { id: string; title: { en: string; ar: string } } }
type OpenDialog = { kind: 'create' | 'sheets' } | { kind: 'edit'; judge: Judge } | { kind: 'renew' | 'revoke'; judge: Judge }

/** Shows the judges of an event, with dialogs to create, change and revoke them, and their new codes to print. */
export function JudgeList({ event }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const [version, setVersion] = useState(0)
  const judges = useLoadedValue(() => adminApi.judges.list(event.id), `${event.id} ${version}`)
  const [dialog, setDialog] = useState<OpenDialog>()
  const [created, setCreated] = useState<CreatedJudge[]>([])
  const { submitting, submit } = useAdminSubmit()
  const close = () => setDialog(undefined)
  const finish = () => {
    close()
    setVersion((before) => before + 1)
  }
  const confirm = async ({ kind, judge }: { kind: 'renew' | 'revoke'; judge: Judge }) => {
    const failure = await submit(async () => {
      if (kind === 'revoke') toast.success((await adminApi.judges.revoke(event.id, judge.id)).msg)
      else setCreated([await adminApi.judges.renewCode(event.id, judge.id)])
      finish()
    })
    if (failure) toast.error(failure.message)
  }
  const formatList = (texts: readonly string[]) => new Intl.ListFormat(lang, { type: 'unit' }).format(texts)
  return (
    <Stack>
      {created.length > 0 ? <JudgeCodeCards event={event} judges={created} onClose={() => setCreated([])} /> : null}
      <Group justify="space-between" className={styles.screenOnly}>
        <Text maw={640}>{t('adminJudging.judges.intro')}</Text>
        <Group>
          <Button variant="default" leftSection={<IconFileImport size={18} />} onClick={() => setDialog({ kind: 'sheets' })}>
            {t('adminJudging.sheets.open')}
          </Button>
          <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ kind: 'create' })}>
            {t('adminJudging.judges.add')}
          </Button>
        </Group>
      </Group>
      {judges?.length === 0 ? (
        <Text ta="center" py="xl" className={styles.screenOnly}>
          {t('adminJudging.judges.none')}
        </Text>
      ) : null}
      {judges && judges.length > 0 ? (
        <ActionTable
          minWidth={720}
          className={styles.screenOnly}
          headings={[
            t('adminJudging.judges.name'),
            t('adminJudging.judges.tables'),
            t('adminJudging.judges.days'),
            t('adminJudging.judges.hint'),
            t('adminJudging.judges.lastUsed'),
          ]}
        >
          {judges.map((judge) => (
            <Table.Tr key={judge.id}>
              <Table.Th scope="row">
                <bdi>{judge.name}</bdi>{' '}
                {judge.revokedAt ? (
                  <Badge color="gray" tt="none">
                    {t('adminJudging.judges.revoked')}
                  </Badge>
                ) : null}
              </Table.Th>
              <Table.Td>{judge.tables.length > 0 ? formatList(judge.tables) : t('adminJudging.judges.allTables')}</Table.Td>
              <Table.Td>
                {judge.days.length > 0
                  ? formatList(judge.days.map((day) => formatCalendarDate(day, lang)))
                  : t('adminJudging.judges.allDays')}
              </Table.Td>
              <Table.Td>
                <bdi dir="ltr">…{judge.hint}</bdi>
              </Table.Td>
              <Table.Td>
                {judge.lastUsedAt ? formatDateTime(judge.lastUsedAt) : t('adminJudging.judges.never')}
                {judge.deviceCount > 0 ? <Text size="xs">{t('adminJudging.judges.devices', { count: judge.deviceCount })}</Text> : null}
              </Table.Td>
              <Table.Td>
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  <Button size="xs" variant="default" onClick={() => setDialog({ kind: 'edit', judge })}>
                    {t('adminJudging.judges.edit')}
                  </Button>
                  <Button size="xs" variant="default" onClick={() => setDialog({ kind: 'renew', judge })}>
                    {t('adminJudging.judges.renew')}
                  </Button>
                  {judge.revokedAt ? null : (
                    <Button size="xs" variant="light" color="red" onClick={() => setDialog({ kind: 'revoke', judge })}>
                      {t('adminJudging.judges.revoke')}
                    </Button>
                  )}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </ActionTable>
      ) : null}
      {dialog?.kind === 'sheets' ? <ImportSheetsDialog eventId={event.id} onClose={close} /> : null}
      {dialog?.kind === 'create' || dialog?.kind === 'edit' ? (
        <JudgeDialog
          eventId={event.id}
          {...(dialog.kind === 'edit' ? { judge: dialog.judge } : {})}
          onClose={close}
          onSaved={(judgesWithCodes) => {
            setCreated(judgesWithCodes)
            finish()
          }}
        />
      ) : null}
      {dialog?.kind === 'renew' || dialog?.kind === 'revoke' ? (
        <ConfirmDialog
          title={t(`adminJudging.judges.${dialog.kind}`)}
          text={t(`adminJudging.judges.${dialog.kind}Text`, { name: `\u2068${dialog.judge.name}\u2069` })}
          action={t(`adminJudging.judges.${dialog.kind}`)}
          busy={submitting}
          onClose={close}
          onConfirm={() => void confirm({ kind: dialog.kind, judge: dialog.judge })}
        />
      ) : null}
    </Stack>
  )
}
